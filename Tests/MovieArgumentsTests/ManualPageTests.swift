import Foundation
import MovieArguments
import TestSupport
import Testing

@Suite("Manual pages", .limited, .temporaryDirectory)
struct ManualPageTests {
  private func page(
    of parser: CommandParser, introduction: [String] = ["A catalog."],
    sections: [ManualPage.Section] = []
  ) -> String {
    ManualPage.text(
      of: parser, release: "1.2", date: "November 22, 2026", introduction: introduction,
      sections: sections, related: ["sqlite3"])
  }

  @Test("each command has a synopsis, a description and its own options")
  func command() {
    let text = page(of: Sample.parser)
    #expect(
      text.contains(
        #"""
        .Ss "\&movies list"
        .Nm Cm list
        .Op Fl Fl sort Ar sort
        .Op Fl Fl actor Ar actor ...
        .Op Fl Fl order Ar order
        .Op Fl Fl limit Ar n
        .Op Fl Fl reverse
        .Op Fl Fl format Ar format
        .Op Fl Fl plain
        .Op Fl Fl null
        .Op Fl Fl db Ar db
        .Op Fl Fl color Ar color
        .Op Fl Fl quiet
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

  @Test("options of a titled group are listed once, with the commands that have them")
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

  @Test("a section lists its parts, and a part without a title is a new paragraph")
  func section() {
    let parts = [
      HelpSection("First", rows: [HelpSection.Row("A", "One.")]),
      HelpSection("", paragraphs: ["The end."]),
    ]
    #expect(
      page(of: Sample.parser, sections: [ManualPage.Section("FILES", parts)]).contains(
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

  @Test("an example of several commands is listed once")
  func examples() {
    struct List: SampleCommand {
      static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List.", examples: [Example("tool list", "List.")])
    }
    struct Root: SampleCommand {
      static let configuration = CommandConfiguration(
        commandName: "tool", abstract: "A tool.", subcommands: [List.self],
        examples: [Example("tool list", "List.")])
    }
    let terms = page(of: CommandParser(root: Root.self))
      .components(separatedBy: "\n.It Sy \"\\&tool list\"\n")
    #expect(terms.count == 2)
  }

  // MARK: Formatters

  /// Words with a meaning in mdoc.
  private static let pieces = [
    ".", "..", "'", "''", "\\", "\\fB", "\\e", "\\(aq", "\\*(x", "\\n", "-", "--x", "\"", "\"\"",
    "`", "^", "~", ".Sh", ".El", "Fl", "Ar", "Op", "Xo", "Ns", "(", ")", ",", "|", "[", "]", ":",
    "...",
    "%A", "#", "$1", "\\$1", "{", "}", "a.b", "e.g.", "\\\"", "§", "é", "Ł", "…", "★", "→", "中日",
    "\\[u0041]", "don't", "x", "movies", "end.",
  ]

  private static func text(_ random: inout RandomSource) -> String {
    let words = (0..<Int.random(in: 1...25, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }
    return words.joined(separator: " ")
  }

  /// A program whose help and examples are the texts of the test.
  private struct Root: SampleCommand {
    @TaskLocal static var texts: [String] = []
    @TaskLocal static var examples: [String] = []

    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "movies", abstract: "A tool.", subcommands: [List.self],
        examples: examples.map { Example($0, "Does it.") })
    }

    struct List: SampleCommand {
      @Flag(name: "--first", help: ArgumentHelp(Root.texts[0])) var first = false
      @Flag(name: "--others", help: ArgumentHelp(Root.texts.dropFirst().joined(separator: " ")))
      var others = false
    }
  }

  @Test(
    "formatters show any text unchanged", .needs(.man, .mandoc, .col),
    arguments: ["mandoc -Tutf8 \"$1\" | col -bx", "man -l \"$1\""])
  func escaping(formatter: String) throws {
    var random = RandomSource(seed: 20)
    let texts = (0..<120).map { "<\($0)> " + Self.text(&random) + " <\($0)/>" }
    let rows = texts[40..<80].map { HelpSection.Row("row", $0) }
    let examples = (0..<40).map { "{\($0)} " + Self.text(&random).prefix(20) + " {\($0)/}" }
    let source = Root.$texts.withValue(Array(texts[..<40])) {
      Root.$examples.withValue(examples) {
        page(
          of: CommandParser(root: Root.self), introduction: Array(texts[80...]),
          sections: [ManualPage.Section("FILES", [HelpSection("", rows: rows)])])
      }
    }
    let output = try Self.run(formatter, on: source)
    #expect(output.error == "")
    let words = Self.words(output.output)
    for text in texts + examples { #expect(words.contains(Self.words(text)), "\(text)") }
    #expect(try Self.run("mandoc -Tlint -Wwarning \"$1\"", on: source).output == "")
  }

  /// Formatters move words to other lines, and widen the space after a sentence.
  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Runs a shell command with the file of the page as `$1`.
  private static func run(_ command: String, on page: String) throws -> Tool.Outcome {
    let file = TemporaryDirectory.path("page.1")
    try Files.write(Array(page.utf8), to: file)
    return try Tool(
      shell: command, [file], environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "100"]
    ).run()
  }
}
