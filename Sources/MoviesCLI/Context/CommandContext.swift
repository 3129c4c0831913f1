internal import MovieArguments
internal import MovieStore
package import MovieSystem
internal import MovieTerminal

/// A command of the program: its options, and what it does with them.
protocol Command: ParsableCommand {
  var global: GlobalOptions { get }

  func run(_ context: CommandContext) throws -> ExitStatus
}

/// The arguments and streams of the process.
struct CommandLineProgram {
  /// The words of the command line, without the program's name.
  let arguments: [String]
  let environment: Environment
  let streams: IOStreams

  /// The command as typed, without the database path. A long word, such as a note, is shortened.
  var command: String {
    var words = ["movies"]
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" {
        words += [word] + rest
        break
      }
      if word == "--db" {
        rest = rest.dropFirst()
      } else if !word.utf8.starts(with: "--db=".utf8) {
        words.append(word)
      }
    }
    return words.map { ShellQuoting.quoted(Self.shortened($0)) }.joined(separator: " ")
  }

  private static func shortened(_ word: String) -> String {
    word.unicodeScalars.count > 200 ? String(word.unicodeScalars.prefix(200)) + "…" : word
  }
}

extension Command {
  func run(in program: CommandLineProgram) throws -> ExitStatus {
    let context = CommandContext(global, program)
    let result = Result { try run(context) }.mapError(context.database.explained)
    let notices = Result { try context.ui.printNotices() }
    let status = try result.get()
    try notices.get()
    return status
  }
}

/// The surroundings of one run of a command.
struct CommandContext {
  let io: CommandIO
  let database: DatabaseAccess
  let ui: UserInterface
  /// The words of the command line, without the program's name.
  let arguments: [String]

  init(_ global: GlobalOptions, _ program: CommandLineProgram) {
    ui = UserInterface(global, streams: program.streams)
    io = CommandIO(global, program, ui: ui)
    database = DatabaseAccess(
      option: global.db, environment: program.environment, ui: ui, command: program.command)
    arguments = program.arguments
  }
}

extension CommandContext {
  static let irreversibleWarning =
    "This cannot be undone. To keep a copy, answer n and run: movies backup <file>"

  /// The subject of the error if the user cannot be asked about such a change.
  static func irreversible(_ change: String) -> String {
    "\(change) cannot be undone ('movies backup <file>' keeps a copy) and"
  }

  /// The number of movies of a query from which a change requires confirmation.
  private static let confirmedCount = 3

  /// Makes a change to movies. If a query chooses them, or if it cannot be undone, it is made only
  /// with the user's consent, to exactly the movies that were shown.
  ///
  /// - Parameter change: A closure that changes the selection. It throws `IrreversibleChange` if
  ///   the change cannot be undone, unless its last parameter allows that.
  /// - Returns: The result of the closure, or `nil` if the user declines.
  func confirmingChange<Result>(
    _ chosen: ChosenMovies, in store: inout Catalog, _ write: WriteOptions, readsInput: Bool,
    _ change: (inout Catalog, MovieSelection, _ allowsIrreversible: Bool) throws -> Result
  ) throws -> Result? {
    var selection = try chosen.movies(in: store)
    try chosen.requireMetExclusions(in: store)
    if chosen.isQuery, !write.yes, !write.dryRun {
      let shown = try store.show(selection, listing: 20)
      let movies = Formatting.pluralized(shown.count, "movie")
      if shown.count >= Self.confirmedCount || shown.count > 0 && !ui.canAsk {
        let isConfirmed = try ui.confirm(
          "Change \(movies)?", details: shown.lines, subject: "Changing \(movies)",
          readsInput: readsInput)
        if !isConfirmed { return nil }
      }
      selection = .shown(shown)
    }
    do {
      return try change(&store, selection, write.yes || write.dryRun)
    } catch is Catalog.IrreversibleChange {
      let shown = try store.show(selection, listing: 0)
      let movies = Formatting.pluralized(shown.count, "movie")
      let isConfirmed = try ui.confirm(
        "Change \(movies)?", details: [Self.irreversibleWarning],
        subject: Self.irreversible("Changing \(movies)"), readsInput: readsInput)
      return isConfirmed ? try change(&store, .shown(shown), true) : nil
    }
  }
}

extension ShownMovies {
  /// The first movies, and the number of the others.
  var lines: [String] {
    let rest = count - first.count
    return first.map { "\($0.id.rawValue) \($0.titleWithYear)\($0.briefCast)" }
      + (rest > 0 ? ["and \(Formatting.pluralized(rest, "more movie"))"] : [])
  }
}

/// The standard streams of the program.
package struct IOStreams {
  package let input: ByteSource
  package let isInputTerminal: Bool
  /// Opens the controlling terminal of the process; `nil` if it has none.
  package let controllingTerminal: () -> ByteSource?
  package let output: OutputWriter
  package let error: OutputWriter

  package init(
    input: ByteSource, isInputTerminal: Bool, controllingTerminal: @escaping () -> ByteSource?,
    output: OutputWriter, error: OutputWriter
  ) {
    self.input = input
    self.isInputTerminal = isInputTerminal
    self.controllingTerminal = controllingTerminal
    self.output = output
    self.error = error
  }
}
