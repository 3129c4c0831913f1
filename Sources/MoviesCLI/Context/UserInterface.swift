internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// Messages and questions on standard error.
struct UserInterface {
  let isQuiet: Bool
  /// The time since the start of the command.
  let elapsed = Stopwatch()
  private let isVerbose: Bool
  private let isPromptingDisabled: Bool
  private let streams: IOStreams
  private let notices = Notices()

  /// Messages that are printed after the work of a command, which must not wait for a terminal.
  private final class Notices {
    var pending: [(Bool) -> String?] = []
    var printedOnce: Set<String> = []
  }

  init(_ global: GlobalOptions, streams: IOStreams) {
    isQuiet = global.quiet
    isVerbose = global.verbose
    isPromptingDisabled = global.noInput
    self.streams = streams
  }

  // MARK: Messages

  /// Whether a user reads the messages on a terminal.
  var isInteractive: Bool { streams.error.isTerminal && !isQuiet }

  /// Prints a message, except with `--quiet`.
  func info(_ message: String) throws {
    if isQuiet { return }
    try printNotices()
    try warn(message)
  }

  /// Prints a message before the next one, or at the end of the command, except with `--quiet`.
  ///
  /// - Parameter message: Returns the message when it is printed; its parameter is whether the
  ///   command failed.
  func infoAfterWork(_ message: @escaping (Bool) -> String?) {
    if !isQuiet { notices.pending.append(message) }
  }

  /// Prints the messages of ``infoAfterWork(_:)``.
  func printNotices(isFailed: Bool = false) throws {
    let messages = notices.pending
    notices.pending = []
    for message in messages.compactMap({ $0(isFailed) }) { try warn(message) }
  }

  /// Prints a message also with `--quiet`. A closed pipe does not end the command.
  func warn(_ message: String) throws {
    try streams.output.finishPaging()
    do {
      try streams.error.write(sanitized(message) + "\n")
      try streams.error.flush()
    } catch let error as SystemError where error.isBrokenPipe {}
  }

  /// Prints a message only with `--verbose`.
  func verbose(_ message: String) throws {
    if isVerbose { try info(message) }
  }

  /// Prints a message only with `--verbose`, and only the first time.
  func verboseOnce(_ message: String) throws {
    if isVerbose, notices.printedOnce.insert(message).inserted { try info(message) }
  }

  private func sanitized(_ text: String) -> String { streams.error.sanitized(text) }

  // MARK: Questions

  /// Asks for confirmation.
  ///
  /// - Parameters:
  ///   - details: Lines to print before the question.
  ///   - subject: The action, for the error when the user cannot be asked: `Deleting 3 movies`.
  ///   - readsInput: Whether standard input contains data. The terminal of the process is read instead.
  /// - Throws: ``ValidationError`` if the command is not run interactively.
  func confirm(
    _ question: String, details: [String] = [], subject: String, readsInput: Bool = false
  ) throws -> Bool {
    guard answers(readsInput: readsInput) != nil else {
      throw ValidationError("\(subject) requires confirmation. Pass '--yes'.")
    }
    let answer = try ask("\(question) [y/N]", details: details, readsInput: readsInput) ?? ""
    return ["y", "yes"].contains(answer.lowercased())
  }

  /// Asks a question.
  ///
  /// - Returns: The answer without white space around it; `nil` at the end of the input, and if no
  ///   user can be asked.
  func ask(
    _ question: String, details: [String] = [], readsInput: Bool = false
  ) throws -> String? {
    guard let answers = answers(readsInput: readsInput) else { return nil }
    for line in details { try prompt("  \(sanitized(line))\n") }
    try prompt("\(sanitized(question)) ")
    // At the end of the input, the cursor is still after the question.
    guard let line = try answers.nextLine(limit: 1_024) else {
      try prompt("\n")
      return nil
    }
    return String(validating: line, as: UTF8.self)?.trimmed ?? ""
  }

  /// Whether a user can be asked.
  var canAsk: Bool { answers(readsInput: false) != nil }

  private func answers(readsInput: Bool) -> ByteSource? {
    guard streams.error.isTerminal, !isPromptingDisabled else { return nil }
    if readsInput { return streams.controllingTerminal() }
    return streams.isInputTerminal ? streams.input : nil
  }

  private func prompt(_ text: String) throws {
    try streams.error.write(text)
    try streams.error.flush()
  }

  // MARK: Progress

  /// Runs work that reports its progress, if a user is watching.
  func reportingProgress<Result>(
    _ label: String, _ work: (ProgressReporter?) throws -> Result
  ) throws -> Result {
    let reporter =
      isInteractive ? ProgressReporter(label, on: streams.error, since: elapsed) : nil
    defer { reporter?.end() }
    return try work(reporter)
  }
}
