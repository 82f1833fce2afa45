// swift-tools-version: 6.1
import PackageDescription

// For `make install`: a program in which nothing is loaded or moved when it starts, and whose parts begin
// where the system may map large pages. Other builds link GEOS, of which there is no static library.
let staticLinking: [LinkerSetting] =
  Context.environment["NEARBY_STATIC"] == nil
  ? []
  : [
    .unsafeFlags(
      ["-static-executable", "-use-ld=lld"]
        + ["--strip-debug", "-z", "max-page-size=2097152", "-z", "separate-loadable-segments"]
        .flatMap { ["-Xlinker", $0] },
      .when(platforms: [.linux]))
  ]

let package = Package(
  name: "nearby",
  platforms: [.macOS(.v15), .iOS(.v18), .watchOS(.v11)],
  products: [
    .library(name: "Spatial", targets: ["Spatial"]),
    .library(name: "Catalog", targets: ["Catalog"]),
    .library(name: "Booking", targets: ["Booking"]),
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
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .target(name: "Booking", dependencies: ["CSQLite", "Catalog", "Spatial"]),
    .target(name: "Import", dependencies: ["Catalog", "Spatial"]),
    .target(name: "NearbyCommands", dependencies: ["Booking", "Catalog", "Import", "Spatial"]),
    .executableTarget(name: "nearby", dependencies: ["NearbyCommands"]),
    // In front of `nearby` in an installation.
    .executableTarget(
      name: "nearby-static", dependencies: ["NearbyCommands"], linkerSettings: staticLinking),
    .executableTarget(
      name: "nearby-bench", dependencies: ["Catalog", "Spatial", "TestSupport"],
      path: "Benchmarks/nearby-bench"),
    .executableTarget(
      name: "import-bench", dependencies: ["Import", "Catalog", "Spatial"],
      path: "Benchmarks/import-bench"),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .target(name: "TestSupport", dependencies: ["Spatial"], path: "Tests/TestSupport"),
    .testTarget(name: "CatalogTests", dependencies: ["Catalog", "Spatial", "TestSupport"]),
    .testTarget(
      name: "NearbyCommandsTests",
      dependencies: ["NearbyCommands", "TestSupport", "nearby", "nearby-static"],
      exclude: ["Transcripts"]),
    .testTarget(
      name: "ImportTests",
      dependencies: ["Import", "NearbyCommands", "Catalog", "Spatial", "TestSupport", "nearby"]),
    .testTarget(
      name: "SpatialTests", dependencies: ["CAllocations", "CLanes", "Spatial", "TestSupport"]),
    .target(
      name: "StressSupport", dependencies: ["Booking", "Catalog", "TestSupport"],
      path: "Tests/StressSupport"),
    .executableTarget(
      name: "soak", dependencies: ["Booking", "StressSupport"], path: "Tests/Soak"),
    .executableTarget(
      name: "booking-bench", dependencies: ["Booking", "Catalog", "StressSupport", "TestSupport"],
      path: "Benchmarks/booking-bench"),
    .testTarget(
      name: "BookingTests",
      dependencies: [
        "Booking", "CSQLite", "Catalog", "NearbyCommands", "Spatial", "StressSupport",
        "TestSupport",
        "soak",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// The fuzz targets need every module built with the sanitizers: `Fuzz/run` sets the variable and
// the flags, and an ordinary build does not see them.
if Context.environment["NEARBY_FUZZ"] != nil {
  package.targets += [
    .target(name: "CFuzzMemory", path: "Fuzz/Memory"),
    .executableTarget(
      name: "nearby-fuzz",
      dependencies: ["NearbyCommands", "Booking", "Import", "Catalog", "Spatial", "CFuzzMemory"],
      path: "Fuzz/Sources"),
  ]
}
