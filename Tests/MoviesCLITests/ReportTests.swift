import Foundation
import MovieSystem
import TestSupport
import Testing

/// `report`, and the pages of `export`.
@Suite(.limited, .temporaryDirectory) struct ReportTests {
  init() { WatchedCatalog.install() }

  /// What is between angle brackets.
  private func tags(_ page: String) -> [String] {
    page.utf8.split(separator: UInt8(ascii: "<")).map {
      String(Substring($0.prefix { $0 != UInt8(ascii: ">") }))
    }
  }

  private func report(_ arguments: String...) -> String {
    WatchedCatalog.onDay { movies(["report", "-o", "-"] + arguments).output }
  }

  @Test("a report of a year, and of all")
  func report() {
    Golden.expect(report("--year", "2026"), is: "pages/report-2026")
    Golden.expect(report(), is: "pages/report")
  }

  @Test("a report of movies that were not watched is about all; empty sections are left out")
  func unwatched() {
    let page = report("--not", "is:watched")
    #expect(page.contains("<h1>Movies</h1>") && page.contains("<b>3</b> movies"))
    #expect(page.contains("Only movies that match <bdi>!is:watched</bdi>."))
    for title in ["Watched", "Directors", "Favorites", "Not yet watched", "First and last"] {
      #expect(!page.contains("<h2>\(title)"), "\(title)")
    }
    #expect(report("--where", "title=nothing").contains("<b>0</b> movies"))
  }

  @Test("nothing of a movie can be executed, and nothing is loaded", arguments: ["report", "html"])
  func safety(kind: String) {
    let page = kind == "report" ? report() : movies("export", "--format", "html").output
    let tags = tags(page)
    #expect(!tags.contains { $0.hasPrefix("img") || $0.hasPrefix("b>Bold") || $0 == "i" })
    #expect(tags.count { $0.hasPrefix("script") } == (kind == "report" ? 0 : 1))
    for part in ["src=", "url(", "onerror"] { #expect(!tags.contains { $0.contains(part) }) }
    #expect(tags.allSatisfy { !$0.contains("href=") || $0.contains("href=\"#") })
    #expect(page.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"))
    #expect(
      page.contains("default-src 'none'; style-src 'sha256-") && !page.contains("unsafe-inline"))
  }

  @Test("a report of 1,000 watched movies is at most 60 kB")
  func size() {
    var random = RandomSource(seed: 7)
    let rows = (0..<1_000).map { number in
      let words = ["The Long", "Night", "Return of the", "Paradise"].shuffled(using: &random)
      let date =
        "\(2021 + number % 6)-\(Int.random(in: 10...12, using: &random))-"
        + "\(Int.random(in: 10...28, using: &random))"
      let cast = (0..<4).map { "Actor With Name \((number * 7 + $0) % 401)" }
      return "\(words.joined(separator: " ")),\(number % 9 == 0),\(cast.joined(separator: ";")),"
        + "\(1930 + number % 97),\(number % 11),\(date),Genre \(number % 23),Director \(number % 31),"
        + "tag \(number % 17)"
    }
    let header = "title,favorite,cast,year,rating,watched,genre,director,tag"
    let path = TemporaryDirectory.path("many.db")
    _ = movies(
      "import", "-", "--db", path, "-q", input: ([header] + rows).joined(separator: "\n"))
    let page = movies("report", "-o", "-", "--db", path).output
    #expect(page.utf8.count <= 60_000 && page.utf8.count > 30_000, "\(page.utf8.count)")
  }

