import Foundation
import MovieInterchange
import MovieSamples
import MovieStore
import MovieSystem
import TestSupport
import Testing

/// The descriptors of the threads of bulk inserts, counted in separate processes, where no other test
/// opens files.
@Suite("Threads of bulk inserts", .limited, .fullTier) struct ThreadCleanupTests {
  private struct Stop: Error {}

  @Test("Seeding closes the descriptors of its thread")
  func seeding() async {
    await #expect(processExitsWith: .success) {
      var store = try Catalog()
      let before = try Self.openCount()
      try store.seed(600) { if $0.completed == 600 { Self.waitForProducer() } }
      #expect(try Self.openCount(returnsTo: before))
    }
  }

  @Test(
    "An import closes the descriptors of its thread, also when it fails", arguments: [false, true])
  func importing(succeeds: Bool) async {
    await #expect(processExitsWith: .success) { [succeeds = succeeds as Bool] in
      var store = try Catalog()
      let before = try Self.openCount()
      let movies = (0..<4_000).map { "{\"title\": \"The Long Title of Movie \($0)\"}\n" }.joined()
      let source = ImportSource(name: "movies", ByteSource(bytes: Array(movies.utf8)))
      let outcome = Result {
        try store.importMovies(
          from: [source],
          progress: { _ in
            if succeeds { return }
            Self.waitForProducer()
            throw Stop()
          })
      }
      #expect((try? outcome.get()[.new]) == (succeeds ? 4_000 : nil))
      #expect(try Self.openCount(returnsTo: before))
    }
  }

  /// Waits until the producer blocks because its next batch is not received.
  private static func waitForProducer() { usleep(500_000) }

  /// The number of open descriptors. Each thread has some for its channels.
  private static func openCount() throws -> Int { try Files.names(in: "/proc/self/fd").count }

  /// The threads are detached and can end a little later.
  private static func openCount(returnsTo count: Int) throws -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
      if try openCount() == count { return true }
      usleep(1_000)
    }
    return false
  }
}
