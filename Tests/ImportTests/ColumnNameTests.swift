import Testing

@testable import Import

/// Columns as the files of governments, shops and databases call them.
@Suite("Names of columns")
struct ColumnNameTests {
  private func convert(_ columns: [String], _ values: [String], _ options: String...) throws
    -> Outcome
  {
    let sandbox = try Sandbox()
    func row(_ fields: [String]) -> String {
      fields.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\n"
    }
    let path = try sandbox.write("a.csv", row(columns) + row(values))
    return sandbox.run(["convert", path, "--to", "csv"] + options)
  }

  @Test(arguments: [
    ("Latitude (WGS84)", "Longitude (WGS84)"), ("緯度 (WGS84)", "經度 (WGS84)"),
    ("緯度(北緯)", "經度(東經)"), ("GEOMETRY_Latitude", "GEOMETRY_Longitude"),
    ("wgs84_lat", "wgs84_lng"), ("Lat.", "Long."), ("lat_", "long_"), ("緯度（ＷＧＳ８４）", "經度"),
    ("Latitude(N)", "Longitude(E)"), ("GPS_LAT", "GPS_LON"), ("gpsLat", "gpsLng"),
    ("WGS84Lat", "WGS84Long"), ("Latitude 緯度", "Longitude 經度"), ("纬度", "经度"),
    ("Y (Latitude)", "X (Longitude)"), ("Y", "X"), ("location.lat", "location.lng"),
    ("stop_lat", "stop_lon"), ("Decimal Latitude", "Decimal Longitude"), ("Y_WGS84", "X_WGS84"),
    ("Y坐標", "X坐標"), ("ycoord", "xcoord"), ("GPS緯度", "GPS經度"), ("緯度°", "經度°"),
    ("北緯", "東經"), ("Latitude\n[deg]", "Longitude\n[deg]"), ("hotelLat", "hotelLon"),
  ])
  func degrees(latitude: String, longitude: String) throws {
    let outcome = try convert(["name", latitude, longitude], ["A", "22.3", "114.17"])
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.rows.first?["latitude"] == "22.3")
    #expect(outcome.rows.first?["longitude"] == "114.17")
  }

  @Test(arguments: [
    ("Easting (HK1980 Grid)", "Northing (HK1980 Grid)"), ("Easting_(HK1980)", "Northing_(HK1980)"),
    ("X坐標", "Y坐標"), ("東坐標", "北坐標"), ("坐標東", "坐標北"), ("坐标(东)", "坐标(北)"), ("HK80_E", "HK80_N"),
    ("X (HK1980 Grid)", "Y (HK1980 Grid)"), ("Easting (m)", "Northing (m)"),
    ("EASTING 坐標東", "NORTHING 坐標北"), ("X_COORD", "Y_COORD"), ("橫坐標", "縱坐標"),
    ("HK1980Grid_X", "HK1980Grid_Y"), ("HK 1980 Grid Easting", "HK 1980 Grid Northing"),
  ])
  func metres(easting: String, northing: String) throws {
    let outcome = try convert(["name", easting, northing], ["A", "835618", "819821"])
    #expect(outcome.status == 0, "\(outcome.err)")
    #expect(outcome.rows.first?["latitude"]?.hasPrefix("22.31738") == true)
  }

  /// Degrees of another datum, several pairs, and words that only begin like one.
  @Test(arguments: [
    ["gcj02_lat", "gcj02_lng"], ["lat_bd09", "lng_bd09"], ["百度緯度", "百度經度"],
    ["HK80 Latitude", "HK80 Longitude"], ["start_lat", "start_lon", "end_lat", "end_lon"],
    ["Latitude", "b"], ["Plate", "Along"], ["Latest", "Longest"],
  ])
  func whatIsNotTold(columns: [String]) throws {
    let values = ["A", "22.3", "114.17", "22.4", "114.18"]
    let outcome = try convert(["name"] + columns, Array(values.prefix(columns.count + 1)))
    #expect(outcome.status == 65 && outcome.out.isEmpty)
    #expect(outcome.err.contains("\"\(columns[0])\"") && outcome.err.contains("--column latitude="))
    #expect(
      outcome.err.contains("--datum")
        == PositionName.isOfOtherDatum(
          ColumnWords.byScript(ColumnWords.of(columns[0]))))
  }

  @Test(
    arguments: [
      ("Name of Facility (English)", "name_en"), ("Park_Name_EN", "name_en"),
      ("中文名", "name_zh_hant"),
      ("ENGLISHNAME", "name_en"), ("CNAME", "name_zh_hant"), ("institution_eng", "name_en"),
      ("英文名", "name_en"), ("nameEn", "name_en"), ("Park Name", "name_en"),
      ("名稱(中文)", "name_zh_hant"), ("公園名稱", "name_zh_hant"), ("POI名称", "name_zh_hans"),
      ("Name_cn", "name_zh_hant"), ("name_zh_cn", "name_zh_hans"), ("name:zh-Hant", "name_zh_hant"),
      ("設施名稱(英文)", "name_en"), ("Name (Simplified Chinese)", "name_zh_hans"),
      ("Street Name", nil), ("District Name", nil), ("地區名稱", nil), ("user name", nil),
    ] as [(String, String?)])
  func names(column: String, role: String?) throws {
    let outcome = try convert([column, "lat", "lon"], ["A", "22.3", "114.17"])
    #expect(outcome.status == 0)
    for name in ["name_en", "name_zh_hant", "name_zh_hans"] {
      #expect(outcome.rows.first?[name] == (name == role ? "A" : ""))
    }
  }

  /// An option that says otherwise than the columns is not passed over.
  @Test func contradictionsAreTold() throws {
    let grid = ["A", "835618", "819821"]
    let degrees = ["A", "114.17", "22.3"]
    func run(_ x: String, _ y: String, _ values: [String], _ options: [String]) throws -> Outcome {
      let sandbox = try Sandbox()
      let path = try sandbox.write(
        "a.csv", "name,\(x),\(y)\n\(values.joined(separator: ","))\n")
      return sandbox.run(["convert", path, "--to", "csv"] + options)
    }
    for (x, y, values, options, reason) in [
      ("lon", "lat", degrees, ["--crs", "EPSG:2326"], "is in degrees, and --crs EPSG:2326"),
      ("x", "y", degrees, ["--crs", "EPSG:2326"], "is in degrees, and --crs EPSG:2326"),
      ("easting", "northing", grid, ["--crs", "EPSG:4326"], "in grid metres, and --crs EPSG:4326"),
      ("x_coord", "y_coord", grid, ["--crs", "EPSG:4326"], "in grid metres, and --crs EPSG:4326"),
      ("x", "y", grid, ["--crs", "EPSG:4326"], "--crs EPSG:4326 says degrees"),
      ("easting", "northing", grid, ["--datum", "gcj02"], "of which --datum gcj02 says nothing"),
      ("x", "y", grid, [], "give --crs EPSG:2326"),
    ] {
      let outcome = try run(x, y, values, options)
      #expect(outcome.status == 65 && outcome.rows.isEmpty, "\(x) \(options)")
      #expect(outcome.err.contains(reason), "\(outcome.err)")
    }
    for (x, y, values, options) in [
      ("x", "y", grid, ["--crs", "EPSG:2326"]), ("lon", "lat", grid, ["--crs", "EPSG:2326"]),
      ("easting", "northing", degrees, ["--crs", "EPSG:4326"]), ("x_coord", "y_coord", degrees, []),
      ("easting", "northing", grid, ["--crs", "EPSG:2326"]),
    ] {
      let outcome = try run(x, y, values, options)
      #expect(outcome.status == 0 && outcome.rows.count == 1, "\(x) \(options) \(outcome.err)")
    }
    #expect(
      try run("x", "y", grid, ["--crs", "EPSG:2326", "--datum", "gcj02"]).status == 64)
  }

  @Test(arguments: [
    ("POINT (114.17 22.3)", "22.3"), ("POINT Z (114.17 22.3 5)", "22.3"),
    ("POINTZ(114.17 22.3 5)", "22.3"), ("point m (114.17 22.3 5)", "22.3"),
    ("SRID=4326;POINT(114.17 22.3)", "22.3"), ("SRID=2326;POINT(835618 819821)", "22.31738"),
    ("MULTIPOINT ((114.17 22.3),(114 22))", "22.3"), ("MULTIPOINT (114.17 22.3,114 22)", "22.3"),
    ("LINESTRING (114.17 22.3,114 22)", "22.3"),
    ("MULTILINESTRING ((114.17 22.3,114 22),(1 2,3 4))", "22.3"),
    ("POLYGON ((114 22,114.2 22,114.2 22.2,114 22.2,114 22))", "22.1"),
    ("MULTIPOLYGON (((1 1,1.1 1,1.1 1.1,1 1)),((114 22,115 22,115 22.2,114 22.2,114 22)))", "22.1"),
    ("GEOMETRYCOLLECTION (POLYGON ((114 22,115 22,115 23,114 22)),POINT (114.17 22.3))", "22.3"),
    ("MULTIPOINT (EMPTY,(114.17 22.3))", "22.3"),
    // From PostGIS: SELECT ST_GeomFromText('SRID=4326;POINT(114.1875 22.296875)'), and without SRID, and
    // big-endian with a height.
    ("0101000020E610000000000000008C5C4000000000004C3640", "22.296875"),
    ("010100000000000000008C5C4000000000004C3640", "22.296875"),
    ("00800000014 05C8C000000000040364C00000000004014000000000000", "22.296875"),
    ("0104000000010000000101000000 00000000008C5C4000000000004C3640", "22.296875"),
    (#"{"type":"Point","coordinates":[114.17,22.3]}"#, "22.3"),
    (
      #"{"coordinates":[835618,819821],"type":"Point","crs":{"properties":{"name":"EPSG:2326"}}}"#,
      "22.31738"
    ),
    ("22.3, 114.17", "22.3"), ("(22.3, 114.17)", "22.3"),
  ])
  func geometriesInAField(text: String, latitude: String) throws {
    let text = text.hasPrefix("0") ? text.replacing(" ", with: "") : text
    for column in ["geom", "WKT", "the_geom", "geo_shape", "location", "Coordinates"] {
      let outcome = try convert(["name", column], ["A", text])
      #expect(outcome.status == 0, "\(outcome.err)")
      #expect(outcome.rows.first?["latitude"]?.hasPrefix(latitude) == true, "\(outcome.out)")
    }
  }

  @Test(arguments: [
    ("POINT (114.17)", "a position is not two numbers"), ("POINT (114.17 22.3", "expected )"),
    ("POINT (114.17 1e400)", "1e400 is no plain number"), ("POINT (114.17 nan)", "nan is no plain"),
    ("SRID=3857;POINT (1 2)", "\"EPSG:3857\" is not read"), ("POLYGON (114 22)) x", "text after"),
    ("CIRCULARSTRING (0 0,1 1,1 0)", "is not a coordinate"), ("POINTLESS", "is not a coordinate"),
    ("0101000020E6100000CDCCCCCCCC8C5C40", "the text ends too early"),
    ("01090000000000000000000000", "a geometry of kind 9"), ("Central", "\"Central\""),
    (#"{"type":"Point","coordinates":[114]}"#, "not two numbers: [114]"), ("{}", "no type"),
    ("010300000001000000FFFFFFFF", "the text ends too early"),
  ])
  func fieldsThatAreNone(text: String, reason: String) throws {
    for column in ["geom", "location"] {
      let outcome = try convert(["name", column], ["A", text])
      #expect(outcome.status == 65 && outcome.rows.isEmpty)
      #expect(
        outcome.err.contains("a.csv:2: ") && outcome.err.contains(reason), "\(outcome.err)")
    }
    // Beside a position it is an address.
    let address = try convert(["name", "lat", "lon", "location"], ["A", "22.3", "114.17", text])
    #expect(address.status == 0 && address.rows.count == 1)
  }

  @Test(arguments: [
    "POINT EMPTY", "MULTIPOLYGON EMPTY", "0101000000000000000000F87F000000000000F87F",
  ])
  func emptyGeometriesAreNoPlaces(text: String) throws {
    let outcome = try convert(["name", "geom"], ["A", text])
    #expect(outcome.status == 0 && outcome.rows.isEmpty, "\(outcome.err)")
  }
}
