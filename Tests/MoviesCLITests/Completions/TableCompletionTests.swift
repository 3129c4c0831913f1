import MovieArguments
import MoviesCLI
import TestSupport
import Testing

/// What is offered all over the table of commands is what the parser takes there.
@Suite(.limited) struct TableCompletionTests {
  private static let builtIn = ["--version", "--help"]
  private static let parser = Command.parser

  private static func words(_ word: String, after words: [String]) -> [String] {
    guard case .words(let found) = parser.completion(of: word, after: words).offer else {
      return []
    }
    return found.map(\.text)
  }

  private static func takes(_ words: [String]) -> Bool {
    do throws(UsageError) { _ = try parser.parse(words) } catch { return false }
    return true
  }

  /// A value that the option takes.
  private static func value(_ option: OptionDescription) -> [String] {
    switch option.value {
    case .integer(_, let range): ["\(range.lowerBound)"]
    case .choice(_, let choices), .choices(_, let choices): Array(choices.prefix(1))
    case .text, .path: ["x"]
    case nil: []
    }
  }

  /// Arguments without which the command is not whole.
  private static func arguments(of command: CommandDescription) -> [String] {
    command.arguments.filter { !$0.isOptional }.map { argument in
      if case .integer(_, let range) = argument.value { "\(range.lowerBound)" } else { "x" }
    }
  }

  @Test(
    "an option is offered where the parser takes it, and nowhere else", arguments: Command.paths)
  func options(names: [String], command: Command) {
    let all = Set(Command.paths.flatMap { $0.command.description.options.map(\.long) })
      .union(Self.parser.globalOptions.map(\.long))
    let options = command.description.options + Self.parser.globalOptions
    let offered = Set(Self.words("--", after: names))
    for name in all.sorted() {
      let option = options.first { $0.long == name }
      #expect(offered.contains("--\(name)") == (option != nil), "\(names) --\(name)")
      guard let option else { continue }
      let line =
        names + Self.arguments(of: command.description) + ["--\(name)"] + Self.value(option)
      #expect(Self.takes(line), "\(line)")
      let again = Self.words("--\(name)", after: names + ["--\(name)"] + Self.value(option))
      #expect(again.contains("--\(name)") == option.isRepeated)
    }
    #expect(offered.isSuperset(of: Self.builtIn))
  }

  @Test("every choice that is offered is taken", arguments: Command.paths)
  func choices(names: [String], command: Command) {
    let options = command.description.options + Self.parser.globalOptions
    for option in options where option.value != nil {
      let values = Self.words("", after: names + ["--\(option.long)"])
      #expect(values == option.value?.choices ?? [])
      for value in values {
        let line = names + Self.arguments(of: command.description) + ["--\(option.long)=\(value)"]
        #expect(Self.takes(line), "\(line)")
      }
    }
  }

  @Test("every command is offered once, below its group and behind help")
  func commands() {
    for (names, _) in Command.paths {
      let parent = Array(names.dropLast())
      #expect(Self.words("", after: parent).filter { $0 == names.last } == names.suffix(1))
      #expect(Self.words("", after: ["help"] + parent).contains(names.last ?? ""))
    }
    for topic in Self.words("", after: ["help"]) { #expect(Self.takes(["help", topic])) }
    #expect(!Self.words("", after: []).contains("complete"))
  }

  @Test("whatever takes a movie, an actor or a file says so")
  func kinds() {
    func offer(_ line: String) -> Completion.Offer {
      Self.parser.completion(of: "", after: line.split(separator: " ").map(String.init)).offer
    }
    for line in ["show", "edit", "favorite 1", "delete", "actors --movie"] {
      #expect(offer(line) == .lookup("movie"))
    }
    for line in ["list --actor", "search x --actor"] { #expect(offer(line) == .lookup("actor")) }
    for line in ["add --actor", "edit 1 --add-actor", "actors"] {
      #expect(offer(line) == .lookup("name"))
    }
    #expect(offer("edit 1 --remove-actor") == .lookup("cast"))
    for line in ["--db", "import", "export", "backup", "restore", "migrate --backup"] {
      #expect(offer(line) == .files)
    }
  }
}
