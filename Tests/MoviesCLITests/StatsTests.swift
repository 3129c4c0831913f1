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
        #"{"movies": 0, "favorites": 0, "actors": 0, "credits": 0, "busiest": [], "castSizes": [], "#
      ))
  }
}
