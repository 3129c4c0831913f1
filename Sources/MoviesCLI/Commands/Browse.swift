internal import MovieArguments
internal import MovieFormats
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// `browse`: full screen, or line-based with `--plain` and on dumb terminals.
struct Browse: Command {
  static let configuration = CommandConfiguration(
    commandName: "browse", abstract: "Browse movies and actors interactively.",
    discussion:
      "Press Enter to open, q to go back, / to filter, r to rate, e to edit, u to undo, and ? to "
      + "find any other key; 'movies help keys' lists all. If TERM is unset or 'dumb', 'browse' "
      + "uses the line-based mode of '--plain'.",
    examples: [
      Example("movies browse", "Browse the whole catalog."),
      Example("movies browse year:1970s '!is:watched'", "Browse some movies."),
      Example(
        "printf '1\\n1\\nq\\n' | movies browse --plain",
        "Open the first movie and its first actor, then quit."),
    ], suggestedFor: ["interactive", "menu", "tui", "ui"])
  static let contract = CommandContract(.writes, exits: .badInput)

  @Argument(help: SelectionArgument.help, completion: .custom(CatalogCompletion.term))
  var terms: [String] = []
  @Flag(
    name: "--plain",
    help: "Use a line-based mode for screen readers, scripts and dumb terminals.")
  var plain = false
  @Flag(name: "--no-mouse", help: "Leave the mouse to the terminal, such as to select text.")
  var noMouse = false
  @Flag(name: "--no-clipboard", help: "Do not let 'y' and 'Y' write to the clipboard.")
  var noClipboard = false
  @OptionGroup(title: "Selection options") var selection: Selection
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    if selection.terms.setsExitStatus {
      throw ValidationError("'--exit-status' does not apply to 'browse'")
    }
  }

  func run(_ context: CommandContext) throws -> ExitStatus {
    let selection = try selection.parsed(terms)
    if !plain, !context.isInputTerminal || !context.output.isTerminal {
      throw CommandError.usage(
        "'browse' requires a terminal on standard input and output. "
          + "Use 'movies browse --plain' instead.")
    }
    var filter = ""
    let catalog = try catalog(context, selection, &filter)
    if plain || (context.environment["TERM"] ?? "dumb") == "dumb" {
      let browser = Browser(catalog, state: LineBrowser.state(filter: filter))
      var lines = LineBrowser(
        browser, input: context.input, output: context.output,
        editor: context.ui.canAsk ? editor(context, isPlain: true) : nil)
      try lines.run()
    } else {
      let browser = Browser(catalog, state: BrowseState(filter: filter))
      let screen = try TerminalScreen(
        input: Descriptor.standardInput, output: Descriptor.standardOutput,
        error: Descriptor.standardError, isColored: context.isColored, usesMouse: !noMouse)
      var browsing = ScreenBrowser(
        browser, on: screen, input: Descriptor.standardInput, glyphs: context.output.glyphs,
        usesClipboard: !noClipboard, editor: editor(context, isPlain: false))
      try browsing.run()
    }
    return .done
  }

  /// Edits movies as 'edit --editor' does.
  private func editor(_ context: CommandContext, isPlain: Bool) -> MovieEditor {
    { movies, store, tell in
      let session = EditorSession(
        context: context, format: .ndjson, allowsDelete: false, write: WriteOptions()
      ) { text, isWarning in
        // On the main screen, the whole path of a text stays readable.
        if isWarning, !isPlain { try context.ui.warn(text) }
        try tell(text)
      }
      _ = try session.run(movies, in: &store)
    }
  }

  /// Opens the catalog, and writes the text of the filter.
  ///
  /// A missing default file is an empty catalog. The first change creates it.
  private func catalog(
    _ context: CommandContext, _ selection: QuerySelection, _ filter: inout String
  ) throws -> BrowseCatalog {
    let location = try context.database.location
    let exists = try location.exists
    if location.isDefault, !exists {
      try context.ui.info(context.database.aboutMissingCatalog(location))
      filter = MovieQuery(selection.terms).description
      return try BrowseCatalog(
        pendingPath: location.path, description: context.database.command)
    }
    guard exists || location.path == ":memory:" else {
      throw StoreError(.fileNotFound(path: location.path))
    }
    let store = try context.database.open(for: .writing, waitingInTotal: false)
    filter = try selection.query(in: store).description
    return try BrowseCatalog(store)
  }
}