  @Test("the catalog as a page and as a table of Markdown")
  func export() {
    Golden.expect(movies("export", "--format", "html").output, is: "pages/export")
    Golden.expect(movies("export", "--format", "md").output, is: "pages/markdown")
    #expect(
      movies("export", "--format", "md", "--where", "title=nothing").error == "exported 0 movies\n")
  }

  @Test("links lead from each movie to its actors and back")
  func anchors() {
    let page = movies("export", "--format", "html", "--where", "genre:crime").output
    func values(_ attribute: String) -> [String] {
      tags(page).filter { $0.contains(" \(attribute)") }.compactMap {
        $0.split(separator: "\"").dropFirst().first.map(String.init)
      }
    }
    let (targets, ids) = (
      values("href=\"#").map { String($0.dropFirst()) }.filter { $0 != "actors" },
      values("id=").filter { $0 != "actors" }
    )
    #expect(Set(targets) == Set(ids) && ids.count == Set(ids).count)
    #expect(ids.count { $0.hasPrefix("m") } == 3 && ids.count { $0.hasPrefix("a") } == 3)
  }

  @Test("names of actors stand for their ids, and the script has at most 40 lines")
  func details() {
    let page = movies("export", "--format", "html", "--actor", "al pacino").output
    #expect(page.contains("Only movies that match <bdi>actor=&quot;al pacino&quot;</bdi>."))
    let script = page.split(separator: "<script>").last?.split(separator: "</script>").first ?? ""
    #expect(2...40 ~= script.split(separator: "\n").count)
    let empty = WatchedCatalog.onDay { movies("report", "--year", "2019", "-o", "-") }
    #expect(empty.error == "no movies were watched in 2019, but in 2024, 2025, 2026\n")
  }

  @Test("long texts do not make a report long")
  func longTexts() {
    let text = String(repeating: "W", count: 9_000)
    let row =
      #"{"title": "\#(text)", "cast": ["\#(text)x"], "attributes": {"genre": ["\#(text)"], "#
      + #""director": ["\#(text)"], "rating": 5, "watched": ["2026-11-27", "2026-11-28"]}}"#
    _ = movies("import", "-", "-q", input: row)
    #expect(report().utf8.count < 40_000)
  }

  @Test("files get the page of their extension, and are not replaced without --force")
  func files() throws {
    for name in ["a.html", "a.htm", "a.md", "a.markdown"] {
      let path = TemporaryDirectory.path(name)
      #expect(movies("export", path).error == "exported 12 movies to \(path)\n")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.hasPrefix(name.hasPrefix("a.h") ? "<!DOCTYPE html>" : "| Title |"))
      #expect(movies("export", path).status == .cannotCreate)
    }
    let path = TemporaryDirectory.path("r.html")
    #expect(movies("report", "-o", path).error == "wrote \(path), about 9 movies\n")
    #expect(movies("report", "-o", path).status == .cannotCreate)
    #expect(movies("report", "-o", path, "--force", "-q") == CommandResult())
  }

  @Test(
    "a report without a file, or with a wrong one, says what to do",
    arguments: [
      (["report"], "Use '-o report.html', or '-o -' for standard output."),
      (["report", "-o", "x.pdf"], "'x.pdf' does not end in '.html'. Use this extension."),
      (["report", "x.html"], "'x.html' is a term. To write this file, use '-o x.html'."),
      (["report", "--year", "26"], "a year such as 2026"),
      (["export", "a.html", "--columns", "title"], "'--columns' requires"),
    ])
  func usage(arguments: [String], message: String) {
    let result = movies(arguments, on: .terminal)
    #expect(result.status == .usage && result.error.contains(message), "\(result.error)")
  }

  @Test("Markdown has no meaning in a title", arguments: 0..<Tier.amount(10, full: 300))
  func markdown(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    let letters = Array("\\`*_[]<>|~&$# ab\u{202E}\u{2028}é👩‍👧-.!")
    let title = "x" + String((0..<12).map { _ in letters.randomElement(using: &random)! }) + "x"
    _ = movies("add", "--", title)
    let row =
      movies("export", "--format", "md", "--title", title).output.split(separator: "\n").last ?? ""
    // Every bar without a backslash separates cells.
    let bars = row.replacing("\\\\", with: "").replacing("\\|", with: "").count { $0 == "|" }
    #expect(bars == 7, "\(row)")
  }
}
