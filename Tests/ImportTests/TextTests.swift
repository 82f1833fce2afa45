import Foundation
import Import
import Testing

@Suite("Texts")
struct TextTests {
  @Test func nfcIsThatOfFoundationForEveryCharacter() {
    var wrong: [UInt32] = []
    for value in UInt32(0)...0xFFFF {
      guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 14
      else { continue }
      // Foundation may know other versions of Unicode than the mappings.
      // With a mark of another class behind it, so that order and composition count.
      for text in ["\(scalar)", "\(scalar)\u{301}\u{323}", "e\(scalar)"] {
        let right = (text as NSString).precomposedStringWithCanonicalMapping
        if !Normalization.nfc(text).utf8.elementsEqual(right.utf8) { wrong.append(value) }
      }
    }
    #expect(wrong.count == 0, "first: \(wrong.prefix(5).map { String($0, radix: 16) })")
  }

  @Test(arguments: [
    ("e\u{301}", "\u{E9}"), ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"), ("\u{212B}", "\u{C5}"),
    ("\u{FA10}", "\u{585A}"), ("\u{E9}\u{323}", "\u{1EB9}\u{301}"), ("\u{958}", "\u{915}\u{93C}"),
    ("廈門", "廈門"),
  ])
  func nfc(text: String, right: String) {
    #expect(Array(Normalization.nfc(text).utf8) == Array(right.utf8))
  }

  @Test(arguments: [
    ("<b>a</b> b", "a b"), ("a<br/>b", "a b"), ("x &amp; y &#39;z&#x27;", "x & y 'z'"),
    ("1 < 2 & 3", "1 < 2 & 3"), ("<script>alert(1)</script>t", "t"), ("a <!-- c --> b", "a b"),
    ("<a title=\"x>y\">l</a>", "l"), ("&nosuch; &", "&nosuch; &"), ("<3", "<3"),
  ])
  func html(text: String, right: String) { #expect(HTMLText.plain(text) == right) }

  @Test(arguments: ["N.A.", "-", "", "  ", "n/a", "—", "不適用", "NULL"])
  func placeholders(text: String) { #expect(CleanText.value(text) == nil) }

  @Test(
    arguments: [
      (" a\t\n b\u{3000}c ", "a b c"), ("Nathan  Road", "Nathan Road"), ("\u{FEFF}x", "x"),
      ("NAN", nil), ("Nan Lian", "Nan Lian"),
    ] as [(String, String?)])
  func space(text: String, right: String?) { #expect(CleanText.value(text) == right) }

  @Test(arguments: [
    ("THE PENINSULA HONG KONG", "The Peninsula Hong Kong"), ("W HOTEL", "W Hotel"),
    ("HENRY VIII'S INN AT 18", "Henry Viii's Inn at 18"), ("O'BRIEN-SMITH", "O'Brien-Smith"),
    ("iSQUARE", "iSQUARE"), ("MTR", "MTR"), ("PIER II", "Pier II"),
    ("ST. JOHN'S CATHEDRAL", "St. John's Cathedral"), ("DR SUN YAT-SEN", "Dr Sun Yat-Sen"),
    ("5TH FLOOR, 21ST", "5th Floor, 21st"), ("YMCA OF HONG KONG", "YMCA of Hong Kong"),
    ("IFC MALL (UK)", "IFC Mall (UK)"), ("7-ELEVEN K11", "7-Eleven K11"),
    ("McDONALD'S", "McDonald's"), ("UN CHAU ESTATE", "Un Chau Estate"),
  ])
  func fixedCase(text: String, right: String) { #expect(CleanText.fixingCase(text) == right) }

  @Test(arguments: [
    ("LATITUDE", "latitude"), ("Lat (WGS84)", "lat"), ("hotel_lat", "hotel lat"),
    ("ＮＡＭＥ　ＥＮ", "name en"), ("緯度", "緯度"), ("Easting (m)", "easting"),
  ])
  func columnKeys(name: String, right: String) { #expect(ColumnMap.key(name) == right) }

  @Test func slugs() {
    #expect(Slug.of("Café de l'Île & Co.") == "cafe-de-lile-and-co")
    #expect(Slug.of("香港") == nil)
    #expect(Slug.hashed("香港") == Slug.hashed("香港"))
    var ids = IDRegister()
    #expect(["a", "a", "a-2", "a"].map { ids.takeUnique($0) } == ["a", "a-2", "a-2-2", "a-3"])
  }
}
