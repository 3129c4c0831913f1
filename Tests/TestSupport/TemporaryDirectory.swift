// A plain build compiles this target too, and static toolchains have no Testing.
#if canImport(Testing)
  import Foundation
  import Testing

  /// A new directory for each test with this trait, at `TemporaryDirectory.current`. It is removed when
  /// the test ends.
  package struct TemporaryDirectory: TestTrait, SuiteTrait, TestScoping {
    @TaskLocal package static var current = ""
    package var isRecursive: Bool { true }

    package func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let path = NSTemporaryDirectory() + "movies-test-" + UUID().uuidString
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: path) }
      try await Self.$current.withValue(path) { try await function() }
    }

    /// The absolute path of a file in the running test's directory.
    package static func path(_ name: String) -> String { current + "/" + name }
  }

  extension Trait where Self == TemporaryDirectory {
    /// Gives the test a temporary directory.
    package static var temporaryDirectory: Self { Self() }
  }
#endif
