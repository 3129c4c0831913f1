internal import MovieArguments
internal import MovieStore

/// Output beside locks: no lock of the database is held while a reader, a pager or a terminal is waited
/// for.
extension Session {
  /// Reads from the catalog, of one state, and prints.
  ///
  /// Output that its reader does not take immediately is kept until the catalog is unlocked.
  func reading<Result>(
    _ store: inout MovieStore, _ body: (inout MovieStore) throws -> Result
  ) throws -> Result {
    try deferringOutput { try store.snapshot(body) }
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
  func changing<Result>(_ body: () throws -> Result) throws -> Result {
    let output = streams.output
    try output.beginDeferral(.whole)
    let value: Result
    do {
      value = try body()
    } catch {
      output.discardDeferred()
      throw error
    }
    do {
      try output.endDeferral()
    } catch let error as SystemError where !error.isBrokenPipe && !command.has(Options.dryRun) {
      throw Failure.outputFailed("\(error). The change was made.")
    }
    return value
  }
}
