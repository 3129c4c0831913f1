// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "SampleApp",
  dependencies: [.package(name: "movies", path: "../..")],
  targets: [
    .executableTarget(
      name: "SampleApp", dependencies: [.product(name: "MovieStore", package: "movies")],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny")]),
    .target(
      name: "ListImport",
      dependencies: [
        .product(name: "MovieStore", package: "movies"),
        .product(name: "MovieInterchange", package: "movies"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ])
