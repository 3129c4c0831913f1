internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// Options that every command accepts, before or after its name.
struct GlobalOptions: ParsableArguments {
  @Option(
    name: "--db",
    help: ArgumentHelp(
      "The database file.", valueName: "path", environment: "MOVIES_DB",
      suggestedFor: ["--catalog", "--database", "--file"]), completion: .catalog)
  var db: String?
  @Option(
    name: "--color",
    help: ArgumentHelp(
      "When to color the output.", valueName: "when",
      suggestedFor: ["--colour", "--no-color never", "--no-colour never"]))
  var color = ColorChoice.auto
  @Flag(
    name: "--no-input",
    help: ArgumentHelp(
      "Never ask; commands that would ask require '--yes'.",
      suggestedFor: ["--batch", "--non-interactive"]))
  var noInput = false
  @Flag(name: "--no-pager", help: "Do not use a pager.") var noPager = false
  @Flag(
    name: ["-q", "--quiet"],
    help: ArgumentHelp(
      "Print nothing but what was asked for and errors.",
      suggestedFor: ["--silent"]))
  var quiet = false
  @Flag(
    name: ["-v", "--verbose"],
    help: ArgumentHelp(
      "Also print the database file, row counts and timing.", suggestedFor: ["--debug", "--trace"]))
  var verbose = false
}

extension ColorChoice: ExpressibleByArgument {}

/// Options of commands that ask before they change the database.
struct WriteOptions: ParsableArguments {
  @OptionGroup var preview: DryRunOption
  @Flag(
    name: ["-y", "--yes"],
    help: ArgumentHelp(
      "Answer yes to all questions.", suggestedFor: ["--assume-yes", "--force", "-f"]))
  var yes = false

  var dryRun: Bool { preview.dryRun }

  /// The verb of a summary.
  func verb(_ done: String, _ dryRun: String) -> String { preview.verb(done, dryRun) }
}

struct DryRunOption: ParsableArguments {
  @Flag(
    name: ["-n", "--dry-run"],
    help: ArgumentHelp(
      "Print what would happen, without changing anything.",
      suggestedFor: ["--preview", "--simulate", "--what-if"]))
  var dryRun = false

  /// The verb of a summary.
  func verb(_ done: String, _ dryRun: String) -> String { self.dryRun ? dryRun : done }

  /// Such as ` in 0.1 s`; empty for a dry run.
  func duration(_ context: CommandContext) -> String {
    dryRun ? "" : " in \(context.ui.elapsed.text)"
  }
}

/// The option of commands that print one object instead of records.
struct JSONOption: ParsableArguments {
  @Flag(name: "--json", help: ArgumentHelp("Print JSON.", suggestedFor: ["--format"]))
  var json = false
}

/// Names of options in other programs.
enum SuggestedNames {
  static let text = ["--contains", "--filter", "--find", "--match", "--name", "--query"]
  static let favorite = ["--star", "--starred"]
  static let actor = ["--cast", "--starring", "--with"]
  static let sort = ["--order", "--order-by", "-s"]
}
