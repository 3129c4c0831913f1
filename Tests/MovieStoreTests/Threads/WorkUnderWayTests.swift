import MovieStore
import TestSupport
import Testing

/// What is said to whoever interrupts, in a process of its own, which remembers it to its end.
@Suite(.limited, .fullTier, .temporaryDirectory) struct WorkUnderWayTests {
  @Test("the schema of a new file is no change that anybody asked for; the first film is one")
  func firstWrite() async {
    let path = TemporaryDirectory.path("movies.db")
    await #expect(processExitsWith: .success) { [path = path as String] in
      var store = try MovieStore(path: path)
      #expect(!WorkUnderWay.hasCommitted)
      try store.add("Ran")
      #expect(WorkUnderWay.hasCommitted)
    }
  }
}
