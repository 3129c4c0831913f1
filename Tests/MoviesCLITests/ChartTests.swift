import Foundation
import TestSupport
import Testing

/// Groups, calendars, the history and drawings of `stats`.
@Suite(.limited, .temporaryDirectory) struct ChartTests {
  init() { WatchedCatalog.install() }

  private func page(_ arguments: String..., columns: Int = 80) -> String {
    movies(["stats"] + arguments, on: .terminal(columns: columns)).output
  }

  @Test("histograms of ratings and years, also narrow and in ASCII")
  func histograms() {
    let wide = page()
    let plain = page("--plain", columns: 40).prefix { $0.isASCII }
    #expect(
      plain.contains("RATINGS, ROUNDED DOWN\n") && plain.contains("YEARS\n") && plain.contains("##")
    )
    #expect(plain.split(separator: "\n").allSatisfy { $0.utf8.count <= 40 })
    Golden.expect(
      wide.split(separator: "\n", omittingEmptySubsequences: false)
        .drop { !$0.hasPrefix("RATINGS") }.joined(separator: "\n"), is: "stats/histograms")
  }

  @Test(
    "counts by each kind of value",
    arguments: [
      ("decade", "1950s 2 1970s 3 1980s 1 1990s 2 2000s 2"),
      ("month", "2024-12 1 2025-05 1 2026-01 3 2026-02 1 2026-03 1 2026-07 1 2026-11 1"),
      ("weekday", "Monday 3 Tuesday 3 Friday 1 Sunday 1"),
      ("actor", "Al Pacino 3 </a><b>Bold\" 1 Audrey Tautou 1"),
      ("title-length", "3 1 4 2 5 1"), ("genre", "Crime 3 Drama 3"),
    ])
  func groupings(key: String, start: String) {
    let rows = movies("stats", "--by", key).output.split(separator: "\n")
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(rows.allSatisfy { $0[0] == key })
    let text = rows.map { "\($0[1])\(key == "decade" && $0[1] != "" ? "s" : "") \($0[2])" }
    #expect(text.joined(separator: " ").hasPrefix(start), "\(text)")
  }

  @Test("a key of the user goes before another meaning of its name")
  func ownKey() {
    _ = movies("edit", "1", "--set", "month=may")
    #expect(movies("stats", "--by", "month").output == "month\tmay\t1\nmonth\t\t11\n")
  }

  @Test("--value adds the average, minimum, maximum and count: a page, rows and JSON agree")
  func values() {
    #expect(
      movies("stats", "--by", "decade", "--value", "rating").output == """
        decade\t1950\t2\t1\t9.5\t9.5\t9.5
        decade\t1970\t3\t2\t8.25\t8\t8.5
        decade\t1980\t1\t1\t10\t10\t10
        decade\t1990\t2\t1\t9\t9\t9
        decade\t2000\t2\t2\t6.5\t6\t7
        decade\t\t2

        """)
    #expect(
      movies("stats", "--by", "director", "--value", "runtime", "--top", "1", "--json").output
        == #"{"key": "director", "of": "runtime", "values": [{"value": "Akira Kurosawa", "movies": 2, "#
        + #""count": 2, "average": 152.5, "minimum": 143.0, "maximum": 162.0}], "omittedValues": 2, "#
        + #""without": 7}"# + "\n")
    Golden.expect(page("--by", "decade", "--value", "rating"), is: "stats/values")
    #expect(
      movies("stats", "--by", "genre", "--value", "genre").output.contains("Crime\t3\t0\t\t\t"))
  }

  @Test("numbers of any size, and keys without numbers")
  func strangeNumbers() {
    _ = movies("edit", "Heat", "--set", "gross=1e+300", "--set", "loss=-2.5", "-q")
    #expect(page("--by", "decade", "--value", "gross").contains("1e+300  1e+300   1e+300"))
    #expect(page("--by", "decade", "--value", "loss").contains("-2.5  -2.5    -2.50"))
    #expect(
      movies("stats", "--by", "decade", "--value", "tag").error
        == "none of these movies has a number in 'tag'\n")
  }

  @Test("a query and --top choose what is counted")
  func chosen() {
    #expect(
      movies("stats", "actor:pacino", "--by", "genre").output
        == "genre\tCrime\t3\ngenre\tDrama\t1\ngenre\t\t0\n")
    #expect(
      movies("stats", "--by", "genre", "--top", "1").output == "genre\tCrime\t3\ngenre\t\t7\n")
  }

  @Test("--calendar at 80 and at 40 columns, in ASCII, as rows and JSON", arguments: [80, 40])
  func calendar(columns: Int) {
    WatchedCatalog.onDay {
      Golden.expect(page("--calendar", columns: columns), is: "stats/calendar-\(columns)")
      let plain = page("--calendar", "2026", "--plain", columns: columns)
      #expect(plain.utf8.allSatisfy { $0 < 0x80 } && plain.contains("- 1"))
    }
    #expect(
      movies("stats", "--calendar", "2025", "--json").output
        == #"{"year": 2025, "viewings": 1, "withoutDay": 0, "days": [{"date": "2025-05-05", "movies": 1}]}"#
        + "\n")
    #expect(movies("stats", "--calendar=2024").output == "watched\t2024-12-31\t1\n")
  }

  @Test("the word after --calendar is its value only if it is a year")
  func optionalYear() {
    WatchedCatalog.onDay {
      #expect(movies("stats", "--calendar", "pacino").output.contains("2026-01-05\t2\n"))
      #expect(
        movies("stats", "--calendar", "2019").error.contains(
          "no movies were watched in 2019, but in 2024, 2025, 2026"))
      #expect(movies("stats", "--calendar=x").status == .usage)
      #expect(movies("stats", "--calendar=").status == .usage)
    }
  }

  @Test("what happened in the history, by command and day")
  func history() {
    _ = movies("rate", "Heat", "8", "-q")
    _ = movies("rate", "Serpico", "7", "-q")
    _ = movies("delete", "Untitled", "--yes", "-q")
    _ = movies("add", "Alien", "-q")
    _ = movies("undo", "-q")
    let rows = movies("stats", "--since", "yesterday").output.split(separator: "\n")
    #expect(
      rows.prefix(5) == ["changes\t4", "added\t12", "edited\t2", "deleted\t1", "unstored\t0"])
    #expect(
      rows[5...7] == ["command\trate\t2\t2", "command\tdelete\t1\t1", "command\timport\t1\t12"])
    #expect(rows.count == 9 && rows[8].hasPrefix("day\t20"))
    #expect(
      movies("stats", "heat", "--since", "2026").output.hasPrefix(
        "changes\t2\nadded\t1\nedited\t1\n"))
    #expect(movies("stats", "--until", "2020").error == "no changes in this time\n")
    #expect(page("--since", "today").hasPrefix("WHAT CHANGED SINCE 20"))
    let json = movies("stats", "--since", "2020-01", "--until", "2099", "--json").output
    #expect(
      json.hasPrefix(
        #"{"since": "2020-01", "until": "2099", "changes": 4, "added": 12, "edited": 2, "#))
  }

  @Test("a drawing of a chart, on standard output and in a file")
  func svg() throws {
    let path = TemporaryDirectory.path("tags.svg")
    #expect(movies("stats", "--by", "tag", "-o", path).error == "wrote \(path)\n")
    let svg = try String(contentsOfFile: path, encoding: .utf8)
    #expect(svg == movies("stats", "--by", "tag", "--format", "svg").output)
    #expect(svg.contains(">&lt;i&gt;</text>") && !svg.contains("<i>"))
    #expect(movies("stats", "--by", "tag", "-o", path).status == .cannotCreate)
    #expect(movies("stats", "--calendar", "-o", path, "--force").status == .done)
    #expect(movies("stats", "--by", "tag", "-o", SampleCatalog.path).status == .usage)
    #expect(
      movies("stats", "--by", "tag", "--format", "svg", "-o", SampleCatalog.path).status == .usage)
  }

  @Test(
    "options that do not fit together are refused, with what to do",
    arguments: [
      (["--top", "3"], "'--top' requires '--by <key>'"),
      (["--value", "rating"], "'--value' requires '--by <key>'"),
      (["--by", "year", "--calendar"], "'--by' and '--calendar' exclude each other. Use one."),
      (
        ["--calendar", "--since", "2026"], "'--calendar' and '--since' exclude each other. Use one."
      ),
      (["--calendar", "26"], "'26' is not a year with four digits"),
      (["--calendar", "2025", "2024"], "'2024' is not a year with four digits"),
      (["--by", "genre", "g.svg"], "'g.svg' is a term. To write this file, use '-o g.svg'."),
      (["--plain", "--json"], "'--plain' is for pages, not for '--format json'"),
      (["--format", "svg"], "A drawing requires '--by <key>' or '--calendar'"),
      (
        ["--since", "2026-02", "--until", "2026-01-31"],
        "'--since 2026-02' is after '--until 2026-01-31'"
      ),
      (["--since", "soon"], "a date such as 2026-11-23"),
      (["--top", "0", "--by", "year"], "at least 1"),
      (
        ["--by", "year", "-o", "x.png"],
        "'x.png' has an unknown extension. Use .svg, .json or .tsv, or pass"
      ),
      (["--by", "gener"], "Did you mean 'genre'?"),
      (["--by", "decades"], "Did you mean 'decade'?"),
      (["--force"], "'--force' requires a file to replace"),
    ])
  func usage(options: [String], message: String) {
    let result = movies(["stats"] + options)
    #expect(result.status == .usage && result.error.contains(message), "\(result.error)")
  }
}
