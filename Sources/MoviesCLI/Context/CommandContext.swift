internal import MovieArguments
internal import MovieStore
package import MovieSystem
internal import MovieTerminal

/// A command of the program: its options, and what it does with them.
protocol Command: ParsableCommand {
  static var contract: CommandContract { get }

  var global: GlobalOptions { get }

  func run(_ context: CommandContext) throws -> ExitStatus
}

/// The surroundings of one run of a command: the process, its input and output, the database.
struct CommandContext {
  /// The words of the command line, without the program's name.
  let arguments: [String]
  let environment: Environment
  let ui: UserInterface
  let database: DatabaseAccess
  private let global: GlobalOptions
  private let streams: IOStreams

  init(
    _ global: GlobalOptions, _ arguments: [String], _ environment: Environment,
    _ streams: IOStreams, _ session: ServerSession? = nil
  ) {
    (self.global, self.arguments, self.environment) = (global, arguments, environment)
    self.streams = streams
    ui = UserInterface(global, streams: streams)
    database = DatabaseAccess(
      option: global.db, environment: environment, ui: ui, session: session,
      command: Self.description(of: arguments))
  }

  /// The command as typed, without the database path. A long word, such as a note, is shortened.
  private static func description(of arguments: [String]) -> String {
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
    return words.map { ShellQuoting.quoted(shortened($0)) }.joined(separator: " ")
  }

  private static func shortened(_ word: String) -> String {
    word.unicodeScalars.count > 200 ? String(word.unicodeScalars.prefix(200)) + "…" : word
  }

  // MARK: Input and output

  var input: ByteSource { streams.input }
  var isInputTerminal: Bool { streams.isInputTerminal }
  var output: OutputWriter { streams.output }

  /// Whether standard output is colored.
  var isColored: Bool {
    global.color.isColored(environment: environment.value(of:), isTerminal: output.isTerminal)
  }

  /// Shows the following output in the user's pager, if it is taller than the terminal.
  func startPager() throws {
    guard !global.noPager, let missing = try output.startPaging(environment) else { return }
    try ui.info("cannot run the pager '\(missing)': check MOVIES_PAGER or PAGER")
  }

  /// Prints a help page.
  func print(_ page: HelpPage) throws {
    try startPager()
    try output.write(page.text(columns: output.columns))
  }

  /// Prints JSON for reading.
  func printPaged(json: [UInt8]) throws {
    try startPager()
    try print(json: json)
  }

  /// Prints a line of JSON.
  func print(json line: [UInt8]) throws {
    try output.write(json: line)
    try output.flush()
  }

  // MARK: Output and locks

  /// Reads one state of the catalog, and prints it.
  func reading<Result>(
    _ store: borrowing Catalog, _ body: (borrowing Catalog) throws -> Result
  ) throws -> Result {
    try deferringOutput { try store.read(body) }
  }

  /// Runs work that holds a lock of the database and prints. Output that its reader does not accept
  /// immediately is stored until the work ends, so that no reader, pager or terminal prolongs the
  /// lock.
  func deferringOutput<Result>(_ body: () throws -> Result) throws -> Result {
    try output.beginDeferral(.unread)
    try streams.error.beginDeferral(.unread)
    let result = Swift.Result { try body() }
    let (outputEnd, errorEnd) = (
      Swift.Result { try output.endDeferral() },
      Swift.Result { try streams.error.endDeferral() }
    )
    // An error of the work is more important than one of its output.
    let value = try result.get()
    try outputEnd.get()
    do { try errorEnd.get() } catch let error as SystemError where error.isBrokenPipe {}
    return value
  }

  /// Makes a change. Its output is printed after the commit, and discarded if the change fails.
  ///
  /// - Parameter finish: Prints the rest of the output.
  func changing<Value>(
    isDryRun: Bool, _ change: () throws -> Value, finish: (Value) throws -> Void
  ) throws -> Value {
    try output.beginDeferral(.whole)
    let value: Value
    do {
      value = try change()
    } catch {
      output.discardDeferred()
      throw error
    }
    try printing(afterChange: !isDryRun) {
      try finish(value)
      try output.endDeferral()
    }
    return value
  }

  /// Makes a change; if the history cannot store it, only after a question, and with a message.
  ///
  /// - Parameter subject: The change as the subject of a sentence, such as `Merging 3 movies`.
  /// - Returns: `nil` if the user declines.
  func undoable<Result>(
    _ write: WriteOptions, _ subject: String, _ change: (Bool) throws -> Result
  ) throws -> Result? {
    do {
      return try change(false)
    } catch is Catalog.IrreversibleChange {
      let isAgreed =
        try write.yes || write.dryRun
        || ui.confirm(
          "\(subject) cannot be undone. Continue?",
          details: ["To keep a copy, answer n and run: movies backup <file>"],
          subject: "\(subject) cannot be undone and")
      if !isAgreed { return nil }
      let result = try change(true)
      try ui.info("this cannot be undone")
      return result
    }
  }

  /// Prints the result of a command. If that fails after a change, the error reports that the
  /// change succeeded.
  func printing<Result>(
    afterChange isChanged: Bool, _ print: () throws -> Result
  ) throws -> Result {
    do {
      return try print()
    } catch let error as SystemError where isChanged && !error.isBrokenPipe {
      throw CommandError.inputOutput("\(error). The command itself succeeded.")
    }
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
