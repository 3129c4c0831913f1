import Foundation
import TestSupport
import Testing

/// The pages and drawings, judged by other programs.
@Suite(.limited, .temporaryDirectory) struct WebPageTests {
  private let page = TemporaryDirectory.path("movies.html")
  private let report = TemporaryDirectory.path("report.html")
  private static let drawings = [
    "--by year", "--by tag", "--by decade --value rating", "--calendar 2026",
  ]

  init() throws {
    var movies = """
      {"title": "Heat", "cast": ["Al Pacino", "Robert De Niro"], "favorite": true, "attributes": {"year": 1995, "rating": 9, "watched": ["2026-01-05", "2026-11-20"], "genre": ["Crime"], "tag": ["heist"]}}
      {"title": "Ran", "cast": ["Tatsuya Nakadai"], "attributes": {"year": 1985, "rating": 10, "watched": ["2026-03-01"]}}
      {"title": "</script><img src=x onerror=alert(1)>", "cast": ["</a><b>x"], "attributes": {"year": 2003, "tag": ["<i>", "\\u0001"], "watched": ["2026-07-14"], "note": "\(String(repeating: "note ", count: 3_000))"}}
      {"title": "\\u202emoc.live שלום", "cast": ["محمد"], "attributes": {"rating": 7.5, "watched": ["2025"]}}
      {"title": "👩‍👩‍👧‍👦🎉", "cast": ["七人"], "attributes": {"year": 2001}}
      {"title": "\(String(repeating: "W", count: 5_000))", "cast": [], "attributes": {"tag": ["\(String(repeating: "T", count: 250))"], "watched": ["2024-02-29"]}}

      """
    for number in 0..<60 {
      movies += #"{"title": "Movie \#(number)", "cast": ["Actor \#(number % 7)"]}"# + "\n"
    }
    _ = try ToolRunner.tool("import", "-", "-q", input: movies).run()
    _ = try ToolRunner.tool("export", page, "-q").run()
    _ = try ToolRunner.tool("report", "-o", report, "-q").run()
  }

  @Test("the pages are valid HTML", .needs(.tidy))
  func html() throws {
    for path in [page, report] {
      let result = try ToolRunner.shell("tidy -quiet -errors -utf8 '\(path)'")
      #expect(result.status == 0 && result.error == "", "\(result.error)")
    }
  }

  @Test("the drawings are well-formed XML", .needs(.xmllint), arguments: drawings)
  func svg(options: String) throws {
    let result = try ToolRunner.shell(
      "\"$MOVIES\" stats \(options) --format svg | xmllint --noout -")
    #expect(result.status == 0 && result.error == "", "\(result.error)")
  }

  @Test("the drawings in pages are well-formed XML", .needs(.xmllint))
  func inlineSVG() throws {
    let drawings = try String(contentsOfFile: report, encoding: .utf8).split(separator: "<svg ")
      .dropFirst()
      .map { "<svg " + $0.prefix(upTo: $0.range(of: "</svg>")?.upperBound ?? $0.endIndex) }
    #expect(drawings.count > 5)
    let all = TemporaryDirectory.path("all.xml")
    try "<all>\(drawings.joined())</all>".write(toFile: all, atomically: false, encoding: .utf8)
    #expect(try ToolRunner.shell("xmllint --noout '\(all)'").status == 0)
  }

  @Test(
    "a browser shows the pages on narrow and wide screens, light and dark, and asks for nothing",
    .needs(.chromium))
  func screens() throws {
    let browser = try WebBrowser(in: TemporaryDirectory.current)
    defer { browser.close() }
    for path in [page, report] {
      try browser.load(path)
      var pictures: Set<Data> = []
      for (width, isDark) in [(360, false), (1_280, false), (1_280, true)] {
        try browser.show(width: width, isDark: isDark)
        pictures.insert(try browser.screenshot())
        let overflow = "document.documentElement.scrollWidth > innerWidth"
        #expect(try browser.evaluate(overflow) as? Bool == false, "\(path) at \(width)")
        let background = try browser.evaluate("getComputedStyle(document.body).backgroundColor")
        #expect(background as? String == (isDark ? "rgb(18, 22, 28)" : "rgb(255, 255, 255)"))
      }
      #expect(pictures.count == 3 && pictures.allSatisfy { $0.count > 5_000 })
      #expect(browser.requests == ["file://\(path)"] && browser.messages == [])
    }
    // Letters of a chart are large enough to read on a narrow screen, and inside of it.
    try browser.show(width: 360)
    let smallest = try browser.evaluate(
      "Math.min(...[...document.querySelectorAll('svg text')].map(t => t.getBoundingClientRect().height))"
    )
    #expect((smallest as? NSNumber)?.doubleValue ?? 0 >= 11)
    let leftmost = try browser.evaluate(
      "Math.min(...[...document.querySelectorAll('svg text')].map(t => t.getBoundingClientRect().left))"
    )
    #expect((leftmost as? NSNumber)?.doubleValue ?? -1 >= 0)
  }

