import Foundation
import MovieStore
import MovieSystem
import TestSupport
import Testing

/// What the threads of loading hold, counted in processes of their own, where nobody else opens files.
@Suite("Threads of loading", .limited, .fullTier) struct EndedThreadTests {
  private struct Stop: Error {}

  @Test("they end with the seeding, and let go of what they opened")
  func seeding() async {
    await #expect(processExitsWith: .success) {
      var store = try MovieStore()
      let before = try Self.openCount()
      try store.seed(600) { if $0 == 600 { Self.letTheThreadGoAhead() } }
      #expect(try Self.openCount(comesBackTo: before))
    }
  }

  @Test("they end with the import, be it whole or not", arguments: [false, true])
  func importing(isWhole: Bool) async {
    await #expect(processExitsWith: .success) { [isWhole = isWhole as Bool] in
      var store = try MovieStore()
      let before = try Self.openCount()
      let films = (0..<4_000).map { "{\"title\": \"The Long Title of Film \($0)\"}\n" }.joined()
      let source = MovieStore.ImportSource(name: "films", ByteSource(bytes: Array(films.utf8)))
      let outcome = Result {
        try store.importMovies(
          from: [source],
          progress: { _, _, _ in
            if isWhole { return }
            Self.letTheThreadGoAhead()
            throw Stop()
          })
      }
      #expect((try? outcome.get().movies) == (isWhole ? 4_000 : nil))
      #expect(try Self.openCount(comesBackTo: before))
    }
  }

  /// Until it waits for its next batch to be taken.
  private static func letTheThreadGoAhead() { usleep(500_000) }

  /// Descriptors: each thread has some, to tell that something is given or taken.
  private static func openCount() throws -> Int { try Files.names(in: "/proc/self/fd").count }

  /// Nobody waits for the threads, so that they may end a little later.
  private static func openCount(comesBackTo count: Int) throws -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
      if try openCount() == count { return true }
      usleep(1_000)
    }
    return false
  }
}
