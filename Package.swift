// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

// Tests may be plainer: they import Foundation, and need no `unsafe` beside each pointer.
let testSettings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

let package = Package(
  name: "movies",
  products: [
    .library(name: "MovieStore", targets: ["MovieStore"]),
    .library(name: "MovieInterchange", targets: ["MovieInterchange", "MovieFormats"]),
    .library(name: "MovieSync", targets: ["MovieSync"]),
    .library(name: "MovieCuration", targets: ["MovieCuration"]),
    .library(name: "MovieStatistics", targets: ["MovieStatistics"]),
    .library(name: "MovieStoreMaintenance", targets: ["MovieStoreMaintenance"]),
    .library(name: "MovieSamples", targets: ["MovieSamples"]),
    .executable(name: "movies", targets: ["movies"]),
  ],
  targets: [
    .systemLibrary(
      name: "CMovieSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CLinux"),
    // Without pkg-config, which would warn clients of the library that do not have zlib.
    .systemLibrary(name: "CZlib"),
    // Re-exports the C library of the platform.
    .target(name: "CLibrary", dependencies: ["CLinux"], swiftSettings: settings),
    .target(name: "MovieSystem", dependencies: ["CLibrary"], swiftSettings: settings),
    .target(
      name: "MovieSQLite", dependencies: ["CMovieSQLite", "MovieSystem"], swiftSettings: settings),
    .target(
      name: "MovieStore", dependencies: ["MovieSQLite", "MovieSystem"], swiftSettings: settings),
    // A list as bytes and as drafts of movies.
    .target(
      name: "MovieFormats", dependencies: ["MovieStore", "MovieSQLite", "MovieSystem"],
      swiftSettings: settings),
    // Whether two records are about the same movie, and what becomes of both.
    .target(
      name: "MovieMatching",
      dependencies: ["MovieStore", "MovieSQLite", "MovieSystem"],
      swiftSettings: settings),
    .target(
      name: "MovieInterchange",
      dependencies: ["MovieMatching", "MovieFormats", "MovieStore", "MovieSQLite", "MovieSystem"],
      swiftSettings: settings),
    .target(
      name: "MovieSync",
      dependencies: ["MovieMatching", "MovieStore", "MovieSQLite", "MovieSystem"],
      swiftSettings: settings),
    // Above the sync, whose states a merge unites.
    .target(
      name: "MovieCuration",
      dependencies: [
        "MovieSync", "MovieMatching", "MovieStore", "MovieSQLite", "MovieSystem",
      ], swiftSettings: settings),
    .target(
      name: "MovieStatistics", dependencies: ["MovieStore", "MovieSQLite", "MovieSystem"],
      swiftSettings: settings),
    // Above all that it examines.
    .target(
      name: "MovieStoreMaintenance",
      dependencies: ["MovieCuration", "MovieSync", "MovieStore", "MovieSQLite", "MovieSystem"],
      swiftSettings: settings),
    .target(
      name: "MovieSamples",
      dependencies: [
        "MovieMatching", "MovieStore", "MovieStoreMaintenance", "MovieSQLite", "MovieSystem",
      ],
      swiftSettings: settings),
    .target(
      name: "MovieArchives", dependencies: ["CZlib", "MovieSystem"], swiftSettings: settings),
    .target(name: "MovieArguments", swiftSettings: settings),
    .target(name: "MovieTerminal", dependencies: ["MovieSystem"], swiftSettings: settings),
    .target(
      name: "MovieCharts", dependencies: ["MovieTerminal", "MovieSystem"], swiftSettings: settings),
    .target(
      name: "MovieMCP", dependencies: ["MovieArguments", "MovieSystem"],
      swiftSettings: settings),
    .target(
      name: "MoviesCLI",
      dependencies: [
        "MovieInterchange", "MovieSync", "MovieCuration", "MovieStatistics", "MovieMatching",
        "MovieFormats", "MovieStore", "MovieStoreMaintenance", "MovieSamples", "MovieArchives",
        "MovieArguments",
        "MovieTerminal", "MovieCharts", "MovieMCP", "MovieSystem",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "movies", dependencies: ["MoviesCLI", "MovieSystem"], exclude: ["install.sh"],
      swiftSettings: settings),
    .executableTarget(
      name: "MovieBenchmarks",
      dependencies: [
        "MoviesCLI", "MovieInterchange", "MovieSync", "MovieCuration", "MovieStatistics",
        "MovieMatching", "MovieFormats", "MovieStore", "MovieStoreMaintenance", "MovieSamples",
        "MovieSQLite",
        "MovieArguments", "MovieTerminal", "MovieSystem",
      ], swiftSettings: settings),

    .target(
      name: "TestSupport", dependencies: ["CMovieSQLite"], path: "Tests/TestSupport",
      swiftSettings: testSettings),
    .target(
      name: "ArgumentsTestSupport", dependencies: ["MovieArguments"],
      path: "Tests/ArgumentsTestSupport", swiftSettings: testSettings),
    // What tests of several targets need, each of one module and those below.
    .target(
      name: "StoreTestSupport",
      dependencies: ["MovieStore", "MovieSQLite", "TestSupport"],
      path: "Tests/StoreTestSupport", swiftSettings: testSettings),
    .target(
      name: "FormatsTestSupport",
      dependencies: ["MovieFormats", "MovieStore", "MovieSystem"],
      path: "Tests/FormatsTestSupport", swiftSettings: testSettings),
    .target(
      name: "InterchangeTestSupport",
      dependencies: [
        "MovieInterchange", "MovieFormats", "MovieStore", "MovieSystem", "FormatsTestSupport",
        "TestSupport",
      ], path: "Tests/InterchangeTestSupport", swiftSettings: testSettings),
    .target(
      name: "SyncTestSupport", dependencies: ["MovieSync", "MovieStore", "MovieSystem"],
      path: "Tests/SyncTestSupport", swiftSettings: testSettings),
    .executableTarget(
      name: "PlainSQL", dependencies: ["CMovieSQLite"], path: "Tests/PlainSQL",
      swiftSettings: testSettings),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "MoviesCLI", "MovieInterchange", "MovieSync", "MovieStatistics", "MovieFormats",
        "MovieMCP", "MovieStore", "MovieStoreMaintenance", "MovieArchives", "MovieArguments",
        "MovieTerminal", "MovieSQLite", "MovieSystem",
      ], path: "Tests/FuzzTargets", swiftSettings: testSettings),
    .testTarget(
      name: "FuzzTargetsTests", dependencies: ["FuzzTargets", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "MovieSystemTests", dependencies: ["MovieSystem", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "MovieSQLiteTests",
      dependencies: ["MovieSQLite", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "MovieStoreTests",
      dependencies: [
        "MovieStore", "MovieSQLite", "MovieSystem", "PlainSQL", "StoreTestSupport",
        "TestSupport",
      ], swiftSettings: testSettings),
    .testTarget(
      name: "MovieFormatsTests",
      dependencies: [
        "MovieFormats", "MovieStore", "MovieSystem", "FormatsTestSupport", "StoreTestSupport",
        "TestSupport",
      ], swiftSettings: testSettings),
    .testTarget(
      name: "MovieInterchangeTests",
      dependencies: [
        "MovieInterchange", "MovieMatching", "MovieFormats", "MovieStore", "MovieSQLite",
        "MovieSystem", "InterchangeTestSupport", "FormatsTestSupport", "StoreTestSupport",
        "TestSupport",
      ], swiftSettings: testSettings),
    .testTarget(
      name: "MovieSyncTests",
      dependencies: [
        "MovieSync", "MovieStore", "MovieSystem", "SyncTestSupport", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "MovieMatchingTests",
      dependencies: ["MovieMatching", "MovieStore", "StoreTestSupport", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "MovieCurationTests",
      dependencies: [
        "MovieCuration", "MovieMatching", "MovieStore", "StoreTestSupport", "TestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "MovieStatisticsTests",
      dependencies: [
        "MovieStatistics", "MovieStore", "MovieSQLite", "MovieSystem", "StoreTestSupport",
        "TestSupport",
      ], swiftSettings: testSettings),
    .testTarget(
      name: "MovieStoreMaintenanceTests",
      dependencies: [
        "MovieStoreMaintenance", "MovieSamples", "MovieSync", "MovieStore", "MovieSQLite",
        "MovieSystem", "PlainSQL", "StoreTestSupport", "TestSupport",
      ], swiftSettings: testSettings),
    .testTarget(
      name: "MovieSamplesTests",
      dependencies: [
        "MovieSamples", "MovieStore", "MovieSystem", "StoreTestSupport", "TestSupport",
      ],
      swiftSettings: testSettings),
    // What needs several modules of which none is above the others.
    .testTarget(
      name: "LibraryTests",
      dependencies: [
        "MovieStoreMaintenance", "MovieSamples", "MovieCuration", "MovieSync", "MovieInterchange",
        "MovieMatching", "MovieFormats", "MovieStore", "MovieSQLite", "MovieSystem", "PlainSQL",
        "InterchangeTestSupport", "StoreTestSupport", "SyncTestSupport", "TestSupport",
      ], swiftSettings: testSettings),
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["MovieStoreMaintenance", "MovieStore", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "MovieArchivesTests",
      dependencies: ["MovieArchives", "MovieSystem", "CZlib", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "MovieArgumentsTests",
      dependencies: ["MovieArguments", "ArgumentsTestSupport", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "MovieTerminalTests", dependencies: ["MovieTerminal", "MovieSystem", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "MovieChartsTests",
      dependencies: ["MovieCharts", "MovieTerminal", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "MovieMCPTests",
      dependencies: ["MovieMCP", "MovieArguments", "MovieSystem", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "MoviesCLITests",
      dependencies: [
        "MoviesCLI", "MovieInterchange", "MovieStatistics", "MovieFormats", "MovieStore",
        "MovieStoreMaintenance", "MovieSamples", "MovieSQLite", "MovieSystem", "MovieArguments",
        "MovieTerminal", "ArgumentsTestSupport", "TestSupport",
      ], swiftSettings: testSettings),
    .testTarget(
      name: "MoviesToolTests",
      dependencies: ["movies", "MovieStore", "PlainSQL", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "MoviesFaultTests",
      dependencies: [
        "movies", "MoviesCLI", "MovieTerminal", "MovieStore", "MovieStoreMaintenance",
        "MovieSamples", "MovieSQLite", "MovieSystem", "PlainSQL", "TestSupport",
      ],
      exclude: ["Support/FailingMemory.c"], swiftSettings: testSettings),
    .testTarget(
      name: "MovieBenchmarksTests",
      dependencies: [
        "MovieBenchmarks", "MovieStore", "MovieArguments", "MovieSystem", "TestSupport",
      ],
      swiftSettings: testSettings),
  ],
  swiftLanguageModes: [.v6]
)

// Has no `main` but libFuzzer's, so that a plain build must not see it: Tests/Fuzzing/run sets this.
if Context.environment["FUZZING"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzzing", dependencies: ["FuzzTargets"], path: "Tests/Fuzzing/Entry",
      swiftSettings: testSettings))
}

// Reduces the package to one target, its tests and what they need, because `swift test` builds all
// tests even if it runs few: MOVIES_ONLY=MovieCharts swift test --disable-xctest
if let only = Context.environment["MOVIES_ONLY"],
  package.targets.contains(where: { $0.name == only })
{
  var needed: Set<String> = []
  var names = [only, "\(only)Tests"]
  while let name = names.popLast() {
    guard let target = package.targets.first(where: { $0.name == name }),
      needed.insert(name).inserted
    else { continue }
    for case .targetItem(let name, _) in target.dependencies { names.append(name) }
    for case .byNameItem(let name, _) in target.dependencies { names.append(name) }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = []
}
