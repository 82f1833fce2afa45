import Foundation
import Import
import TestSupport
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
    ("AT&amp;T &lt;img&gt; x", "AT&T x"), ("a&amp;amp;amp;lt;b", "a<b"), ("<i<b></b>>x</i>", "x"),
    ("<Peak Tower>", "<Peak Tower>"), ("<b or c> d", "<b or c> d"), ("<td nowrap>x", "x"),
    ("O&#146;Brien&#10;&eacute;&Agrave;&yuml;&frac12;", "O’Brien éÀÿ½"),
    ("&#0; &#xD800;", "&#0; &#xD800;"),
    ("<style>b{}</style>x<script>1 < 2</script>y", "x y"), ("<script>open", "open"),
    ("<!DOCTYPE html><p>x", "x"), ("<svg/onload=alert(1)>x", "x"), ("e&#769;", "\u{E9}"),
  ])
  func html(text: String, right: String) { #expect(HTMLText.value(text) == right) }

  /// What is a picture or a program is part of a name, and so is markup with nothing in it.
  @Test(
    arguments: [
      ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
      ("Sample <img src=x onerror=alert(1)> Park", "Sample <img src=x onerror=alert(1)> Park"),
      ("<script>alert(1)</script>", "<script>alert(1)</script>"),
      ("AT&amp;T &lt;img&gt;", "AT&T <img>"), ("<b>Sample</b> Museum", "Sample Museum"),
      ("Sample<br>Park", "Sample Park"), ("<b></b>", "<b></b>"), ("&lt;b&gt;", "&lt;b&gt;"),
      ("O'Brien", "O'Brien"), ("');DROP TABLE bookings;--", "');DROP TABLE bookings;--"),
      ("<b>N.A.</b>", nil), ("N&#46;A.", nil), ("<i> </i>", "<i> </i>"),
    ] as [(String, String?)])
  func htmlInNames(text: String, right: String?) {
    #expect(HTMLText.value(text, isName: true) == right)
  }

  /// A text once cleaned stays as it is, however its markup is nested.
  @Test(arguments: ReplaySeeds.all)
  func cleaningTwiceIsCleaningOnce(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let parts = [
      "<", ">", "&", ";", "\"", "'", "=", "/", "!", "-", "--", " ", "|", "#", "a", "b", "br", "img",
      "x", "amp", "&amp;", "&lt;", "&gt;", "&quot;", "&#38;", "&#x3c;", "&#62;", "lt;", "amp;",
      "<b>",
      "</b>", "<i ", "<script>", "</script>", "<!--", "-->", "<img src=", "alt=\"", "nbsp;",
      "\u{338}",
      "&#824;", "&#x958;", "&#0;", "N", ".", "A", "&#46;", "\u{200B}", "\n", "香港", "é",
    ]
    for _ in 0..<5_000 {
      let count = Int.random(in: 1...24, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      for isName in [false, true] {
        guard let once = HTMLText.value(text, isName: isName) else { continue }
        let twice = HTMLText.value(once, isName: isName)
        #expect(twice?.utf8.elementsEqual(once.utf8) == true, "seed \(seed): \(text)")
      }
    }
  }

  /// What begins like markup everywhere and never ends is no reason to wait.
  @Test(arguments: [
    "<a ", "<a b=\"", "<a b='<a b=\"", "<!--", "<script>", "&amp;amp;", "<b", "<style><script>",
    "&#",
    "<a b=\" c='", "<i<i>>",
  ])
  func markupWithoutEndIsReadInTime(part: String) {
    let text = String(repeating: part, count: 1_000_000 / part.utf8.count)
    let clock = ContinuousClock()
    let time = clock.measure { _ = HTMLText.value(text) }
    #expect(time < .seconds(20), "\(part): \(time)")
  }

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
