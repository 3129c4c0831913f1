import Foundation
import TestSupport
import Testing

/// The recipes that copy movies into other databases preserve every byte.
@Suite(.limited, .fullTier, .temporaryDirectory) struct OtherDatabaseTests {
  /// A film as `export` writes it, and as the queries below do. Texts are bytes: to Swift's strings
  /// two spellings of an accent are the same.
  private struct Film: Decodable, Equatable, CustomStringConvertible {
    let title: String
    let cast: [String]
    let favorite: Bool

    var description: String { "\(title.debugDescription) \(cast) \(favorite)" }

    static func == (one: Self, other: Self) -> Bool {
      one.bytes == other.bytes && one.favorite == other.favorite
    }

    private var bytes: [[UInt8]] { ([title] + cast).map { Array($0.utf8) } }
  }

  private static func films(_ lines: [UInt8]) throws -> [Film] {
    try lines.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Film.self, from: Data($0))
    }
  }

  /// Texts that a loader could take for its own signs, and what it could lose.
  private static let texts =
    HostileStrings.all + [
      "O'Hara; \"Jr\"", "\\N", "\\.", "\\", "\\\\N;\\;", "NULL", "null", "''", "\"",
      "{\"title\": 1}",
      "{}", "[a, b]", "$1 $$ %s :name", "line\nbreak\r\nand more", "tab\tbed",
      "-- ; DROP TABLE movie",
      "\u{1}\u{2}", "é e\u{301}", "日本 👩‍👩‍👧", "0123", "1e5", "true", "2026-11-22",
      String(repeating: "long ", count: 3_000) + "end",
    ]

  /// A catalog in which each text is a title, and a name beside every other one.
  ///
  /// - Returns: what `export` writes of it.
  private static func fill() throws -> [Film] {
    let films = texts.enumerated().map { number, text -> [String: Any] in
      let cast = Array([text, "Ann \(number)"].prefix(number % 3))
      return ["title": text, "cast": cast, "favorite": number % 2 == 0]
    }
    let path = TemporaryDirectory.path("hostile.json")
    try JSONSerialization.data(withJSONObject: films).write(to: URL(filePath: path))
    let outcome = try ToolRunner.shell(#""$MOVIES" import -q "$1" && "$MOVIES" export -q"#, path)
    let exported = try Self.films(outcome.outputBytes)
    #expect(exported.count == texts.count)
    return exported
  }

  // MARK: PostgreSQL

  /// A server of the test's own around a script, on a socket in its folder. It refuses to be root's.
  private static func served(_ script: String, by server: String) -> String {
    #"""
    mkdir server
    as=; if [ "$(id -u)" = 0 ]; then
      as='setpriv --reuid=65534 --regid=65534 --clear-groups'; chown 65534:65534 server
    fi
    cd server
    $as \#(server)initdb -D data -U films -A trust -E UTF8 --no-locale -N > made
    trap '$as \#(server)pg_ctl -D "$PGHOST/data" -m immediate stop > "$PGHOST/end"' EXIT
    export PGHOST=$PWD PGUSER=films PGDATABASE=postgres
    $as \#(server)pg_ctl -D data -l log -w -o "-c listen_addresses='' -k $PWD -F" start > start
    cd ..
    \#(script)
    """#
  }

  @Test(
    "films come into PostgreSQL as they are, all or none",
    .needs(.postgreSQL))
  func postgreSQL() throws {
    let films = try Self.fill()
    let recipe = try Recipe("Movies in PostgreSQL").block("sh")
    let query = """
      SELECT json_build_object('title', title, 'favorite', favorite, 'cast', ARRAY(
        SELECT name FROM credit WHERE movie = id ORDER BY place)) FROM movie ORDER BY id
      """
    let script = """
      if (export MOVIES_DB=nowhere.db
      \(recipe)) 2> error; then exit 9; fi
      \(recipe)
      psql -X -q -At -c "\(query)"
      """
    let outcome = try Recipe.run(Self.served(script, by: try #require(PostgreSQLServer.path)))
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try Self.films(outcome.outputBytes) == films)
  }

  // MARK: DuckDB

  @Test(
    "films come into DuckDB as they are",
    .needs(.duckdb))
  func duckDB() throws {
    let films = try Self.fill()
    let recipe = try Recipe("Movies in DuckDB").block("sh")
    let script = #"""
      \#(recipe)
      duckdb -jsonlines movies.duckdb -c 'SELECT title, favorite, coalesce((SELECT
        list(name ORDER BY place) FROM credit WHERE movie = id), []) AS "cast" FROM movie ORDER BY id'
      """#
    let outcome = try Recipe.run(script)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try Self.films(outcome.outputBytes) == films)
  }
}

extension ForeignProgram {
  fileprivate static let postgreSQL = ForeignProgram("PostgreSQL") { PostgreSQLServer.path != nil }
}

private enum PostgreSQLServer {
  /// Where the server's programs are; Debian has them outside of the `PATH`.
  static let path: String? = {
    let tool = Tool(
      shell: #"PATH="$PATH:$(echo /usr/lib/postgresql/*/bin | tr ' ' :)"; command -v initdb psql"#,
      [])
    guard let outcome = try? tool.run(), outcome.status == 0 else { return nil }
    return outcome.output.split(separator: "\n").first.map {
      URL(filePath: String($0)).deletingLastPathComponent().path()
    }
  }()
}
