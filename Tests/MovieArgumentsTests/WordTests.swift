import MovieArguments
import TestSupport
import Testing

@Suite("The shape of words", .limited)
struct WordTests {
  @Test(
    "spaces, equals signs and clusters all give an option its value",
    arguments: [
      "list --sort added", "list --sort=added", "list -s added", "list -s=added",
      "list -rs added", "list -sr added", "list -r -s added", "ls --reverse --sort added",
      "list --sort title --sort added",
    ])
  func values(line: String) throws {
    #expect(try Sample.command(line).text(Sample.sort) == "added")
  }

  @Test("options in a cluster take the words behind it one after the other")
  func clusterValues() throws {
    let parser = ArgumentParser(
      root: CommandDescription(
        "tool", abstract: "A tool.",
        options: [
          OptionDescription("first", short: "f", value: .text("a"), help: "One."), Sample.sort,
          Sample.reverse,
        ]))
    guard case .run(let command) = try parser.parse(["-frs", "one", "added"]) else {
      Issue.record("no command")
      return
    }
    #expect(command.text(OptionDescription("first", value: .text("a"), help: "One.")) == "one")
    #expect(command.text(Sample.sort) == "added")
    #expect(command.has(Sample.reverse))
  }

  @Test("a value keeps its equals signs, and a combining mark at its start")
  func equalsSigns() throws {
    #expect(try Sample.command("list --actor=a=b=").texts(Sample.actor) == ["a=b="])
    #expect(try Sample.command(["list", "--actor=\u{301}x"]).texts(Sample.actor) == ["\u{301}x"])
  }

  @Test("an empty word is a value, and an option may have it")
  func emptyWords() throws {
    #expect(try Sample.command(["list", "--actor", ""]).texts(Sample.actor) == [""])
    #expect(try Sample.command(["favorite", ""]).arguments == [""])
  }

  @Test("a lone dash is an argument")
  func loneDash() throws {
    #expect(try Sample.command("favorite -").arguments == ["-"])
    #expect(try Sample.command("list --actor -").texts(Sample.actor) == ["-"])
  }

  @Test("behind the terminator everything is an argument, a second terminator too")
  func terminator() throws {
    let command = try Sample.command("favorite a --on -- --off -h -- b")
    #expect(command.arguments == ["a", "--off", "-h", "--", "b"])
    #expect(command.last(of: [Sample.on, Sample.off]) == Sample.on)
  }

  @Test("the terminator alone changes nothing")
  func loneTerminator() throws {
    #expect(try Sample.command("list --").arguments.isEmpty)
  }

  @Test("a negative number is an integer's value, and text's only behind an equals sign")
  func negativeNumbers() throws {
    let offset = OptionDescription(
      "offset", short: "o", value: .integer("n", -100...100), help: "Where to begin.")
    let parser = ArgumentParser(
      root: CommandDescription("tool", abstract: "A tool.", options: [offset, Sample.actor]))
    for words in [["--offset", "-10"], ["--offset=-10"], ["-o", "-10"], ["-o=-10"]] {
      guard case .run(let command) = try parser.parse(words) else { continue }
      #expect(command.integer(offset) == -10)
    }
    guard case .run(let command) = try parser.parse(["--offset", "-1", "--actor=-10"]) else {
      return
    }
    #expect(command.integer(offset) == -1)
    #expect(command.text(Sample.actor) == "-10")
    #expect(throws: UsageError.self) { try parser.parse(["--actor", "-10"]) }
    #expect(throws: UsageError.self) { try parser.parse(["--offset", "-1x"]) }
  }
}
