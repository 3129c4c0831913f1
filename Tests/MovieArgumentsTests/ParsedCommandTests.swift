import MovieArguments
import TestSupport
import Testing

@Suite("Parsed commands", .limited)
struct ParsedCommandTests {
  @Test("the path has the command's names, whichever alias was typed")
  func path() throws {
    #expect(try Sample.command("ls").path == ["list"])
    #expect(try Sample.command("star x").path == ["favorite"])
    #expect(try Sample.command("migrate").path == ["migrate"])
    #expect(try Sample.command("migrate status").path == ["migrate", "status"])
    #expect(try Sample.command("secret").path == ["secret"])
  }

  @Test(
    "global options stand before and after the subcommand",
    arguments: [
      "--db x -q list", "list --db x -q", "-q list --db=x", "--db x list -q", "--db=x -q list -r",
    ])
  func globalOptions(line: String) throws {
    let command = try Sample.command(line)
    #expect(command.path == ["list"])
    #expect(command.text(Sample.database) == "x")
    #expect(command.has(Sample.quiet))
  }

  @Test("the value of a global option is never taken for a subcommand")
  func valueLikeSubcommand() throws {
    let command = try Sample.command("--db list favorite x")
    #expect(command.path == ["favorite"])
    #expect(command.text(Sample.database) == "list")
  }

  @Test("a group's own option may stand before a subcommand that has it too")
  func sharedOptions() throws {
    let dryRun = OptionDescription("dry-run", short: "n", help: "Only show.")
    let group = CommandDescription(
      "group", abstract: "A group.", options: [dryRun],
      subcommands: [CommandDescription("part", abstract: "A part.", options: [dryRun])])
    let parser = ArgumentParser(
      root: CommandDescription("tool", abstract: "A tool.", subcommands: [group]))
    guard case .run(let command) = try parser.parse(["group", "-n", "part"]) else {
      Issue.record("no command")
      return
    }
    #expect(command.path == ["group", "part"])
    #expect(command.has(dryRun))
  }

  @Test("options and arguments mix freely")
  func mixture() throws {
    let command = try Sample.command("favorite a --on b -q c")
    #expect(command.arguments == ["a", "b", "c"])
    #expect(command.texts(Sample.movies) == ["a", "b", "c"])
  }

  @Test(
    "arguments after the terminator are counted",
    arguments: [
      ("favorite a b", 0), ("favorite a -- b", 1), ("favorite -- a b", 2), ("favorite a b --", 0),
      ("favorite -- a -- b", 3),
    ])
  func terminated(line: String, count: Int) throws {
    #expect(try Sample.command(line).terminatedCount == count)
  }

  @Test("arguments are found by their descriptions")
  func arguments() throws {
    let short = try Sample.command("three a 5")
    #expect(short.text(Sample.first) == "a")
    #expect(short.integer(Sample.second) == 5)
    #expect(short.text(Sample.third) == nil)
    #expect(short.texts(Sample.rest) == [])
    let long = try Sample.command("three a 100 name x y")
    #expect(long.text(Sample.third) == "name")
    #expect(long.texts(Sample.rest) == ["x", "y"])
    #expect(long.arguments == ["a", "100", "name", "x", "y"])
  }

  @Test("of a single option the last value counts, of a repeated one every value")
  func repetition() throws {
    let command = try Sample.command("list --limit 1 --actor b --limit 2 --actor a --actor b")
    #expect(command.integer(Sample.limit) == 2)
    #expect(command.texts(Sample.limit) == ["2"])
    #expect(command.texts(Sample.actor) == ["b", "a", "b"])
  }

  @Test("an option that was not given has no value, its default being the command's business")
  func absence() throws {
    let command = try Sample.command("list")
    #expect(!command.has(Sample.sort))
    #expect(command.text(Sample.sort) == nil)
    #expect(command.texts(Sample.actor) == [])
    #expect(command.integer(Sample.limit) == nil)
    #expect(command.last(of: [Sample.sort, Sample.limit]) == nil)
  }

  @Test("of two exclusive flags the last one counts")
  func lastFlag() throws {
    let pair = [Sample.on, Sample.off]
    #expect(try Sample.command("fav x --on --off").last(of: pair) == Sample.off)
    #expect(try Sample.command("fav --off x --on").last(of: pair) == Sample.on)
    #expect(try Sample.command("fav x").last(of: pair) == nil)
  }

  @Test("a list of choices comes apart at its commas; the last list counts")
  func lists() throws {
    let command = try Sample.command("list --columns id --columns title,id")
    #expect(command.texts(Sample.columns) == ["title", "id"])
  }

  @Test(
    "an integer is plain ASCII digits within its bounds",
    arguments: [
      ("0", 0), ("007", 7), ("-0", 0), ("9223372036854775807", Int64.max),
      ("000000000000000000000000000012", 12),
    ])
  func integers(text: String, number: Int64) throws {
    #expect(try Sample.command(["list", "--limit", text]).integer(Sample.limit) == number)
  }
}
