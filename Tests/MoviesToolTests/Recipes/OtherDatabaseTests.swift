import Foundation
import TestSupport
import Testing

/// The recipes that copy movies into other databases preserve every byte.
@Suite(.limited, .fullTier, .temporaryDirectory) struct OtherDatabaseTests {
  /// A record of `export` or of the queries below. Texts are compared as bytes, because Swift strings
  /// with different normal forms are equal.
  private struct ExportedMovie: Decodable, Equatable, CustomStringConvertible {
    let title: String
    let cast: [String]
    let favorite: Bool

    var description: String { "\(title.debugDescription) \(cast) \(favorite)" }

    static func == (one: Self, other: Self) -> Bool {
      one.bytes == other.bytes && one.favorite == other.favorite
    }

    private var bytes: [[UInt8]] { ([title] + cast).map { Array($0.utf8) } }
  }

  private static func movies(_ lines: [UInt8]) throws -> [ExportedMovie] {
    try lines.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(ExportedMovie.self, from: Data($0))
    }
  }

  /// Texts that a loader could misread as syntax or change.
  private static let texts =
    HostileStrings.all + [
      "O'Hara; \"Jr\"", "\\N", "\\.", "\\", "\\\\N;\\;", "NULL", "null", "''", "\"",
      "{\"title\": 1}",
      "{}", "[a, b]", "$1 $$ %s :name", "line\nbreak\r\nand more", "tab\tbed",
      "-- ; DROP TABLE movie",
      "\u{1}\u{2}", "é e\u{301}", "日本 👩‍👩‍👧", "0123", "1e5", "true", "2026-11-22",
      String(repeating: "long ", count: 3_000) + "end",
    ]

  /// Creates a catalog in which each text is a title, and some are also names.
  ///
  /// - Returns: The records that `export` writes.
  private static func fill() throws -> [ExportedMovie] {
    let movies = texts.enumerated().map { number, text -> [String: Any] in
      let cast = Array([text, "Ann \(number)"].prefix(number % 3))
      return ["title": text, "cast": cast, "favorite": number % 2 == 0]
    }
    let path = TemporaryDirectory.path("hostile.json")
    try JSONSerialization.data(withJSONObject: movies).write(to: URL(filePath: path))
    let outcome = try ToolRunner.shell(#""$MOVIES" import -q "$1" && "$MOVIES" export -q"#, path)
    let exported = try Self.movies(outcome.outputBytes)
    #expect(exported.count == texts.count)
    return exported
  }

  // MARK: PostgreSQL

  /// A script that runs with a temporary server on a socket. PostgreSQL refuses to run as root.
  private static func served(_ script: String, by server: String) -> String {
    #"""
    mkdir server
    as=; if [ "$(id -u)" = 0 ]; then
      as='setpriv --reuid=65534 --regid=65534 --clear-groups'; chown 65534:65534 server
    fi
    cd server
    $as \#(server)initdb -D data -U movies -A trust -E UTF8 --no-locale -N > initialized
    trap '$as \#(server)pg_ctl -D "$PGHOST/data" -m immediate stop > "$PGHOST/end"' EXIT
    export PGHOST=$PWD PGUSER=movies PGDATABASE=postgres
    $as \#(server)pg_ctl -D data -l log -w -o "-c listen_addresses='' -k $PWD -F" start > start
    cd ..
    \#(script)
    """#
  }

  @Test(
    "copies movies into PostgreSQL unchanged, all or none",
    .needs(.postgreSQL))
  func postgreSQL() throws {
    let movies = try Self.fill()
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
    #expect(try Self.movies(outcome.outputBytes) == movies)
  }

  // MARK: DuckDB

  @Test(
    "copies movies into DuckDB unchanged",
    .needs(.duckdb))
  func duckDB() throws {
    let movies = try Self.fill()
    let recipe = try Recipe("Movies in DuckDB").block("sh")
    let script = #"""
      \#(recipe)
      duckdb -jsonlines movies.duckdb -c 'SELECT title, favorite, coalesce((SELECT
        list(name ORDER BY place) FROM credit WHERE movie = id), []) AS "cast" FROM movie ORDER BY id'
      """#
    let outcome = try Recipe.run(script)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try Self.movies(outcome.outputBytes) == movies)
  }
}

extension ForeignProgram {
  fileprivate static let postgreSQL = ForeignProgram("PostgreSQL") { PostgreSQLServer.path != nil }
}

private enum PostgreSQLServer {
  /// The directory of the server's programs, which is not in the `PATH` on Debian.
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
