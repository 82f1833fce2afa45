import Catalog

/// The reference systems in which positions may be given.
package enum ReferenceSystem: String, CaseIterable, Sendable {
  /// Degrees, on the datum that is given apart.
  case wgs84 = "EPSG:4326"
  /// Metres of the Hong Kong 1980 Grid.
  case hongKong1980Grid = "EPSG:2326"

  /// The system of a name, as `crs` members, options and documents write it: `EPSG:2326`,
  /// `urn:ogc:def:crs:EPSG::2326`, `http://www.opengis.net/def/crs/EPSG/0/2326`, `2326`, `CRS84`,
  /// `http://spatialreference.org/ref/epsg/2326/proj4/`, `ESRI:102140`.
  package init?(_ name: String) {
    let upper = name.uppercased()
    var parts = upper.split { ":/#".contains($0) }
    // In which form the host describes it.
    if parts.count > 3, ["OGCWKT", "ESRIWKT", "PROJ4", "JSON", "HTML"].contains(parts.last ?? "") {
      parts.removeLast()
    }
    if upper == "ESRI:102140" {
      self = .hongKong1980Grid
      return
    }
    if upper == "CRS:84" {
      self = .wgs84
      return
    }
    switch parts.last {
    case "4326", "CRS84", "WGS84", "CRS84H", "4979": self = .wgs84
    case "2326", "HK80", "HK1980", "HK1980GRID": self = .hongKong1980Grid
    default: return nil
    }
    let authorities = [
      "EPSG", "EPSG.XML", "OGC", "CRS", "WGS84", "CRS84", "HK80", "HK1980", "HK1980GRID", "CRS84H",
    ]
    guard parts.count == 1 || parts.contains(where: { authorities.contains(String($0)) }) else {
      return nil
    }
  }

  /// Why a system of another name is not read.
  static func refusal(_ name: String) -> String {
    "the reference system \"\(name.prefix(80))\" is not read; EPSG:4326 and EPSG:2326 are; convert "
      + "the file (ogr2ogr -t_srs EPSG:4326), or give --crs"
  }
}
