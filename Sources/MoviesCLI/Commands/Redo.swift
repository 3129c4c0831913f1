internal import MovieArguments
internal import MovieStore

/// `redo`: makes undone changes again.
struct Redo: Command {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Make undone changes again.",
    discussion: "After a new change, undone changes can no longer be redone.",
    examples: [
      Example("movies redo", "Make the change again that was undone last."),
      Example("movies redo 3", "Make the last three undone changes again."),
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
