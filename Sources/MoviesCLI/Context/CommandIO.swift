internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// The input and output of a command.
struct CommandIO {
  let environment: Environment
  private let streams: IOStreams
  private let color: ColorChoice
  private let usesPager: Bool
  private let ui: UserInterface

  init(_ global: GlobalOptions, _ program: CommandLineProgram, ui: UserInterface) {
    environment = program.environment
    streams = program.streams
    color = global.color
    usesPager = !global.noPager
    self.ui = ui
  }

  var input: ByteSource { streams.input }
  var isInputTerminal: Bool { streams.isInputTerminal }
  var output: OutputWriter { streams.output }

  /// Whether standard output is colored.
  var isColored: Bool {
    color.isColored(environment: environment.value(of:), isTerminal: output.isTerminal)
  }

  /// Shows the following output in the user's pager, if it is taller than the terminal.
  func startPager() throws {
    guard usesPager, let missing = try output.startPaging(environment) else { return }
    try ui.info("cannot run the pager '\(missing)': check MOVIES_PAGER or PAGER")
  }

  /// Prints a help page.
  func print(_ page: HelpPage) throws {
    try startPager()
    try output.write(page.text(columns: output.columns))
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

  /// Runs work that holds a lock of the database and prints. Output that its reader does not accept immediately
  /// is stored until the work ends, so that no reader, pager or terminal prolongs the lock.
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

  /// Prints the result of a command. If that fails after a change, the error reports that the change succeeded.
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
