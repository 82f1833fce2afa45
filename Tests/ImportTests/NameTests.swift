import Import
import Testing

@Suite("Names in two languages")
struct NameTests {
  @Test(arguments: [
    ("昂坪營地Ngong Ping Camp Site", "昂坪營地", "Ngong Ping Camp Site"),
    ("貝澳營地 Pui O Campsite", "貝澳營地", "Pui O Campsite"),
    ("Hong Kong Space Museum 香港太空館", "香港太空館", "Hong Kong Space Museum"),
    ("龍躍頭文物徑 - Lung Yeuk Tau Heritage Trail", "龍躍頭文物徑", "Lung Yeuk Tau Heritage Trail"),
    ("第2座Block of Two Towers", "第2座", "Block of Two Towers"),
    ("太平山頂 | Peak", "太平山頂", "Peak"), ("PMQ / 元創方", "元創方", "PMQ"),
    ("海濱花園Café de la Plage", "海濱花園", "Café de la Plage"),
    ("孫中山紀念館 Dr Sun Yat-sen Museum", "孫中山紀念館", "Dr Sun Yat-sen Museum"),
  ])
  func areParted(text: String, chinese: String, latin: String) throws {
    let parts = try #require(BilingualName.parts(text))
    #expect(parts.chinese == chinese && parts.latin == latin)
  }

  @Test(arguments: [
    "M+博物館", "K11 MUSEA", "1881 Heritage", "T‧PARK [源‧區]", "Café 花園", "Café花園", "K11購物藝術館",
    "MTR 尖沙咀站", "The ONE 美食廣場", "Pacific Place 停車場", "中環碼頭 (Central Pier No 7)",
    "香港 Hong Kong Park 公園", "營地2Camp Site Number Two",
    "Murray House & 美利樓",
    "Art and Culture + 藝術", "山", "", "Ngong Ping Camp Site", "昂坪營地", "M / N", "a/b山",
    "大 Big Wave Bay Beach",
  ])
  func stayWhole(text: String) { #expect(BilingualName.parts(text) == nil) }

  @Test func anImportTakesBoth() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(
      "names.csv",
      "name,name_zh,lat,lon\n昂坪營地Ngong Ping Camp Site,,22.25,113.91\nM+博物館,,22.3,114.16\n"
        + "昂坪營地Ngong Ping Camp Site,昂坪營,22.25,113.91\n")
    let rows = sandbox.run("convert", file, "--to", "csv").rows
    #expect(
      rows.map { $0["name_en"] } == ["Ngong Ping Camp Site", "M+博物館", "昂坪營地Ngong Ping Camp Site"])
    #expect(rows.map { $0["name_zh_hant"] } == ["昂坪營地", "", "昂坪營"])
  }
}
