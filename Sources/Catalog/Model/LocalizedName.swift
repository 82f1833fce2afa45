/// The languages in which every name is given.
public enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case traditionalChinese = "zh-Hant"
  case simplifiedChinese = "zh-Hans"
}

/// A name in English, 繁體 and 简体.
public struct LocalizedName: Hashable, Sendable {
  /// The name in English.
  public var en: String
  /// The name in traditional Chinese.
  public var zhHant: String
  /// The name in simplified Chinese.
  public var zhHans: String

  /// Puts the three together.
  public init(en: String, zhHant: String, zhHans: String) {
    self.en = en
    self.zhHant = zhHant
    self.zhHans = zhHans
  }

  /// The name in one language.
  public subscript(language: Language) -> String {
    switch language {
    case .english: en
    case .traditionalChinese: zhHant
    case .simplifiedChinese: zhHans
    }
  }
}
