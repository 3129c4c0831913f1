import MovieStore
import TestSupport
import Testing

/// Row numbers in `browse --plain` while another process changes the catalog.
@Suite(.limited, .fullTier, .temporaryDirectory) struct PlainNumbersTests {
  @Test(
    "a row number never refers to another row than the printed one",
    arguments: ["x 3", "f 3", "3"],
    [
      "DELETE FROM MovieModel WHERE title = 'C3'",
      "UPDATE MovieModel SET title = 'New' WHERE id = 3",
      """
      INSERT INTO ActorModel(id, name) VALUES (1, 'Ann');
      INSERT INTO MovieActor(movieID, actorID, position) VALUES (3, 1, 0)
      """,
    ])
  func numbers(line: String, sql: String) throws {
    let path = TemporaryDirectory.current + "/movies.db"
    do {
      var store = try Catalog(path: path, access: .writing)
      for title in ["A1", "B2", "C3", "D4"] { _ = try store.add(MovieDraft(title: title)) }
    }
    let outcome = try Tool(
      shell: #"""
        cd "$1" && : > output
        { until grep -q 'for help' output; do :; done
          "$SQL" movies.db "$3"
          echo "$2"
        } | "$MOVIES" browse --plain --db "$PWD/movies.db" > output
        cat output
        """#, [TemporaryDirectory.current, line, sql]
    ).run()
    #expect(outcome.status == 0)
    let message =
      sql.hasPrefix("DELETE")
      ? "'C3' is no longer in the catalog"
      : "another process changed the list; check it and try again"
    #expect(outcome.output.contains("> \(message)\n"))
    let third = sql.hasPrefix("DELETE") ? [] : [sql.hasPrefix("UPDATE") ? "New" : "C3"]
    let titles = ["A1", "B2"] + third + ["D4"]
    let rows = titles.enumerated().map { index, title in
      "\(index + 1). \(title)\(title == "C3" ? ": Ann" : "")\n"
    }
    #expect(
      outcome.output.hasSuffix("\(rows.joined())\(rows.count) movies. ? for help.\n> \n"))
    let store = try Catalog(path: path, access: .reading)
    #expect(
      try store.movies().map(\.title)
        == titles)
    #expect(try store.movieCount([.isFavorite]) == 0)
  }
}
