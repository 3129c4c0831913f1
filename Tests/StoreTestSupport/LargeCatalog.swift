import Foundation
import MovieStore
import TestSupport
import Testing

/// A catalog of 20,000 movies, in which reading all of them takes many pages.
package enum LargeCatalog {
  package static let movieCount = 20_000
  package static let pageSize = 4_096

  /// A new file with the catalog in the test's directory.
  package static func file() throws -> String {
    let path = TemporaryDirectory.path("movies.db")
    try Files.write(try bytes.get(), to: path)
    return path
  }

  /// The same, with a year for each movie: 60 or 61 movies for each year from 1870 to 2200.
  package static func fileWithYears() throws -> String {
    let path = try file()
    var store = try Catalog.withoutDurability(path)
    try store.edit(id: 1, MovieEdit(attributes: attributes(["year": [.integer(1870)]])))
    try OtherProgram.run(
      path,
      """
      INSERT INTO MovieAttribute
      SELECT id, 'year', 0, 1870 + id * 7919 % 331 FROM MovieModel WHERE id > 1
      """)
    return path
  }

  /// The title of movie 4,711, with a word that no other title has.
  package static let rareTitle = "The Film of zebra4711, and what became of it"
  package static let rareWord = "zebra4711"

  /// The bytes of the file, created once.
  private static let bytes: Result<[UInt8], any Error> = Result {
    let path = TemporaryDirectory.home + "movies-large-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    var store = try Catalog.withoutDurability(path)
    try OtherProgram.run(path, "PRAGMA synchronous = OFF", movies, actors, credits)
    // Updates the search index.
    try store.setFavorite(true, of: [1])
    return try Files.bytes(path)
  }

  /// Returns the result of the closure and the number of pages that it reads, as the system counts them for
  /// the thread.
  package static func reading<Result>(
    _ body: () throws -> Result
  ) throws -> (result: Result, pages: Int) {
    let before = try bytesRead()
    let result = try body()
    return (result, try (bytesRead() - before) / pageSize)
  }

  private static func bytesRead() throws -> Int {
    let text = try String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("rchar: ") })
    return try #require(Int(line.dropFirst(7)))
  }

  private static let movies = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(movieCount))
    INSERT INTO MovieModel(id, title, favorite, sortableTitle)
    SELECT i, 'The ' || substr(title, 5), i % 10 = 0, lower(substr(title, 5))
    FROM (
      SELECT i,
        CASE i WHEN 4711 THEN '\(rareTitle)'
        ELSE printf('The Film %05d of those that were made', i * 7919 % \(movieCount)) END AS title
      FROM n)
    """

  private static let actors = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)
    INSERT INTO ActorModel SELECT i, 'Actor ' || (i * 7919 % 9000) || ' of the Company' FROM n
    """

  private static let credits = """
    INSERT OR IGNORE INTO MovieActor
    SELECT m.id, 1 + (m.id * 31 + n.value * 977) % 9000, n.value
    FROM MovieModel AS m, json_each('[0, 1, 2, 3]') AS n
    """
}
