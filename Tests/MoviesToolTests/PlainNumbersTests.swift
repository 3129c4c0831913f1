import MovieStore
import TestSupport
import Testing

/// Numbers in the dialogue of lines while another program changes the catalog.
@Suite(.temporaryDirectory) struct PlainNumbersTests {
  @Test(
    "a number means the row that was printed, or nothing, whatever another program does meanwhile",
    arguments: ["x 3", "f 3", "3"])
  func numbers(line: String) throws {
    let path = TemporaryDirectory.current + "/movies.db"
    do {
      var store = try MovieStore(path: path, access: .writing)
      for title in ["A1", "B2", "C3", "D4"] { _ = try store.add(MovieDraft(title: title)) }
    }
    let dialogue = try Tool(
      shell: #"""
        cd "$1" && : > output
        { until grep -q helps output; do :; done
          sqlite3 movies.db "DELETE FROM MovieModel WHERE title = 'C3'"
          echo "$2"
        } | "$MOVIES" browse --plain --db "$PWD/movies.db" > output
        cat output
        """#, [TemporaryDirectory.current, line]
    ).run()
    #expect(dialogue.status == 0)
    #expect(dialogue.output.contains("> that row is not there any more: look at the list again\n"))
    #expect(dialogue.output.hasSuffix("1. A1\n2. B2\n3. D4\n3 movies. ? helps.\n> \n"))
    var store = try MovieStore(path: path, access: .reading)
    #expect(try store.movies().map(\.movie.title) == ["A1", "B2", "D4"])
    #expect(try store.movieCount(MovieQuery(favoritesOnly: true)) == 0)
  }
}
