import Catalog

/// Reads the elements and texts of an XML document (XML 1.0), one event at a time, in bounded memory.
///
/// A document type is refused, and with it every entity of its own: nothing is fetched, nothing
/// expands. Names lose their namespace prefix. The five predefined entities and character references
/// are read.
struct XMLReader {
  enum Event: Equatable {
    case start(String, [(name: String, value: String)])
    case end(String)
    case text(String)

    static func == (a: Event, b: Event) -> Bool {
      switch (a, b) {
      case (.start(let a, let x), .start(let b, let y)):
        a == b && x.elementsEqual(y) { $0 == $1 }
      case (.end(let a), .end(let b)), (.text(let a), .text(let b)): a == b
      default: false
      }
    }
  }

  /// How deep elements may nest.
  static let depthLimit = 64
  /// The longest text, name or attribute in bytes.
  static let textLimit = 8 << 20
  /// The most attributes of an element.
  static let attributeLimit = 256

  private var stream: TextStream
  private var buffer: [UInt8] = []
  private var index = 0
  private var base = 0
  private(set) var line = 1
  /// The names of the elements that are open, the outermost first.
  private(set) var path: [String] = []
  private var pendingEnd: String?
  private var sawRoot = false

  init(_ stream: TextStream) { self.stream = stream }

  /// The byte at which reading goes on.
  var offset: Int { base + index }

  func fault(_ reason: String) -> DataError {
    .invalid(
      place: FilePlace(
        file: stream.file, line: line,
        byteOffset: stream.isRecoded ? nil : offset + stream.markLength),
      reason: "not XML: \(reason)")
  }

  private mutating func peek() throws(DataError) -> UInt8? {
    if index < buffer.count { return buffer[index] }
    base += buffer.count
    index = 0
    buffer = try stream.read()
    return buffer.first
  }

  private mutating func take() throws(DataError) -> UInt8 {
    guard let byte = try peek() else { throw fault("the text ends too early") }
    index += 1
    if byte == 0x0A { line += 1 }
    return byte
  }

  /// Steps over the bytes of the buffer before the first that ends, at most so many.
  ///
  /// - Returns: where they stand.
  @inline(__always)
  private mutating func run(atMost limit: Int, until ends: (UInt8) -> Bool) -> Range<Int> {
    let start = index
    let end = min(buffer.count, start + limit)
    var (place, lines) = (start, 0)
    buffer.withUnsafeBufferPointer { buffer in
      while place < end, !ends(buffer[place]) {
        if buffer[place] == 0x0A { lines &+= 1 }
        place &+= 1
      }
    }
    index = place
    line += lines
    return start..<place
  }

  private mutating func expect(_ text: StaticString) throws(DataError) {
    for offset in 0..<text.utf8CodeUnitCount {
      let wanted = text.utf8Start[offset]
      guard try take() == wanted else { throw fault("expected \(text)") }
    }
  }

  /// The next event, or nil behind the root element.
  mutating func next() throws(DataError) -> Event? {
    if let name = pendingEnd {
      pendingEnd = nil
      path.removeLast()
      return .end(name)
    }
    while let byte = try peek() {
      if byte != UInt8(ascii: "<") {
        let text = try characters()
        guard path.isEmpty else { return .text(text) }
        guard text.allSatisfy(\.isWhitespace) else {
          throw fault("text outside of the root element")
        }
        continue
      }
      _ = try take()
      switch try peek() {
      case UInt8(ascii: "?"): try skip(until: "?>")
      case UInt8(ascii: "!"):
        _ = try take()
        if try peek() == UInt8(ascii: "-") {
          try expect("--")
          try skip(until: "-->")
        } else if try peek() == UInt8(ascii: "[") {
          try expect("[CDATA[")
          guard !path.isEmpty else { throw fault("text outside of the root element") }
          return .text(try text(until: "]]>"))
        } else {
          throw fault(
            "a document type (DOCTYPE) is refused, since its entities can grow without end")
        }
      case UInt8(ascii: "/"):
        _ = try take()
        let name = try name()
        try skipSpace()
        try expect(">")
        guard path.last == name else { throw fault("</\(name)> closes no <\(name)>") }
        path.removeLast()
        return .end(name)
      default: return try element()
      }
    }
    guard path.isEmpty else { throw fault("<\(path[path.count - 1])> is not closed") }
    guard sawRoot else { throw fault("no element") }
    return nil
  }

