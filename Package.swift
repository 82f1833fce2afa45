// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "nearby",
  platforms: [.macOS(.v15), .iOS(.v18), .watchOS(.v11)],
  products: [
    .library(name: "Spatial", targets: ["Spatial"]),
    .library(name: "Catalog", targets: ["Catalog"]),
    .executable(name: "nearby", targets: ["nearby"]),
  ],
  traits: [
    .trait(
      name: "GEOS",
      description: "Polygon queries (RegionIndex) through the GEOS C library."),
    .default(enabledTraits: ["GEOS"]),
  ],
  targets: [
    .systemLibrary(
      name: "CGEOS",
      pkgConfig: "geos",
      providers: [.apt(["libgeos-dev"]), .brew(["geos"])]),
    .target(
      name: "Spatial",
      dependencies: [
        "CLanes", .target(name: "CGEOS", condition: .when(traits: ["GEOS"])),
      ]),
    .target(name: "CLanes"),
    .target(name: "Catalog", dependencies: ["Spatial"]),
    .target(name: "NearbyCommands", dependencies: ["Catalog", "Spatial"]),
    .executableTarget(name: "nearby", dependencies: ["NearbyCommands"]),
    .executableTarget(
      name: "nearby-bench", dependencies: ["Spatial", "TestSupport"],
      path: "Benchmarks/nearby-bench"),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .target(name: "TestSupport", dependencies: ["Spatial"], path: "Tests/TestSupport"),
    .testTarget(name: "CatalogTests", dependencies: ["Catalog", "Spatial", "TestSupport"]),
    .testTarget(
      name: "NearbyCommandsTests",
      dependencies: ["NearbyCommands", "TestSupport", "nearby"],
      exclude: ["Transcripts"]),
    .testTarget(
      name: "SpatialTests", dependencies: ["CAllocations", "Spatial", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// The fuzz targets need every module built with the sanitizers: `Fuzz/run` sets the variable and
// the flags, and an ordinary build does not see them.
if Context.environment["NEARBY_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "nearby-fuzz", dependencies: ["NearbyCommands", "Catalog", "Spatial"],
      path: "Fuzz/Sources"))
}
