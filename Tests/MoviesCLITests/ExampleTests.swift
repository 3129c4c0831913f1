import MovieArguments
import MoviesCLI
import TestSupport
import Testing

/// The examples of the help are valid command lines.
@Suite(.limited) struct ExampleTests {
  private static let commands = CommandReference(Command.parser).commands

  @Test("every command has examples", arguments: commands.map(\.names))
  func present(names: [String]) throws {
    let command = try #require(Self.commands.first { $0.names == names }).command
    let own = names.joined(separator: " ")
    #expect(!command.examples.isEmpty)
    for example in command.examples { #expect(example.command.contains(own), "\(example.command)") }
  }

  @Test("every example parses, on both sides of a pipe")
  func parsing() throws {
    let root = Command.parser.root
    let help = try #require(root.subcommand(named: "help"))
    let all = root.examples + help.examples + Self.commands.flatMap(\.command.examples)
    #expect(all.count > 50)
    for example in all {
      let lines = Self.commandLines(in: example.command).filter { $0.first == "movies" }
      #expect(!lines.isEmpty, "\(example.command)")
      for words in lines {
        #expect(throws: Never.self, "\(example.command)") {
          _ = try Command.parser.parse(Array(words.dropFirst()))
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
