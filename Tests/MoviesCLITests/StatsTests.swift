import MovieSQLite
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct StatsTests {
  init() throws { try SampleCatalog.install() }

  /// The text without the file size, which depends on SQLite.
  private func withoutSize(_ text: String) -> String {
    text.replacing(/(bytes"?:?\s)\d+/) { "\($0.1)…" }
      .replacing(/(Size {6}(?:\u{1B}\[0m)?)\d+ KiB/) { "\($0.1)…" }
  }

  @Test("statistics as rows, as JSON, or as a page with bars")
  func numbers() {
    Golden.expect(withoutSize(movies("stats").output), is: "stats/rows")
    Golden.expect(withoutSize(movies("stats", "--json").output), is: "stats/json")
    for columns in [80, 40] {
      Golden.expect(
        withoutSize(movies("stats", on: .terminal(columns: columns)).output),
        is: "stats/page-\(columns)")
    }
    Golden.expect(
      withoutSize(movies("stats", "--color", "always", on: .terminal).output), is: "stats/color")
  }

  @Test("statistics of an empty catalog")
  func empty() {
    let result = movies("stats", "--db", ":memory:", on: .terminal)
    Golden.expect(withoutSize(result.output), is: "stats/empty")
    #expect(
      movies("stats", "--json", "--db", ":memory:").output.hasPrefix(
        #"{"movies": 0, "favorites": 0, "watched": 0, "actors": 0, "credits": 0, "busiest": [], "castSizes": [], "#
          + #""ratings": [], "years": [], "#))
  }

  // MARK: Attributes

  /// Writes rows such as `1, 'year', 0, 1995`.
  private func write(_ rows: String...) throws {
    let connection = try Connection(.file(SampleCatalog.path))
    for row in rows { try connection.execute("INSERT INTO MovieAttribute VALUES (\(raw: row))") }
  }

  /// The lines of a terminal of that width.
  private func page(_ key: String, columns: Int = 80) -> [Substring] {
    movies("stats", "--by", key, on: .terminal(columns: columns)).output.split(separator: "\n")
  }

  @Test("the number of attribute values is on the page only if there are some")
  func attributes() throws {
    #expect(movies("stats").output.contains("\nattributes\t0\n"))
    #expect(movies("stats", "--json").output.hasSuffix(", \"attributes\": 0}\n"))
    #expect(!movies("stats", on: .terminal).output.contains("Attributes"))
    try write("1, 'year', 0, 2001", "1, 'tag', 0, 'heist'")
    #expect(movies("stats").output.contains("\nattributes\t2\n"))
    #expect(movies("stats", "--json").output.hasSuffix(", \"attributes\": 2}\n"))
    #expect(movies("stats", on: .terminal).output.contains("\nAttributes 2\n"))
  }

  @Test("counts by year: lines, JSON, bars, and decades on a narrow terminal")
  func years() throws {
    try write(
      "1, 'year', 0, 2001", "2, 'year', 0, 2001", "3, 'year', 0, 1972", "4, 'year', 0, 1995",
      "8, 'year', 0, 1972", "6, 'year', 0, 1950", "7, 'year', 0, 1954")
    #expect(
      movies("stats", "--by", "year").output
        == "year\t1950\t1\nyear\t1954\t1\nyear\t1972\t2\nyear\t1995\t1\nyear\t2001\t2\nyear\t\t2\n")
    #expect(
      movies("stats", "--by", "year", "--json").output
        == #"{"key": "year", "values": [{"value": 1950, "movies": 1}, {"value": 1954, "movies": 1}, "#
        + #"{"value": 1972, "movies": 2}, {"value": 1995, "movies": 1}, {"value": 2001, "movies": 2}], "#
        + #""omittedValues": 0, "without": 2}"# + "\n")
    let wide = page("year", columns: 60)
    #expect(wide.first?.contains("MOVIES BY YEAR") == true)
    #expect(
      wide.dropFirst().map { $0.prefix { $0 != "█" } } == [
        "1950     1  ", "1954     1  ", "1972     2  ", "1995     1  ", "2001     2  ",
        "no year  2",
      ])
    #expect(
      page("year", columns: 59).dropFirst().map { $0.prefix { $0 != "█" } } == [
        "1950s    2  ", "1970s    2  ", "1990s    1  ", "2000s    2  ", "no year  2",
      ])
  }

  @Test("texts are ordered by frequency, dates by time, and hostile text is escaped")
  func texts() throws {
    try write(
      "1, 'tag', 0, 'a'", "2, 'tag', 0, 'b'", "3, 'tag', 0, 'b'",
      "4, 'tag', 0, 'c' || char(27) || char(9)",
      "1, 'watched', 0, '2026-01-02'", "2, 'watched', 0, '2026-03-04'",
      "3, 'watched', 0, '2026-03-04'")
    #expect(
      movies("stats", "--by", "tag").output
        == "tag\tb\t2\ntag\ta\t1\ntag\tc\u{1B}\\t\t1\ntag\t\t5\n")
    let rows = page("tag").dropFirst()
    #expect(rows.map { $0.split(separator: " ").first } == ["b", "a", #"c\u{1B}\u{9}"#, "no"])
    #expect(
      page("watched").dropFirst().map { $0.split(separator: " ").first } == [
        "2026-01-02", "2026-03-04", "no",
      ])
  }

  @Test("a key that no movie has is an error with near keys; a known key is none")
  func unknownKey() throws {
    #expect(movies("stats", "--by", "year").output == "year\t\t9\n")
    try write("1, 'genre', 0, 'x'")
    let cases = [
      ("gener", "no movie has the attribute 'gener'. Did you mean 'genre'?"),
      ("yaer", "no movie has the attribute 'yaer'. Did you mean 'year'?"),
      ("qqqqq", "no movie has the attribute 'qqqqq'."),
    ]
    for (key, message) in cases {
      let result = movies("stats", "--by", key)
      #expect(
        result.status == .usage && result.output == "" && result.error == "Error: \(message)\n")
    }
    let result = movies("stats", "--by", "Year\u{202E}")
    #expect(result.status == .usage && result.error.hasSuffix(" Did you mean 'year'?\n"))
  }
}
