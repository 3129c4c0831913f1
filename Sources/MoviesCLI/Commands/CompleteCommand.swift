internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// `complete`: what the scripts of the shells ask. Whatever goes wrong is no answer, and no message:
/// it would stand in the line that somebody types.
enum CompleteCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let lines =
      switch session.command.text(Options.shell).flatMap(CompletionShell.init) {
      case .bash: bash(session)
      case .zsh: zsh(session)
      case .fish: fish(session)
      case nil: [String]()
      }
    try session.streams.output.write(lines.map { $0 + "\n" }.joined())
    return .done
  }

  // MARK: What each shell is told, and wants to be answered

  /// The command line up to the cursor, what of it is replaced, and what the key was.
  private static func bash(_ session: Session) -> [String] {
    let arguments = session.command.arguments
    guard arguments.count == 3 else { return [] }
    let line = BashLine(arguments[0])
    if line.isRedirected { return ["files"] }
    guard let answer = answer(session, to: line.last, after: Array(line.words.dropFirst())) else {
      return ["files"]
    }
    let words = answer.words.compactMap { word in
      BashLine.replacement(ofEnd: arguments[1], in: arguments[0], by: word.text) {
        Folding.fold($0) == Folding.fold($1)
      }
    }
    switch arguments[2] {
    case listing: return ["words"] + answer.words.map { listed($0, without: answer.kept) }
    case menu: return ["words"] + words
    // Bash inserts what all have in common: with a word of its own kind beside them, nothing.
    default: return ["words"] + words + (answer.fit == .other ? [" "] : [])
    }
  }

  /// What `COMP_TYPE` says where words are only listed, and where one after the other is inserted.
  private static let (listing, menu) = ("63", "37")

  /// An id alone says nothing.
  private static func listed(_ word: Completion.Candidate, without kept: String) -> String {
    let isID = word.text.utf8.dropFirst(kept.utf8.count).allSatisfy { (0x30...0x39).contains($0) }
    return isID && !word.note.isEmpty ? "\(word.text): \(word.note)" : word.text
  }

  private static func zsh(_ session: Session) -> [String] {
    let arguments = session.command.arguments
    guard let last = arguments.last else { return [] }
    guard let answer = answer(session, to: last, after: arguments.dropLast()) else {
      return ["files"]
    }
    let columns = session.streams.output.columns
    let values = answer.words.map { String($0.text.dropFirst(answer.kept.count)) }
    let width = values.map { DisplayWidth.columns(of: $0) }.max() ?? 0
    let shown = zip(values, answer.words).map { value, word in
      let line =
        word.note.isEmpty
        ? value : TerminalText.padded(value, to: width) + "  -- " + word.note
      return TerminalText.truncated(line, to: columns - 1)
    }
    return [answer.fit.rawValue] + zip(answer.words, shown).map { "\($0.text)\t\($1)" }
  }

  private static func fish(_ session: Session) -> [String] {
    let arguments = session.command.arguments
    guard let last = arguments.last else { return [] }
    guard
      let answer = answer(session, to: last, after: arguments.dropLast(), isLiteral: true)
    else { return ["files"] }
    return ["words"]
      + answer.words.map { $0.note.isEmpty ? $0.text : "\($0.text)\t\($0.note)" }
  }

  // MARK: The words

  /// - Returns: `nil` where files are wanted.
  private static func answer(
    _ session: Session, to word: String, after words: [String], isLiteral: Bool = false
  ) -> CompletionAnswer? {
    let completion = Command.parser.completion(of: word, after: words)
    switch completion.offer {
    case .files: return nil
    case .words(let words): return CompletionAnswer(completion, words)
    case .lookup(let name):
      guard let path = database(of: completion, session.environment) else {
        return CompletionAnswer(completion, [])
      }
      let lookup = CatalogLookup(path: path, isLiteral: isLiteral)
      return CompletionAnswer(completion, lookup.words(name, for: completion))
    }
  }

  /// The database that the command line would use, with a tilde expanded as the shell will.
  private static func database(of completion: Completion, _ environment: Environment) -> String? {
    var option = completion.text(Options.database)
    if let path = option, path == "~" || path.hasPrefix("~/"), let home = environment["HOME"] {
      option = home + path.dropFirst()
    }
    do throws(CommandError) {
      return try DatabaseLocation(option: option, environment: environment).path
    } catch {
      return nil
    }
  }
}
