import MovieStore
import MovieSystem
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
    #expect([all.changes, all.added, all.edited, all.deleted] == [4, 3, 1, 1])
    #expect(
      all.days.map { "\($0.name) \($0.changes) \($0.movies)" } == [
        "2026-11-20 1 1", "2026-11-21 2 3", "2026-11-28 1 1",
      ])
    #expect(all.commands.map(\.name) == ["add", "import", "other", "rate"])
    func days(_ since: String?, _ until: String?) throws -> [String] {
      try store.historyStatistics(
        since: since.flatMap { CalendarDate($0) }, until: until.flatMap { CalendarDate($0) }
      ).days.map { String($0.name.suffix(2)) }
    }
    #expect(try days("2026-11-21", nil) == ["21", "28"])
    #expect(try days(nil, "2026-11-21") == ["20", "21"])
    #expect(try days("2026-11", "2026") == ["20", "21", "28"])
    #expect(try days("2026-12", nil) == [] && days(nil, "2025") == [])
    let chosen = try store.historyStatistics(of: [.title("heat")])
    #expect([chosen.changes, chosen.added, chosen.edited, chosen.deleted] == [2, 1, 1, 0])
  }
}
