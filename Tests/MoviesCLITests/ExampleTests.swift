import MovieArguments
import MoviesCLI
import TestSupport
import Testing

/// The examples of the help are valid command lines.
@Suite(.limited) struct ExampleTests {
  @Test("every command has examples", arguments: CommandTree.names)
  func present(names: [String]) throws {
    let examples = CommandTree.command(names).configuration.examples
    let own = (["movies"] + names).joined(separator: " ")
    #expect(!examples.isEmpty)
    for example in examples { #expect(example.label.contains(own), "\(example.label)") }
  }

  @Test("every example parses, on both sides of a pipe")
  func parsing() throws {
    let root = CommandTree.root
    let commands = root.configuration.subcommands.map { $0.configuration }
    let all =
      root.configuration.examples + commands.flatMap(\.examples)
      + CommandTree.names.flatMap { CommandTree.command($0).configuration.examples }
    #expect(all.count > 50)
    for example in all {
      let lines = Self.commandLines(in: example.label).filter { $0.first == "movies" }
      #expect(!lines.isEmpty, "\(example.label)")
      for words in lines {
        #expect(throws: Never.self, "\(example.label)") {
          _ = try CommandTree.parser.parse(Array(words.dropFirst()))
        }
      }
    }
  }

  /// The words of each command in a shell line, without quotes.
  private static func commandLines(in line: String) -> [[String]] {
    var lines: [[String]] = [[]]
    var word: String?
    var quote: Character?
    func end() {
      if let word { lines[lines.count - 1].append(word) }
      word = nil
    }
    for letter in line.replacing("\"$(", with: " | ").replacing(")\"", with: " | ") {
      switch letter {
      case quote: quote = nil
      case "'" where quote == nil: (quote, word) = (letter, word ?? "")
      case " " where quote == nil: end()
      case "|" where quote == nil, "&" where quote == nil:
        end()
        lines.append([])
      default: word = (word ?? "") + String(letter)
      }
    }
    end()
    return lines
  }
}