  private mutating func element() throws(DataError) -> Event {
    guard !sawRoot || !path.isEmpty else { throw fault("a second root element") }
    sawRoot = true
    let name = try name()
    guard path.count < Self.depthLimit else { throw fault("nested deeper than \(Self.depthLimit)") }
    var attributes: [(name: String, value: String)] = []
    while true {
      try skipSpace()
      switch try peek() {
      case UInt8(ascii: ">"):
        _ = try take()
        path.append(name)
        return .start(name, attributes)
      case UInt8(ascii: "/"):
        try expect("/>")
        path.append(name)
        pendingEnd = name
        return .start(name, attributes)
      default:
        guard attributes.count < Self.attributeLimit else { throw fault("too many attributes") }
        let attribute = try self.name()
        try skipSpace()
        try expect("=")
        try skipSpace()
        let quote = try take()
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
          throw fault("an attribute without quotes")
        }
        attributes.append((attribute, try characters(until: quote)))
      }
    }
  }

  private mutating func skipSpace() throws(DataError) {
    while let byte = try peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      _ = try take()
    }
  }

  /// A name without its prefix.
  private mutating func name() throws(DataError) -> String {
    let whole = run(atMost: 256, until: Self.endsName)
    if index < buffer.count, Self.endsName(buffer[index]) {
      return try named(Self.local(buffer[whole]))
    }
    // It goes on behind the buffer.
    var bytes = Array(buffer[whole])
    while let byte = try peek() {
      if Self.endsName(byte) { return try named(Self.local(bytes[...])) }
      guard bytes.count < 256 else { throw fault("a name of over 256 bytes") }
      bytes += buffer[run(atMost: 256 - bytes.count, until: Self.endsName)]
    }
    throw fault("the text ends too early")
  }

  private mutating func named(_ name: String?) throws(DataError) -> String {
    guard let name else { throw fault("expected a name") }
    return name
  }

  /// What stands behind the last colon of a name; nil where nothing does.
  private static func local(_ name: ArraySlice<UInt8>) -> String? {
    let colon = UInt8(ascii: ":")
    guard let last = name.lastIndex(where: { $0 != colon }) else { return nil }
    let start = name[...last].lastIndex(of: colon).map { $0 + 1 } ?? name.startIndex
    return String(decoding: name[start...last], as: UTF8.self)
  }

  @inline(__always)
  private static func endsName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "="),
      UInt8(ascii: "<"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "&"):
      true
    default: false
    }
  }

  /// Text up to the next tag, or up to a quote, which is stepped over.
  private mutating func characters(until quote: UInt8? = nil) throws(DataError) -> String {
    let tag = UInt8(ascii: "<")
    let reference = UInt8(ascii: "&")
    let end = quote ?? tag
    let ends = { (byte: UInt8) in byte == end || byte == tag || byte == reference }
    let whole = run(atMost: Self.textLimit, until: ends)
    if index < buffer.count, buffer[index] == end {
      if quote != nil { index += 1 }
      return String(decoding: buffer[whole], as: UTF8.self)
    }
    // It goes on behind the buffer, or has references.
    var bytes = Array(buffer[whole])
    while let byte = try peek() {
      if byte == end {
        if quote != nil { index += 1 }
        return String(decoding: bytes, as: UTF8.self)
      }
      if byte == tag { throw fault("< inside of an attribute") }
      guard bytes.count < Self.textLimit else { throw fault("a text of over 8 MiB") }
      if byte == reference {
        index += 1
        bytes += try self.reference()
      } else {
        bytes += buffer[run(atMost: Self.textLimit - bytes.count, until: ends)]
      }
    }
    guard quote == nil else { throw fault("the text ends too early") }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func reference() throws(DataError) -> [UInt8] {
    var name: [UInt8] = []
    while true {
      let byte = try take()
      if byte == UInt8(ascii: ";") { break }
      guard name.count < 12 else { throw fault("an ampersand that begins no entity") }
      name.append(byte)
    }
    let word = String(decoding: name, as: UTF8.self)
    switch word {
    case "lt": return Array("<".utf8)
    case "gt": return Array(">".utf8)
    case "amp": return Array("&".utf8)
    case "quot": return Array("\"".utf8)
    case "apos": return Array("'".utf8)
    default: break
    }
    guard word.hasPrefix("#") else { throw fault("the entity &\(word); is refused") }
    let isHex = word.hasPrefix("#x")
    let digits = word.dropFirst(isHex ? 2 : 1)
    guard digits.first?.isHexDigit == true, let value = UInt32(digits, radix: isHex ? 16 : 10),
      let scalar = Unicode.Scalar(value), Self.isCharacter(scalar)
    else { throw fault("&\(word); is no character of XML 1.0") }
    return Array(String(Character(scalar)).utf8)
  }

  /// Whether a reference may name it (XML 1.0, production 2): controls may not be written at all.
  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: true
    case 0..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  private mutating func skip(until end: String) throws(DataError) {
    _ = try text(until: end, keeping: false)
  }

  private mutating func text(
    until end: String, keeping: Bool = true
  ) throws(DataError) -> String {
    let mark = Array(end.utf8)
    var bytes: [UInt8] = []
    while true {
      let limit = keeping ? Self.textLimit - 1 - bytes.count : 4096
      bytes += buffer[run(atMost: limit) { $0 == UInt8(ascii: ">") }]
      bytes.append(try take())
      if bytes.last == mark.last, bytes.suffix(mark.count).elementsEqual(mark) {
        return String(decoding: bytes.dropLast(mark.count), as: UTF8.self)
      }
      guard bytes.count < Self.textLimit else { throw fault("a text of over 8 MiB") }
      if !keeping, bytes.count > 4096 { bytes.removeFirst(bytes.count - mark.count) }
    }
  }
}
