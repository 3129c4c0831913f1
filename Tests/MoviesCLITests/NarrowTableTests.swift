import MovieSQLite
import MovieTerminal
import TestSupport
import Testing

/// Tables on terminals that are too narrow for all their columns.
@Suite(.limited, .temporaryDirectory) struct NarrowTableTests {
  init() throws { try SampleCatalog.install() }

  private static let commands = [
    ["list"], ["actors"], ["list", "--columns", "id,title,sortableTitle,actors"],
    ["migrate", "status"], ["migrate", "plan", "--to", "3"], ["migrate", "check"], ["doctor"],
    ["migrate", "log"],
  ]

  @Test(
    "no line is wider than the terminal or ends with a space, and no column is missing",
    arguments: commands)
  func fit(words: [String]) {
    let words = words == ["migrate", "check"] ? words + [SampleCatalog.path] : words
    let wide = movies(words, on: .terminal(columns: 200)).output.prefix { $0 != "\n" }
    for columns in [24, 32, 40, 60, 80, 200] {
      let output = movies(words, on: .terminal(columns: columns)).output
      let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      for line in lines {
        #expect(DisplayWidth.columns(of: line) <= columns, "\(words) \(columns): \(line)")
        #expect(line.last != " ", "\(words) \(columns): \(line)")
      }
      // Columns without values can be missing.
      for heading in wide.split(separator: " ") where heading != "PENDING" && heading != "LOSSES" {
        let exists = lines.contains { line in
          line.split(separator: " ").contains {
            $0 == heading || ($0.last == "…" && heading.hasPrefix($0.dropLast()))
          }
        }
        #expect(exists, "\(words) \(columns): \(heading)")
      }
    }
  }

  @Test("wider ids after the first rows are whole, and the other columns shrink")
  func wideIDs() throws {
    _ = movies("delete", "--all", "--yes")
    _ = movies("seed", "460", "--seed", "1", "-q")
    let connection = try Connection(.file(SampleCatalog.path))
    try connection.execute(
      "UPDATE MovieModel SET id = id + 99000 WHERE id > (SELECT min(id) + 229 FROM MovieModel)")
    try connection.execute(
      "UPDATE MovieModel SET id = id + 77000000 WHERE id > (SELECT max(id) - 200 FROM MovieModel)")
    let ids = movies("list", "--sort", "added", "--format", "ids").output.split(separator: "\n")
    for columns in [40, 60, 80] {
      let lines = movies(
        "list", "--sort", "added", on: .terminal(columns: columns),
        environment: ["MOVIES_PAGER": ""]
      ).output.split(separator: "\n").dropFirst()
      #expect(lines.allSatisfy { DisplayWidth.columns(of: String($0)) <= columns })
      #expect(lines.map { $0.drop { $0 == " " }.prefix { $0 != " " } } == ids)
    }
  }

  @Test("a path is truncated at its start")
  func paths() {
    let status = movies("migrate", "status", on: .terminal(columns: 60)).output
    #expect(status.contains("/movies.db  v"))
    #expect(status.contains("\n…"))
  }

  @Test("without room for the columns, each value has its own lines")
  func list() {
    Golden.expect(
      movies("list", "the", on: .terminal(columns: 24)).output, is: "list/table-24")
    let status = movies("migrate", "status", on: .terminal(columns: 40)).output
    let values = status.split(separator: "\n").map { $0.dropFirst(9) }.joined()
    #expect(values.hasPrefix("\(SampleCatalog.path)v"))
    let bare = movies("list", "--no-header", "--limit", "1", on: .terminal(columns: 10)).output
    #expect(!bare.contains("TITLE"))
  }
}
