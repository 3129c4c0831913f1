import MovieStatistics
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// What happened in a part of the history.
@Suite(.limited, .temporaryDirectory) struct HistoryStatisticsTests {
  /// Runs a body at noon of a day in November 2026.
  private func on<Result>(_ day: Int, _ body: () throws -> Result) rethrows -> Result {
    let time = Int64(1_795_867_200 + (day - 28) * 86_400) * 1_000_000
    return try Simulation.$current.withValue(
      Simulation(time: { time }, number: { 7 }), operation: body)
  }

  @Test("Counts changes in effect by day and command, in parts of the history and of the movies")
  func parts() throws {
    var store = try Catalog(path: TemporaryDirectory.path("movies.db"))
    let heat = try on(20) {
      try store.write("movies add Heat") { try $0.add(MovieDraft(title: "Heat")) }
    }
    try on(21) {
      try store.write("movies import x") { store in
        try store.add(MovieDraft(title: "Ran"))
        try store.add(MovieDraft(title: "Ikiru"))
      }
      try store.write("movies rate Heat 9") { store in
        try store.edit(
          id: heat.movie.id, MovieEdit(attributes: MovieAttributes([.rating: [.integer(9)]])))
      }
    }
    try on(28) {
      _ = try store.write { try $0.delete(.query([.title("ran")])) { _ in } }
      _ = try store.write { try $0.add(MovieDraft(title: "Undone")) }
      _ = try store.undo()
    }
    let all = try store.historyStatistics()
    #expect([all.changes, all.added, all.edited, all.deleted, all.unstored] == [4, 3, 1, 1, 0])
    // The days are those of the time zone of the test.
    let names = [20, 21, 28].map { on($0) { Clock.localDate() } }
    #expect(all.days.map(\.name) == names)
    #expect(all.days.map(\.changes) == [1, 2, 1] && all.days.map(\.movies) == [1, 3, 1])
    #expect(all.commands.map(\.name) == ["add", "import", "other", "rate"])
    func days(_ since: String?, _ until: String?) throws -> [String] {
      try store.historyStatistics(
        since: since.flatMap { CalendarDate($0) }, until: until.flatMap { CalendarDate($0) }
      ).days.map(\.name)
    }
    #expect(try days(names[1], nil) == Array(names[1...]))
    #expect(try days(nil, names[1]) == Array(names[...1]))
    #expect(try days("2026-11", "2026") == names)
    #expect(try days("2026-12", nil) == [] && days(nil, "2025") == [])
    let chosen = try store.historyStatistics(of: [.title("heat")])
    #expect([chosen.changes, chosen.added, chosen.edited, chosen.deleted] == [2, 1, 1, 0])
  }

  @Test(
    "Imported movies count even if they were deleted since; those of changes without values, too")
  func unstored() throws {
    let path = TemporaryDirectory.path("movies.db")
    var store = try Catalog(path: path)
    try store.addNumbered(1...5)
    _ = try store.delete(ids: [Movie.ID(rawValue: 2), Movie.ID(rawValue: 3)])
    try OtherProgram.run(path, "DELETE FROM movieHistoryChange")
    let all = try store.historyStatistics()
    #expect([all.changes, all.added, all.deleted, all.unstored] == [2, 5, 0, 2])
    #expect(all.days.map(\.movies) == [7])
  }
}
