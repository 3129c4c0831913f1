internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// One run of one command: what it was asked, and the streams and database it works on.
struct Session {
  let command: ParsedCommand
  let environment: Environment
  let streams: IOStreams
  let started = Stopwatch()
  private let foundLocation: Result<DatabaseLocation, CommandError>

  init(command: ParsedCommand, environment: Environment, streams: IOStreams) {
    self.command = command
    self.environment = environment
    self.streams = streams
    foundLocation = Result { () throws(CommandError) in
      try DatabaseLocation(option: command.text(Options.database), environment: environment)
    }
  }

  // MARK: The database

  /// The database file. A command that is given files by name does not need to know of it.
  var location: DatabaseLocation { get throws(CommandError) { try foundLocation.get() } }

  /// The catalog. For reading, a default file that is missing is an empty catalog.
  ///
  /// - Parameter isTotal: whether the command waits for locks for five seconds in all.
  func store(
    for access: MovieStore.Access, waitingInTotal isTotal: Bool = true
  ) throws -> MovieStore {
    let location = try location
    if location.path == ":memory:" { return try MovieStore() }
    try tell("database: \(location.path) (\(location.explanation))")
    let isEmpty = access == .reading && location.isDefault && !location.exists
    if isEmpty { return try MovieStore() }
    return try MovieStore(path: location.path, access: access, waitingInTotal: isTotal)
  }

  /// The catalog for a command that adds to it, or that shows with `--dry-run` what it would.
  func storeForAddition() throws -> MovieStore {
    try store(for: command.has(Options.dryRun) ? .dryRun : .writing)
  }

  /// The catalog for a command that changes what is there: a missing file stays missing.
  func storeForChange() throws -> MovieStore {
    try location.exists ? storeForAddition() : store(for: .reading)
  }

  // MARK: Messages

  var isQuiet: Bool { command.has(Options.quiet) }

  /// Whether a person reads both what is printed and what is said.
  var isPersonWatching: Bool { streams.error.isTerminal && !isQuiet }

  /// Where the answer to a question is read from; `nil` where none can be asked.
  func answers() -> ByteSource? {
    guard streams.error.isTerminal, !command.has(Options.noInput) else { return nil }
    // Standard input has given the references.
    if command.arguments.contains("-") { return streams.controllingTerminal() }
    return streams.isInputTerminal ? streams.input : nil
  }

  /// Says something on standard error, unless it is to be quiet.
  func say(_ message: String) throws {
    if !isQuiet { try complain(message) }
  }

  /// Says on standard error that something is wrong. Where nobody listens any more the work goes on.
  func complain(_ message: String) throws {
    try streams.output.finishPaging()
    do {
      try streams.error.write(shown(message, on: streams.error) + "\n")
      try streams.error.flush()
    } catch let error as SystemError where error.isBrokenPipe {}
  }

  /// Says something that only `--verbose` wants to hear.
  func tell(_ message: String) throws {
    if command.has(Options.verbose) { try say(message) }
  }

  /// The text as the stream may have it: on a terminal, nothing that it would obey.
  func shown(_ text: String, on stream: OutputWriter) -> String {
    stream.isTerminal ? TerminalText.escaped(text) : text
  }

  /// Whether the stream is to have color.
  func isColored(_ stream: OutputWriter) -> Bool {
    let choice = command.text(Options.color).flatMap(ColorChoice.init(rawValue:)) ?? .auto
    return choice.isColored(
      environment: environment.value(of:), isTerminal: stream.isTerminal)
  }

  /// `deleted 3 movies`, or what it would have been.
  func outcome(_ done: String, _ would: String, _ count: Int, _ noun: String) -> String {
    let verb = command.has(Options.dryRun) ? would : done
    return "\(verb) \(Formatting.pluralized(count, noun))"
  }

  /// Such as ` in 0.1 s`; empty for a dry run.
  var duration: String { command.has(Options.dryRun) ? "" : " in \(started.text)" }

  /// The status of a command that printed so many records.
  func status(ofCount count: Int) -> ExitStatus { isQuiet && count == 0 ? .notFound : .done }

  // MARK: Words that stand for something

  /// A mistake in the command line that only its meaning shows.
  func misuse(_ message: String) -> UsageError {
    UsageError(message).located(at: command.usage)
  }

  /// The text that has the words of all values of an option, at least one each; `nil` for no values.
  func searchText(_ texts: [String], of name: String) throws -> String? {
    if texts.isEmpty { return nil }
    do {
      for text in texts { _ = try SearchPattern(text) }
      let joined = texts.joined(separator: " ")
      _ = try SearchPattern(joined)
      return joined
    } catch .tooManyWords {
      throw misuse("The text for \(name) has more than \(SearchPattern.mostWords) words")
    } catch {
      throw misuse("The text for \(name) contains no words")
    }
  }

  func draft(title: String, cast: [String], isFavorite: Bool) throws -> MovieDraft {
    do {
      return try MovieDraft(title: title, cast: cast, isFavorite: isFavorite).validated()
    } catch {
      throw misuse("\(error.description.prefix(1).uppercased())\(error.description.dropFirst())")
    }
  }
}
