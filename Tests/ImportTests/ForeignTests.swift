import Catalog
import Testing

/// Whether GDAL's programs are there; `make test` installs them.
private let hasGDAL: Bool = {
  guard let program = try? FileSystem.Program(["ogr2ogr", "--version"]) else { return false }
  while let bytes = try? program.read(), !bytes.isEmpty {}
  return program.wait() == 0
}()

@Suite("Files that GDAL reads", .enabled(if: hasGDAL))
struct ForeignTests {
  @Test(arguments: [
    ("ESRI Shapefile", "places.shp"), ("GPKG", "places.gpkg"), ("FlatGeobuf", "places.fgb"),
  ])
  func areReadThroughIt(driver: String, file: String) throws {
    let sandbox = try Sandbox()
    let source = try sandbox.write(
      "source.geojson",
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Sample"},"#
        + #""geometry":{"type":"Point","coordinates":[114.17,22.3]}}]}"#)
    let program = try #require(
      try FileSystem.Program(["ogr2ogr", "-f", driver, sandbox.path(file), source]))
    #expect(program.wait() == 0)
    let outcome = sandbox.run("convert", sandbox.path(file), "--to", "csv")
    #expect(outcome.status == 0)
    #expect(outcome.rows.map { $0["name_en"] } == ["Sample"])
    #expect(outcome.rows.first?["latitude"] == "22.3")
  }

  @Test func openStreetMap() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "places.osm",
      #"<?xml version="1.0"?><osm version="0.6"><node id="1" lat="22.3" lon="114.17" version="1">"#
        + #"<tag k="name" v="Sample"/><tag k="tourism" v="museum"/></node></osm>"#)
    let outcome = sandbox.run("convert", path, "--to", "csv")
    #expect(outcome.status == 0)
    #expect(outcome.rows.map { $0["name_en"] } == ["Sample"])
  }
}
