// A plain build compiles this target too, and static toolchains have no Testing.
#if canImport(Testing)
  import Foundation
  import Testing

  /// A new directory for each test with this trait, at `TemporaryDirectory.current`. It is removed when
  /// the test ends.
  package struct TemporaryDirectory: TestTrait, SuiteTrait, TestScoping {
    /// The directory of all temporary files, with a slash at the end: in memory if there is room, because most
    /// tests write databases, and none of them loses power.
    package static let home: String = {
      let memory = "/dev/shm/"
      let attributes = try? FileManager.default.attributesOfFileSystem(forPath: memory)
      let free = attributes?[.systemFreeSize] as? Int ?? 0
      return access(memory, W_OK) == 0 && free > 1 << 30 ? memory : NSTemporaryDirectory()
    }()

    @TaskLocal package static var current = ""
    package var isRecursive: Bool { true }

    package func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let path = Self.home + "movies-test-" + UUID().uuidString
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
