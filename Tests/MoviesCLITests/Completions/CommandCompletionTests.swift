import MovieArguments
import MoviesCLI
import TestSupport
import Testing

@Suite(.limited) struct CommandCompletionTests {
  private static let builtIn = ["--version", "--help"]

  private static func words(_ word: String, after words: [String]) -> [String] {
    guard case .words(let found) = CommandTree.parser.completion(of: word, after: words).source
    else { return [] }
    return found.map(\.text)
  }

  private static func accepts(_ words: [String]) -> Bool {
    do throws(UsageError) {
      // Options that are not used together are rejected later, by the command.
      _ = try CommandTree.parser.parse(words)
    } catch {
      return !error.message.hasPrefix("Unknown option") && !error.message.contains("is invalid for")
    }
    return true
  }

  @Test("offers the options that the parser accepts, and no others", arguments: CommandTree.names)
  func options(names: [String]) {
    let options = CommandTree.options(of: names)
    let offered = Set(Self.words("--", after: names))
    for name in CommandTree.longNames.sorted() {
      let option = options.first { $0.longName == name }
      #expect(offered.contains("--\(name)") == (option != nil), "\(names) --\(name)")
      guard let option else { continue }
      let given = ["--\(name)"] + [CommandTree.value(for: option)].compactMap(\.self)
      let line = names + CommandTree.arguments(of: names) + given
      #expect(Self.accepts(line), "\(line)")
      let again = Self.words("--\(name)", after: names + given)
      #expect(again.contains("--\(name)") == option.isRepeating)
    }
    #expect(offered.isSuperset(of: Self.builtIn))
  }

  @Test("the parser accepts every offered choice", arguments: CommandTree.names)
  func choices(names: [String]) {
    for option in CommandTree.options(of: names) where option.kind == .option {
      let values = Self.words("", after: names + ["--\(option.longName ?? "")"])
      #expect(values == option.choices)
      for value in values {
        let line =
          names + CommandTree.arguments(of: names) + ["--\(option.longName ?? "")=\(value)"]
        #expect(Self.accepts(line), "\(line)")
      }
    }
  }

  @Test("offers every command once, in its group and after help")
  func commands() {
    for (parent, children) in Dictionary(grouping: CommandTree.names, by: { $0.dropLast() }) {
      let offered = Self.words("", after: Array(parent))
      let explained = Self.words("", after: ["help"] + parent)
      for name in children.compactMap(\.last) {
        #expect(offered.count { $0 == name } == 1, "\(name)")
        #expect(explained.contains(name))
      }
    }
    for topic in Self.words("", after: ["help"]) {
      #expect(movies("help", topic).status == .done)
    }
    #expect(!Self.words("", after: []).contains("complete"))
    #expect(Self.words("li", after: ["help", "schema"]) == ["list"])
    #expect(Self.words("", after: ["help", "schema", "history"]) == ["list", "show", "clear"])
  }

  @Test("completes movies, actors and files")
  func kinds() {
    func source(_ line: String) -> String {
      let words = line.split(separator: " ").map(String.init)
      return "\(CommandTree.parser.completion(of: "", after: words).source)"
    }
    for line in ["show", "edit", "favorite 1", "delete", "actors --of"] {
      #expect(source(line).contains("CatalogCompletion.movie"))
    }
    for line in ["list --actor", "search x --actor", "delete --actor", "actors --with"] {
      #expect(source(line).contains("CatalogCompletion.actor"))
    }
    for line in ["add --actor", "edit 1 --add-actor", "actors"] {
      #expect(source(line).contains("CatalogCompletion.name"))
    }
    for line in ["list", "search", "stats", "browse", "delete --where", "export --not"] {
      #expect(source(line).contains("CatalogCompletion.term"))
    }
    for line in ["list --title", "delete --title"] {
      #expect(source(line).contains("CatalogCompletion.title"))
    }
    #expect(source("edit 1 --remove-actor").contains("CatalogCompletion.cast"))
    for line in ["--db", "import", "export", "backup", "restore", "migrate --backup"] {
      #expect(source(line) == "files")
    }
    #expect("\(CommandTree.parser.completion(of: "old", after: ["migrate"]).source)" == "files")
    #expect(Self.words("st", after: ["migrate"]) == ["status"])
  }
}
