internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// `complete`: prints candidates for the completion scripts.
///
/// It prints no errors, which would appear in the command line that is being typed.
struct Complete: Command {
  static let configuration = CommandConfiguration(
    commandName: "complete", abstract: "Print completions of a command line.",
    shouldDisplay: false)
  static let contract = CommandContract(.reads)

  @Argument(help: ArgumentHelp("The words of the command line.", valueName: "words"))
  var words: [String] = []
  @Option(name: "--shell", help: "The shell to complete for.") var shell: CompletionShell?
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func run(_ context: CommandContext) throws -> ExitStatus {
    let lines =
      switch shell {
      case .bash: bash(context)
      case .zsh: zsh(context)
      case .fish: fish(context)
      case nil: [String]()
      }
    try context.output.write(lines.map { $0 + "\n" }.joined())
    return .done
  }

  // MARK: Shells

  /// The arguments are the command line up to the cursor, its replaced part, and bash's `COMP_TYPE`.
  private func bash(_ context: CommandContext) -> [String] {
    guard words.count == 3 else { return [] }
    let line = BashLexer(words[0])
    if line.isRedirected { return ["files"] }
    guard let response = response(line.last, after: line.words.dropFirst(), context) else {
      return ["files"]
    }
    let replacements = response.candidates.compactMap { candidate in
      BashLexer.replacement(ofEnd: words[1], in: words[0], by: candidate.text) {
        Folding.fold($0) == Folding.fold($1)
      }
    }
    switch words[2] {
    case Self.listing:
      return ["words"] + response.candidates.map { Self.listed($0, without: response.prefix) }
    case Self.menu: return ["words"] + replacements
    // Bash inserts the common prefix. With an additional unrelated word, it inserts nothing.
    default: return ["words"] + replacements + (response.fit == .unrelated ? [" "] : [])
    }
  }

  /// The values of `COMP_TYPE` if words are only listed, and if they are inserted one after the other.
  private static let (listing, menu) = ("63", "37")

  /// The candidate, with its note if it is an id.
  private static func listed(_ word: Completion.Candidate, without prefix: String) -> String {
    let isID = String(word.text.dropFirst(prefix.count)).isDigits
    return isID && !word.note.isEmpty ? "\(word.text): \(word.note)" : word.text
  }

  private func zsh(_ context: CommandContext) -> [String] {
    guard let last = words.last else { return [] }
    guard let response = response(last, after: words.dropLast(), context) else {
      return ["files"]
    }
    let columns = context.output.columns
    let values = response.candidates.map { String($0.text.dropFirst(response.prefix.count)) }
    let width = values.map { DisplayWidth.columns(of: $0) }.max() ?? 0
    let shown = zip(values, response.candidates).map { value, word in
      let line =
        word.note.isEmpty
        ? value : TerminalText.padded(value, to: width) + "  -- " + word.note
      return TerminalText.truncated(line, to: columns - 1)
    }
    return [response.fit.rawValue] + zip(response.candidates, shown).map { "\($0.text)\t\($1)" }
  }

  private func fish(_ context: CommandContext) -> [String] {
    guard let last = words.last else { return [] }
    guard let response = response(last, after: words.dropLast(), context, matchesTypedText: true)
    else { return ["files"] }
    return ["words"]
      + response.candidates.map { $0.note.isEmpty ? $0.text : "\($0.text)\t\($0.note)" }
  }

  // MARK: Candidates

  /// - Returns: `nil` if files can be inserted.
  private func response(
    _ word: String, after words: some Sequence<String>, _ context: CommandContext,
    matchesTypedText: Bool = false
  ) -> CompletionResponse? {
    let completion = CommandLineTool.parser.completion(of: word, after: Array(words))
    switch completion.source {
    case .files: return nil
    case .words(let words): return CompletionResponse(completion, words)
    case .custom(let custom):
      guard let kind = custom as? CatalogCompletion,
        let path = Self.database(of: completion, context.environment)
      else { return CompletionResponse(completion, []) }
      let candidates = CatalogLookup.candidates(
        kind, for: completion, in: path, matchesTypedText: matchesTypedText)
      return CompletionResponse(completion, candidates)
    }
  }

  /// The database of the command line, with a tilde expanded like the shell does.
  private static func database(of completion: Completion, _ environment: Environment) -> String? {
    var option = (completion.command as? any Command)?.global.db
    if let path = option, path == "~" || path.utf8.starts(with: "~/".utf8),
      let home = environment["HOME"]
    {
      option = home + String(path.unicodeScalars.dropFirst())
    }
    do throws(CommandError) {
      return try DatabaseLocation(option: option, environment: environment).path
    } catch {
      return nil
    }
  }
}

/// Candidates for the word at the cursor, and how a shell can insert them.
struct CompletionResponse: Equatable {
  /// The relation of the candidates to the typed text.
  enum Fit: String {
    /// Each starts with it, byte for byte.
    case exact
    /// Their common prefix can replace it.
    case commonPrefix
    /// Their common prefix cannot replace it.
    case unrelated
  }

  let fit: Fit
  let candidates: [Completion.Candidate]
  /// The start of all candidates that a list need not show.
  let prefix: String

  /// - Parameter values: The candidates without the prefix of the word.
  init(_ completion: Completion, _ values: [Completion.Candidate]) {
    prefix = completion.prefix
    candidates = values.map {
      Completion.Candidate(completion.prefix + $0.text, note: $0.note)
    }
    fit = Self.fit(of: values.map(\.text), for: completion.partial)
  }

  private static func fit(of values: [String], for partial: String) -> Fit {
    if values.allSatisfy({ $0.utf8.starts(with: partial.utf8) }) { return .exact }
    let isReplaceable = values.count == 1 || commonPrefix(of: values).isCompletion(of: partial)
    return isReplaceable ? .commonPrefix : .unrelated
  }

  static func commonPrefix(of texts: [String]) -> String {
    var common = (texts.first ?? "").unicodeScalars[...]
    for text in texts {
      common = common.prefix(zip(common, text.unicodeScalars).prefix { $0 == $1 }.count)
    }
    return String(common)
  }
}

extension String {
  /// Whether the text begins with the typed one, ignoring case, accents and an article.
  func isCompletion(of typed: String) -> Bool {
    let folded = Folding.fold(typed).utf8
    return Folding.fold(self).utf8.starts(with: folded)
      || FoldedTitle.of(self).utf8.starts(with: folded)
  }
}
