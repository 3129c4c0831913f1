internal import MovieArguments
internal import MovieStore

/// `redo`: redoes undone changes.
struct Redo: Command {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Redo undone changes.",
    discussion:
      "After a new change, undone changes can no longer be redone. Prints one line for each change on "
      + "standard error; with '--format', '--json' or '--columns', also the movies.",
    examples: [
      Example("movies redo", "Redo the change that was undone last."),
      Example("movies redo 3", "Redo the last three undone changes."),
    ])

  @Argument(
    help: ArgumentHelp("The number of changes; by default, one.", valueName: "n"),
    range: 1...Int.max)
  var count: Int?
  @OptionGroup(title: "Output options") var output: MovieOutput
  @OptionGroup(title: "Write options") var write: WriteOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    try HistoryStep(direction: .redo, count: count ?? 1, output: output, write: write).run(context)
  }
}
