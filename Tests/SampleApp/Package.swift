// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "SampleApp",
  dependencies: [.package(name: "movies", path: "../..")],
  targets: [
    .executableTarget(
      name: "SampleApp",
      dependencies: [
        .product(name: "MovieStore", package: "movies"),
        .product(name: "MovieSamples", package: "movies"),
      ],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny")])
  ])
