import MovieArguments
import TestSupport
import Testing

@Suite("Synonyms", .limited)
struct SynonymTests {
  private static let reverse = OptionDescription(
    "reverse", help: "Reverse the order.", synonyms: ["--desc", "-r"])
  private static let version = OptionDescription(
    "to", value: .integer("n", 1...6), help: "The version.", numberPrefix: "v")
  private static let migrate = CommandDescription(
    "migrate", abstract: "Migrate.", options: [version],
    subcommands: [CommandDescription("check", abstract: "Check.")],
    synonyms: ["verify": "check"], isRunnable: true)
  private static let list = CommandDescription("list", abstract: "List.", options: [reverse])
  private static let parser = ArgumentParser(
    root: CommandDescription(
      "tool", abstract: "A tool.", subcommands: [list, migrate],
      synonyms: ["dir": "list", "upward": "migrate --to"]))

  private func message(_ line: String) -> String? {
    do throws(UsageError) {
      _ = try Self.parser.parse(Sample.words(line))
      return nil
    } catch {
      return error.message
    }
  }

  @Test(
    "suggests the name for a synonym, and does not accept it",
    arguments: [
      ("dir", "Unexpected argument 'dir'. Did you mean 'list'?"),
      ("DIR x y", "Unexpected argument 'DIR'. Did you mean 'list'?"),
      ("upward 3", "Unexpected argument 'upward'. Did you mean 'migrate --to'?"),
      ("migrate verify a.db", "Unexpected argument 'verify'. Did you mean 'check'?"),
      ("help dir", "Unexpected argument 'dir'. Did you mean 'list'?"),
      ("list --desc", "Unknown option '--desc'. Did you mean '--reverse'?"),
      ("list -r", "Unknown option '-r'. Did you mean '--reverse'?"),
      ("dir --reverse", "Unknown option '--reverse'. Did you mean 'tool list --reverse'?"),
      ("list -x", "Unknown option '-x'"),
    ])
  func suggestions(line: String, message: String) {
    #expect(self.message(line) == message)
  }

  @Test("a number can have the prefix of its option", arguments: ["3", "v3"])
  func prefix(value: String) throws {
    guard case .run(let command) = try Self.parser.parse(["migrate", "--to", value]) else {
      Issue.record("no command")
      return
    }
    #expect(command.integer(Self.version) == 3)
  }

  @Test(
    "rejects a prefix without a number", arguments: ["v", "vv3", "x3", "V3", "v9"])
  func noPrefix(value: String) {
    #expect(message("migrate --to=\(value)")?.contains("' is invalid for '--to <n>'") == true)
  }

  @Test("a synonym is not a name, and its meaning is an existing command")
  func problems() {
    #expect(Self.parser.problems == [])
    func problems(_ word: String, _ meaning: String) -> [String] {
      ArgumentParser(
        root: CommandDescription(
          "tool", abstract: "A tool.", subcommands: [Self.list], synonyms: [word: meaning])
      ).problems
    }
    #expect(problems("dir", "list --reverse") == [])
    #expect(problems("dir", "lst") == ["tool: dir is not a valid synonym for lst"])
    #expect(problems("list", "list") == ["tool: list is not a valid synonym for list"])
    #expect(problems("dir", "--reverse") == ["tool: dir is not a valid synonym for --reverse"])
  }
}