  @Test("paper is white and has no folded numbers, in dark mode, too", .needs(.chromium))
  func paper() throws {
    let browser = try WebBrowser(in: TemporaryDirectory.current)
    defer { browser.close() }
    try browser.load(report)
    try browser.show(width: 700, isDark: true, isPaper: true)
    let background = try browser.evaluate("getComputedStyle(document.body).backgroundColor")
    #expect(background as? String == "rgb(255, 255, 255)")
    let shown = "[...document.querySelectorAll('details')].filter(d => d.checkVisibility()).length"
    #expect(try browser.evaluate(shown) as? Int == 0)
    #expect(try String(contentsOfFile: report, encoding: .utf8).contains("@page{size:A4;"))
  }

  @Test("the filter and the headings work, and links lead to their anchors", .needs(.chromium))
  func script() throws {
    let browser = try WebBrowser(in: TemporaryDirectory.current)
    defer { browser.close() }
    try browser.load(page)
    func titles() throws -> [String] {
      try browser.evaluate(
        "[...document.querySelectorAll('tbody tr:not([hidden]) td:first-child bdi:first-child')].map(e => e.textContent)"
      ) as? [String] ?? []
    }
    func filter(_ text: String) throws {
      _ = try browser.evaluate(
        "{const f = document.querySelector('input'); f.value = '\(text)'; f.dispatchEvent(new Event('input'))}"
      )
    }
    #expect(try titles().count == 66)
    try filter("pacino")
    #expect(try titles() == ["Heat"])
    #expect(
      try browser.evaluate("document.querySelector('p[aria-live]').textContent") as? String
        == "1 of 66")
    try filter("NAKADAI ran")
    #expect(try titles() == ["Ran"])
    try filter("")
    let year = "document.querySelectorAll('thead button')[1].click()"
    _ = try browser.evaluate(year)
    #expect(try titles().prefix(2) == ["Ran", "Heat"])
    _ = try browser.evaluate("document.querySelectorAll('thead button')[0].click()")
    #expect(try titles().prefix(2) == ["</script><img src=x onerror=alert(1)>", "Heat"])
    _ = try browser.evaluate(year)
    _ = try browser.evaluate(year)
    #expect(try titles().prefix(2) == ["</script><img src=x onerror=alert(1)>", "👩‍👩‍👧‍👦🎉"])
    #expect(try browser.evaluate("document.querySelectorAll('[aria-sort]').length") as? Int == 1)

    _ = try browser.evaluate(
      "[...document.querySelectorAll('a')].find(a => a.textContent === 'Al Pacino').click()")
    #expect(
      try browser.evaluate("document.querySelector(':target').textContent") as? String
        == "Al Pacino: Heat\n")
    _ = try browser.evaluate("document.querySelector('li:target a').click()")
    #expect(
      try browser.evaluate("document.querySelector('tr:target td').textContent") as? String
        == "Heat ★")
    let broken = try browser.evaluate(
      "[...document.querySelectorAll('a')].filter(a => !document.querySelector(a.getAttribute('href'))).length"
    )
    #expect(broken as? Int == 0)
    #expect(try browser.evaluate("document.images.length") as? Int == 0)
    #expect(browser.messages == [], "\(browser.messages)")
  }

  @Test(
    "the control: a script that the policy does not allow is reported, and does not run",
    .needs(.chromium))
  func control() throws {
    let text = try String(contentsOfFile: report, encoding: .utf8)
      .replacing(
        "<h1>", with: "<script>document.title = 'run'</script><img src='http://127.0.0.1:9/x'><h1>")
    try text.write(toFile: report, atomically: false, encoding: .utf8)
    let browser = try WebBrowser(in: TemporaryDirectory.current)
    defer { browser.close() }
    try browser.load(report)
    _ = try browser.screenshot()
    #expect(try browser.evaluate("document.title") as? String == "Movies watched")
    #expect(browser.messages.count == 2)
  }
}
