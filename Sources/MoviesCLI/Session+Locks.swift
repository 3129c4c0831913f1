internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// Output of work that holds a lock of the database: it waits for no reader, pager or terminal.
extension Session {
  /// Reads from the catalog, of one state, and prints.
  ///
  /// Output that its reader does not take immediately is kept until the catalog is unlocked.
  func reading<Result>(
    _ store: borrowing MovieStore, _ body: (borrowing MovieStore) throws -> Result
  ) throws -> Result {
    try deferringOutput { try store.read(body) }
  }

  /// Runs work that holds a lock and may print or say something.
  func deferringOutput<Result>(_ body: () throws -> Result) throws -> Result {
    try streams.output.beginDeferral(.unread)
    try streams.error.beginDeferral(.unread)
    let result = Swift.Result { try body() }
    let (outputEnd, errorEnd) = (
      Swift.Result { try streams.output.endDeferral() },
      Swift.Result { try streams.error.endDeferral() }
    )
    // An error of the work says more than one of its output.
    let value = try result.get()
    try outputEnd.get()
    do { try errorEnd.get() } catch let error as SystemError where error.isBrokenPipe {}
    return value
  }

  /// Makes a change whose records are printed once it is certain.
  ///
  /// - Parameter print: prints what the change itself did not.
  func changing<Value>(
    _ change: () throws -> Value, thenPrinting print: (Value) throws -> Void
  ) throws -> Value {
    let output = streams.output
    try output.beginDeferral(.whole)
    let value: Value
    do {
      value = try change()
    } catch {
      output.discardDeferred()
      throw error
    }
    try printing(afterChange: !command.has(Options.dryRun)) {
      try print(value)
      try output.endDeferral()
    }
    return value
  }

  /// Prints what a command did; output that cannot be written does not mean that nothing was done.
  func printing(afterChange isChanged: Bool, _ print: () throws -> Void) throws {
    do {
      try print()
    } catch let error as SystemError where isChanged && !error.isBrokenPipe {
      throw CommandError.outputFailed("\(error). The command itself succeeded.")
    }
  }
}
