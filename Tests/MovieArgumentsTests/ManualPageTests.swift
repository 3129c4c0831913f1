import Foundation
import MovieArguments
import TestSupport
import Testing

@Suite("Manual pages", .limited, .temporaryDirectory)
struct ManualPageTests {
  private func page(
    of parser: ArgumentParser, introduction: [String] = ["A catalog."],
    chapters: [ManualPage.Chapter] = []
  ) -> String {
    ManualPage(
      of: parser, release: "1.2", date: "November 22, 2026", introduction: introduction,
      chapters: chapters, related: ["sqlite3"]
    ).text
  }

  @Test("each command has its synopsis, what it says of itself, and its own options")
  func command() {
    let text = page(of: Sample.parser)
    #expect(
      text.contains(
        #"""
        .Ss "\&movies list"
        .Nm Cm list
        .Op Fl Fl format Ar format
        .Op Fl Fl null
        .Op Fl Fl sort Ar sort
        .Op Fl Fl actor Ar actor ...
        .Op Fl Fl limit Ar n
        .Op Fl Fl order Ar order
        .Op Fl Fl reverse
        .Pp
        List the movies of the catalog.
        Also called \(aqls\(aq.
        .Bl -tag -width Ds
        .It Fl s , Fl Fl sort Ar sort
        How to sort the movies.
        (values: title, added, relevance, random; default: title)
        .It Fl Fl actor Ar actor
        """#))
    #expect(text.contains("\n.Ss \"\\&movies migrate status\"\n.Nm Cm migrate Cm status\n"))
    #expect(!text.contains("secret"))
  }

  @Test("options of a titled group stand once, with the commands that take them")
  func sharedOptions() {
    let text = page(of: Sample.parser)
    #expect(
      text.contains(
        #"""
        .It Fl "\&0" , Fl Fl null
        End each record with a NUL byte instead of a newline, for xargs \-0.
        Used by list.
        """#))
    #expect(text.components(separatedBy: ".It Fl Fl db").count == 2)
  }

  @Test("a chapter has its blocks one below the other, and a later one without a title is set off")
  func chapter() {
    let sections = [
      HelpSection("First", rows: [HelpSection.Row("A", "One.")]),
      HelpSection("", paragraphs: ["The end."]),
    ]
    #expect(
      page(of: Sample.parser, chapters: [ManualPage.Chapter("FILES", sections)]).contains(
        """
        .Sh FILES
        .Ss "\\&First"
        .Bl -tag -width Ds
        .It Sy "\\&A"
        One.
        .El
        .Pp
        The end.
        .Sh EXAMPLES
        """))
  }

  @Test("a sign within a sentence does not end it, even at the end of a line")
  func signs() {
    let letters = String(repeating: "a", count: 69)
    let text = page(
      of: Sample.parser,
      introduction: ["Press / to filter and ? for help.", "\(letters) ? \(letters)", "Help (?)"])
    #expect(text.contains("\nPress / to filter and ? for help.\n"))
    #expect(text.contains("\n\(letters) ?\\&\n\(letters)\n"))
    #expect(text.contains("\nHelp (?)\\&\n"))
  }

  @Test("lists an example of the program and of a command once")
  func examples() {
    let example = [(command: "tool list", says: "List.")]
    let list = CommandDescription("list", abstract: "List.", examples: example)
    let root = CommandDescription(
      "tool", abstract: "A tool.", subcommands: [list], examples: example)
    let terms = page(of: ArgumentParser(root: root)).components(
      separatedBy: "\n.It Sy \"\\&tool list\"\n")
    #expect(terms.count == 2)
  }

  // MARK: What a formatter makes of it

  /// Words that mean something to a formatter, at every place of a line.
  private static let pieces = [
    ".", "..", "'", "''", "\\", "\\fB", "\\e", "\\(aq", "\\*(x", "\\n", "-", "--x", "\"", "\"\"",
    "`",
    "^", "~", ".Sh", ".El", "Fl", "Ar", "Op", "Xo", "Ns", "(", ")", ",", "|", "[", "]", ":", "...",
    "%A", "#", "$1", "\\$1", "{", "}", "a.b", "e.g.", "\\\"", "§", "é", "Ł", "…", "★", "→", "中日",
    "\\[u0041]",
    "don't", "x", "movies", "end.",
  ]

  private static func text(_ random: inout RandomSource) -> String {
    let words = (0..<Int.random(in: 1...25, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }
    return words.joined(separator: " ")
  }

  private static let formatters = ["mandoc -Tutf8 \"$1\" | col -bx", "man -l \"$1\""]

  @Test(
    "any text comes out as it went in", .needs(.man, .mandoc, .col),
    arguments: formatters)
  func escaping(formatter: String) throws {
    var random = RandomSource(seed: 20)
    let texts = (0..<120).map { "<\($0)> " + Self.text(&random) + " <\($0)/>" }
    let options = texts.indices.filter { $0 % 3 == 0 }.map {
      OptionDescription("option-\($0)", help: texts[$0])
    }
    let rows = texts.indices.filter { $0 % 3 == 1 }.map { HelpSection.Row("row", texts[$0]) }
    let paragraphs = texts.indices.filter { $0 % 3 == 2 }.map { texts[$0] }
    let labels = (0..<40).map { "{\($0)} " + Self.text(&random).prefix(20) + " {\($0)/}" }
    let root = CommandDescription(
      "movies", abstract: "A tool.",
      subcommands: [CommandDescription("list", abstract: "List.", options: options)],
      examples: labels.map { ($0, "Does it.") })
    let source = page(
      of: ArgumentParser(root: root), introduction: paragraphs,
      chapters: [ManualPage.Chapter("FILES", [HelpSection("", rows: rows)])])
    let shown = try Formatters.run(formatter, on: source)
    #expect(shown.error == "")
    let words = Self.words(shown.output)
    for text in texts + labels { #expect(words.contains(Self.words(text)), "\(text)") }
    #expect(try Formatters.run("mandoc -Tlint -Wwarning \"$1\"", on: source).output == "")
  }

  /// Filling moves words, and widens the gap behind a sentence.
  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// The programs that show manual pages.
enum Formatters {
  /// What a shell command makes of the page, whose file is `$1`.
  static func run(_ command: String, on page: String) throws -> Tool.Outcome {
    let file = TemporaryDirectory.path("page.1")
    try Files.write(Array(page.utf8), to: file)
    return try Tool(
      shell: command, [file], environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "100"]
    ).run()
  }
}
