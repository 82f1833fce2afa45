import Testing

@testable import Import

/// What XML says of its own encoding.
@Suite("Declared encodings")
struct DeclarationTests {
  private func document(_ encoding: String, _ name: String) -> String {
    "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><kml><Placemark><name>\(name)</name>"
      + "<Point><coordinates>114.4,22.4</coordinates></Point></Placemark></kml>"
  }

  private func names(_ bytes: [UInt8], _ options: String...) throws -> [String] {
    let sandbox = try Sandbox()
    try FileSystemBytes.write(bytes, sandbox.path("a.kml"))
    let outcome = sandbox.run(["convert", sandbox.path("a.kml"), "--to", "csv"] + options)
    return outcome.status == 0 ? outcome.rows.map { $0["name_en"] ?? "" } : [outcome.err]
  }

  /// The bytes of a text in which one stands for others.
  private func bytes(_ text: String, _ other: [UInt8]) -> [UInt8] {
    text.utf8.flatMap { $0 == UInt8(ascii: "~") ? other : [$0] }
  }

  @Test(
    arguments: [
      ("ISO-8859-1", [0xE9], "é"), ("iso-8859-1", [0xE9], "é"),
      ("windows-1252", [0x80, 0xE9], "€é"),
      ("Big5", [0xAD, 0xBB, 0xB4, 0xE4], "香港"), ("Big5-HKSCS", [0xAD, 0xBB, 0xB4, 0xE4], "香港"),
      ("Big5", [0x96, 0xF5], "埗"), ("GB2312", [0xCF, 0xE3, 0xB8, 0xDB], "香港"),
      ("UTF-8", Array("香港".utf8), "香港"), ("UTF-16", Array("香港".utf8), "香港"),
    ] as [(String, [UInt8], String)])
  func declaredEncodings(encoding: String, other: [UInt8], right: String) throws {
    #expect(try names(bytes(document(encoding, "A ~"), other)) == ["A \(right)"])
    let single = document(encoding, "A ~").replacing("\"", with: "'")
      .replacing("encoding=", with: "encoding = ")
    #expect(try names(bytes(single, other)) == ["A \(right)"])
  }

  @Test func utf16WithoutAMark() throws {
    let units = Array(document("UTF-16", "香港 A").utf16)
    #expect(try names(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == ["香港 A"])
    #expect(try names(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) == ["香港 A"])
    let marked = [0xFEFF] + units
    #expect(try names(marked.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) == ["香港 A"])
  }

  @Test func whatIsBelievedBeforeADeclaration() throws {
    let hong = [UInt8]([0xAD, 0xBB])
    #expect(try names(bytes(document("ISO-8859-1", "A ~"), hong), "--encoding", "big5") == ["A 香"])
    let marked = [0xEF, 0xBB, 0xBF] + Array(document("Big5", "香港").utf8)
    #expect(try names(marked) == ["香港"])
    let unknown = try names(Array(document("no-such", "A").utf8))
    #expect(
      unknown[0].contains("a.kml:1: declares the encoding no-such, which this system does not"))
    let broken = try names(bytes(document("Big5", "A ~"), [0xFF, 0xFF]))
    #expect(broken[0].contains("not big5-hkscs: bytes FF FF"))
    // Only the declaration at the start is one.
    #expect(try names(Array("<kml>\(document("x", "A").dropFirst(36).dropFirst(7))".utf8)) != ["A"])
  }

  @Test(
    arguments: [
      ("<?xml version='1.0' encoding='latin1'?>", "latin1"), ("<?xml version='1.0'?>", nil),
      ("<?xml encoding?>", nil), ("<?xml encoding=", nil), ("<?xml encoding='?>", nil),
      ("<?xml encoding=''?>", nil), ("<?xml version='encoding=x'?>", nil),
      ("<kml encoding='x'>", nil),
      ("<?xml version=\"1.0\"\n\tencoding\n=\n\"a\" standalone='no'?>", "a"), ("", nil),
      ("<?xml version='1.0' xencoding='b' encoding='a'?>", "a"),
    ] as [(String, String?)])
  func declarations(text: String, right: String?) {
    #expect(XMLDeclaration.encoding(Array(text.utf8)) == right)
  }
}
