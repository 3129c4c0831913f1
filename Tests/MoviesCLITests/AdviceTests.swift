import MovieArguments
import TestSupport
import Testing

/// Advice does what it says. Every run in these tests is checked, too: see ``Advice``.
@Suite(.limited, .temporaryDirectory) struct AdviceTests {
  /// Valid lines, to which the options are added that other programs have.
  private static let lines = [
    "path", "list", "search a", "random", "show 1", "actors", "connect 1 2", "add x", "rate 1 8",
    "watch 1", "tag 1 x", "favorite 1", "edit 1", "edit 1 --year 1999", "duplicates",
    "merge 1 2", "rename-actor 1 x", "delete 1", "undo", "redo", "history", "history list",
    "history show 1", "history clear", "browse", "stats", "stats --by year", "report",
    "import l.csv", "export", "export x.csv", "sync d", "diff other.db", "compare l.csv", "seed 5",
    "mcp", "doctor", "backup b.db", "restore b.db", "migrate", "migrate status", "migrate plan",
    "migrate rehearse", "migrate check x.db", "migrate schema", "migrate log", "completions bash",
  ]

  /// Options that users try: the suggested names of all commands.
  private static let tried: [String] = {
    let help = CommandTree.names.flatMap { names in
      let path = CommandTree.command(names)
      return path.options.flatMap(\.help.suggestedFor) + path.arguments.flatMap(\.help.suggestedFor)
        + path.configuration.lines.map(\.key)
        + path.options.compactMap { $0.longName.map { "--\($0)" } }
    }
    let names = help.compactMap { $0.split(separator: " ").first.map(String.init) }
    return Set(names).filter { $0.hasPrefix("-") && $0.count > 1 }.sorted()
  }()

  /// The default tier tries some options for each line.
  @Test("every suggestion for an option parses", arguments: lines.indices)
  func options(index: Int) {
    let words = Self.lines[index].split(separator: " ").map(String.init)
    var count = 0
    for (number, option) in Self.tried.enumerated()
    where Tier.isFull || (number + index).isMultiple(of: 15) {
      let position = CommandTree.names.contains(words.prefix(2) + []) ? min(2, words.count) : 1
      // Also before the arguments, of which an option with a value takes one.
      let before = Array(words[..<position] + [option] + words[position...])
      let lines = number.isMultiple(of: 2) ? [words + [option, "x"], words + [option]] : [before]
      let unknown = lines.first {
        Advice.problem(of: $0)?.contains("Unknown option") == true
      }
      guard let line = unknown else { continue }
      count += 1
      Advice.check(Self.message(of: line), for: line)
      Advice.checkSuggestions(of: Self.message(of: line), for: line)
    }
    #expect(count > Tier.amount(3, full: 10), "\(words)")
  }

  private static func message(of words: [String]) -> String {
    do {
      _ = try CommandTree.parser.parse(words)
      return ""
    } catch {
      return error.text
    }
  }

  @Test("every suggestion for a command names one")
  func commands() {
    let names = CommandTree.names.map { $0.joined(separator: " ") }
    for path in CommandTree.root.descendants {
      for typed in path.configuration.suggestedFor {
        guard let word = typed.split(separator: " ").first.map(String.init) else { continue }
        let parent = Array(path.names.dropFirst().dropLast())
        let message = Self.message(of: parent + [word])
        for suggestion in Advice.suggestions(
          in: message.split(separator: "\n").first.map(String.init) ?? "")
        {
          let isName = names.contains((parent + [suggestion]).joined(separator: " "))
          #expect(
            isName || Advice.accepts(suggestion)
              || Advice.accepts((["movies"] + parent + [suggestion]).joined(separator: " "))
              || Advice.accepts("movies \(suggestion)")
              || Advice.accepts((["movies"] + parent + [suggestion, "1"]).joined(separator: " ")),
            "\(word): \(suggestion)")
        }
      }
    }
  }
}
