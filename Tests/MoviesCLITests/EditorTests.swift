import Foundation
import TestSupport
import Testing

/// `edit --editor`.
@Suite(.limited, .temporaryDirectory) struct EditorTests {
  init() throws { try SampleCatalog.install() }

  private func edit(
    _ editor: String, _ arguments: String..., input: String = "", on console: Console = .terminal
  ) -> CommandResult {
    Self.edit(editor, arguments, input: input, on: console)
  }

  /// Removes the text that a failed edit keeps, and replaces its path.
  private static func edit(
    _ editor: String, _ arguments: [String], input: String = "", on console: Console = .terminal
  ) -> CommandResult {
    let result = movies(
      ["edit", "--editor"] + arguments, input: Array(input.utf8), on: console,
      environment: ["EDITOR": editor])
    let kept = result.error.matches(of: /text is kept in '(.*)'/).map { String($0.1) }
    for path in kept {
      let directory = URL(filePath: path).deletingLastPathComponent()
      #expect(throws: Never.self) { try FileManager.default.removeItem(at: directory) }
    }
    let error = kept.reduce(result.error) { $0.replacing($1, with: "KEPT") }
    return CommandResult(result.status, output: result.output, error: error)
  }

  @Test("The edited lines are one change, which is shown and undone")
  func change() {
    let before = movies("export", "-").output
    let result = edit("sed -i 's/Heat/Hot/'", "4", "8")
    #expect(
      result
        == CommandResult(
          error: """
            4 'Heat': title 'Hot' (was 'Heat')
            8 'Heat': title 'Hot' (was 'Heat')
            changed 2 movies

            """))
    #expect(movies("list", "hot", "--format", "ids").output == "4\n8\n")
    #expect(movies("undo", "-q").status == .done)
    #expect(movies("export", "-").output == before)
    let csv = edit("sed -i 's/^4,Heat,false/4,Heat,true/'", "4", "--format", "csv")
    #expect(csv.error == "4 'Heat': favorite\nchanged 1 movie\n")
    #expect(edit("true", "4").error == "nothing was changed\n")
    let variables = ["VISUAL": "sed -i s/Heat/H/", "EDITOR": "false"]
    #expect(
      movies(["edit", "4", "--editor"], on: .terminal, environment: variables).status == .done)
  }

  @Test("A deleted line changes nothing unless that is allowed")
  func deletedLines() {
    let kept = edit("sed -i 2d", "4", "8")
    #expect(
      kept.error == """
        1 movie without a line kept. To delete movies, pass '--allow-delete'
        nothing was changed

        """)
    let preview = edit("sed -i 2d", "4", "8", "--allow-delete", "-n")
    #expect(
      preview.error
        == "8 'Heat': delete\nwould delete 1 movie\nyour text is kept in 'KEPT'\n")
    #expect(movies("show", "8").status == .done)
    let refused = edit("sed -i 2d", "4", "8", "--allow-delete", input: "n\n", on: .terminal)
    #expect(refused.error.contains("Delete 1 movie? [y/N] "))
    #expect(movies("show", "8").status == .done)
    let deleted = edit("sed -i 2d", "4", "8", "--allow-delete", "--yes")
    #expect(deleted.error.hasSuffix("\ndeleted 1 movie\n"))
    #expect(movies("show", "8").status == .notFound)
  }

  @Test("Three movies or more ask first", arguments: ["y", "n"])
  func confirmation(answer: String) {
    let result = edit(
      "sed -i 's/\"title\": \"/&X/'", "--where", "is:favorite", input: answer + "\n", on: .terminal)
    #expect(result.error.contains("Change 3 movies? [y/N] "))
    #expect(movies("list", "title:XThe", "-q").output.isEmpty == (answer == "n"))
  }

  @Test(
    "A text that was not applied is kept, and its place is named; one that was not edited is not",
    arguments: [
      (
        "sed -i 's/\"title\": \"/&X/'", "n\n",
        ["nothing was changed", "your text is kept in 'KEPT'"]
      ),
      (
        "sed -i 's/\"title\": \"/&X/'", "\n",
        ["nothing was changed", "your text is kept in 'KEPT'"]
      ),
      ("sed -i 's/\"title\": \"/&X/'", "", ["nothing was changed", "your text is kept in 'KEPT'"]),
      ("sed -i s/title/t/", "q\n", ["nothing was changed", "your text is kept in 'KEPT'"]),
      ("sed -i s/title/t/", "", ["your text is kept in 'KEPT'", "Error: movies.ndjson:1:"]),
      (
        "f() { echo x > $1; false; }; f", "",
        ["your text is kept in 'KEPT'", "Error: the editor 'f() { echo x > $1; false; }; f' ended"]
      ),
      ("false", "", ["Error: the editor 'false' ended"]), ("true", "", ["nothing was changed"]),
    ])
  func keptText(editor: String, input: String, lines: [String]) throws {
    let before = try SampleCatalog.bytes
    let result = edit(editor, "--where", "is:favorite", input: input)
    let last = result.error.split(separator: "\n").suffix(lines.count)
    #expect(last.count == lines.count)
    for (line, start) in zip(last, lines) { #expect(line.contains(start), "\(result.error)") }
    #expect(result.error.contains("KEPT") == lines.contains { $0.contains("KEPT") })
    #expect(try SampleCatalog.bytes == before)
  }

  @Test(
    "Without a terminal, or a user to ask, no editor is started",
    arguments: [
      (Console.pipes, []), (Console(isInputTerminal: true), []), (Console.terminal, ["--no-input"]),
    ])
  func noTerminal(console: Console, options: [String]) {
    let result = Self.edit("touch started; false", ["4"] + options, on: console)
    #expect(result.status == .usage)
    #expect(
      result.error
        == """
        Error: '--editor' requires a terminal on standard input and error, without '--no-input'. \
        Use options such as '--rating' or '--tag' instead.

        """)
  }

  @Test("An invalid line is shown, and the editor opens again")
  func invalidLine() throws {
    // The first run makes the line invalid; the second one makes it valid.
    let script = TemporaryDirectory.path("editor")
    let commands = #"""
      if [ -e "$1.seen" ]; then sed -i 's/"title": 5/"title": "Hot"/' "$1"
      else touch "$1.seen"; sed -i 's/"title": "Heat"/"title": 5/' "$1"; fi
      """#
    try Files.write(Array(commands.utf8), to: script)
    let editor = "sh \(script)"
    let result = edit(editor, "4", input: "\n", on: .terminal)
    #expect(result.error.hasPrefix("movies.ndjson:1:"))
    #expect(result.error.contains("Press Enter to edit it again, or type q to change nothing: "))
    #expect(result.error.hasSuffix("changed 1 movie\n"))
    let before = try SampleCatalog.bytes
    #expect(edit("sed -i s/title/t/", "4", input: "q\n", on: .terminal).status == .notFound)
    #expect(edit("sed -i s/title/t/", "4").status == .badInput)
    #expect(try SampleCatalog.bytes == before)
  }

  @Test(
    "Editors that fail or are not there, and other options, change nothing",
    arguments: [
      ("false", ["4"], 1, "the editor 'false' ended with status 1. Nothing was changed."),
      ("no-such-editor", ["4"], 64, "cannot run the editor 'no-such-editor'. Set VISUAL or EDITOR"),
      ("sed -i 1d", ["4", "--format", "csv"], 65, "expected a header with 'id' and 'title'"),
      ("rm", ["4"], 1, "the editor removed the file. Nothing was changed."),
      (
        "sed -i s/cast/cats/", ["4"], 65,
        "expected 'id', 'title', 'cast', 'favorite' or 'attributes'"
      ),
      ("true", ["4", "--year", "1995"], 64, "'--editor' makes the changes. Remove"),
      ("true", ["4", "--format", "tsv"], 64, "'--editor' supports '--format ndjson' and 'csv'"),
      ("true", ["-"], 64, "standard input"), ("true", ["99"], 1, "no movie has the id 99"),
      ("true", ["--where", "year:1900"], 0, "no movies match; nothing to edit"),
    ])
  func errors(editor: String, options: [String], status: Int32, message: String) throws {
    let before = try SampleCatalog.bytes
    let result = Self.edit(editor, options)
    #expect(result.status.rawValue == status, "\(result.error)")
    #expect(result.error.contains(message), "\(result.error)")
    #expect(try SampleCatalog.bytes == before)
    #expect(movies("edit", "4", "--year", "1995", "--allow-delete").status == .usage)
  }
}
