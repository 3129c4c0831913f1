// A plain build makes this target too, and static toolchains have no Testing.
#if canImport(Testing)
  import Foundation
  import Testing

  /// A directory of its own for each test that carries the trait; removed when the test ends.
  ///
  /// `@Test(.temporaryDirectory) func …` finds it at `TemporaryDirectory.current`.
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

    /// The absolute path of a name in the running test's directory.
    package static func path(_ name: String) -> String { current + "/" + name }
  }

  extension Trait where Self == TemporaryDirectory {
    /// Gives the test a directory of its own.
    package static var temporaryDirectory: Self { Self() }
  }
#endif
