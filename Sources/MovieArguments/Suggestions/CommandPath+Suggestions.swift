extension CommandPath {
  private static let maximumSuggestions = 3

  // MARK: Subcommands

  /// Returns what a word that names no subcommand probably means: a topic that starts with it, a subcommand
  /// that other programs call so, a subcommand of a subcommand, or the closest name.
  func suggestion(for word: String, orTopic topics: [String] = []) -> String? {
    let shown = shownSubcommands
    let names = shown.flatMap(\.configuration.names)
    if word.count > 1, !names.contains(where: { $0.hasPrefix(word) }),
      let topic = topics.first(where: { $0.hasPrefix(word) })
    {
      return topic
    }
    let lowercased = word.lowercased()
    for subcommand in shown {
      for suggested in subcommand.configuration.suggestedFor.map(SuggestedName.init)
      where suggested.name == lowercased {
        return subcommand.configuration.commandName + suggested.suffix
      }
    }
    for subcommand in shown where subcommand.descend(to: lowercased) != nil {
      return "\(subcommand.configuration.commandName) \(lowercased)"
    }
    return Suggestion.nearest(to: word, among: (names + topics).filter { $0 != word })
  }

  // MARK: Options and words

  /// Returns the correction of an unknown option, starting with the punctuation; empty if none is known.
  ///
  /// - Parameter tokens: The command line, which can name the intended subcommand.
  func advice(onUnknown name: OptionName, among tokens: [Token]) -> String {
    let argument = arguments.first {
      name.word == $0.valueName || $0.suggestedNames.contains { $0.name == "\(name)" }
    }
    if let argument { return ". Pass '\(argument.label)' as an argument." }
    return UsageError.question(suggestions(for: name, among: tokens))
  }

  /// Returns the correction for words that no argument accepts, starting with the punctuation: pass them to
  /// another command, or put the accepted argument in quotes.
  func advice(onUnexpected words: [String]) -> String {
    if arguments.isEmpty, let other = alternatives.first(where: \.acceptsWords) {
      let text = words.allSatisfy(\.needsNoQuotes) ? words.joined(separator: " ") : "<text>"
      return UsageError.question(["\(parentLine) \(other.configuration.commandName) \(text)"])
    }
    guard let argument = arguments.last, argument.completion.isFreeText else { return "" }
    return ". Put '\(argument.label)' in quotes if it contains spaces."
  }

  /// Returns the probable meanings of an unknown option; none if nothing fits, or too many names do.
  ///
  /// The first of these that exists: subcommands with the option, options with a related name, options with a
  /// value of that name, options with a similar name, and the same option of another command.
  private func suggestions(for name: OptionName, among tokens: [Token]) -> [String] {
    let own = options.filter { !$0.isHidden } + [.version, .help]
    let guesses: [() -> [String]] = [
      {
        self.owners(of: name, among: tokens).map {
          "\(self.line) \($0.configuration.commandName) \(name)"
        }
      },
      { own.compactMap { $0.meaning(of: name) } },
      { own.compactMap { $0.withValue(named: name) } },
      { Self.similar(own, to: name).map { "--\($0)" } },
      { self.alternatives(for: name) },
      { own.compactMap { $0.excluding(name) } },
    ]
    let found = guesses.lazy.map { $0() }.first { !$0.isEmpty } ?? []
    return found.count <= Self.maximumSuggestions ? found : []
  }

  private static func similar(_ options: [ArgumentDefinition], to name: OptionName) -> [String] {
    guard let typed = name.word, let first = typed.lowercased().first else { return [] }
    // The first letter is rarely wrong: '--full' is not '--null'.
    let names = options.compactMap(\.longName).filter {
      $0.isNegative == typed.isNegative && $0.prefix(2).contains(first)
    }
    return Suggestion.allNearest(to: typed, among: names)
  }

  private var alternatives: [CommandPath] {
    configuration.alternatives.map { CommandPath(root: $0) }
  }

  private func alternatives(for name: OptionName) -> [String] {
    alternatives.flatMap { command in
      command.options.filter { !$0.isHidden }.compactMap { $0.meaning(of: name) }
        .map { "\(parentLine) \(command.configuration.commandName) \($0)" }
    }
  }

  /// The command line without the last name: `movies`.
  private var parentLine: String { names.dropLast().joined(separator: " ") }

  /// The subcommands with the option: only the one that the command line names, if it names one of them.
  private func owners(of name: OptionName, among tokens: [Token]) -> [CommandPath] {
    let owners = shownSubcommands.filter { command in
      command.option(named: name).map { !$0.isHidden } ?? false
    }
    let words = tokens.compactMap { if case .value(let text) = $0 { text } else { nil } }
    func owner(named word: String) -> CommandPath? {
      owners.first { $0.configuration.names.contains(word) }
    }
    if let named = words.lazy.compactMap(owner).first { return [named] }
    let meant = words.first.flatMap { word in
      suggestion(for: word).flatMap(owner)
        ?? Suggestion.nearest(to: word, among: owners.flatMap(\.configuration.names)).flatMap(owner)
    }
    return meant.map { [$0] } ?? owners
  }

  /// Whether the command accepts any number of words.
  private var acceptsWords: Bool {
    arguments.first.map { $0.isRepeating && $0.completion.isFreeText } ?? false
  }
}

/// A name that other programs use, and the text that follows ours: `unmark --off`.
private struct SuggestedName {
  let name: String
  /// ` --off`, or empty.
  let suffix: String

  init(_ text: String) {
    let end = text.firstIndex(of: " ") ?? text.endIndex
    name = String(text[..<end])
    suffix = String(text[end...])
  }
}

extension ArgumentDefinition {
  fileprivate var suggestedNames: [SuggestedName] { help.suggestedFor.map(SuggestedName.init) }

  /// Returns `--not word` for `-word`, as other programs write it, if the option is suggested for
  /// `-`.
  fileprivate func excluding(_ option: OptionName) -> String? {
    guard case .dashed(let word) = option, let longName,
      suggestedNames.contains(where: { $0.name == "-" })
    else { return nil }
    return "--\(longName) \(word)"
  }

  /// Returns the correction of an unknown option that means this one: `--limit`, `--color never`.
  fileprivate func meaning(of option: OptionName) -> String? {
    guard let longName else { return nil }
    if let suggested = suggestedNames.first(where: { $0.name == "\(option)" }) {
      return "--\(longName)\(suggested.suffix)"
    }
    return isMeant(by: option) ? "--\(longName)" : nil
  }

  /// The option with the value that an unknown option names: `--format csv` for `--csv`.
  fileprivate func withValue(named option: OptionName) -> String? {
    guard case .default = completion, let longName, let word = option.word, choices.contains(word)
    else { return nil }
    return "--\(longName) \(word)"
  }

  /// Whether an unknown option is the name, its beginning or its end, or a longer form: `--fav` and
  /// `--favorites-only` of `--favorites`, `--loss` of `--accept-loss`.
  private func isMeant(by option: OptionName) -> Bool {
    if names.contains(option) { return true }
    guard let longName, let word = option.word, word.count > 1,
      word.isNegative == longName.isNegative
    else { return false }
    return longName.hasPrefix(word) || longName.hasSuffix("-\(word)")
      || word.hasPrefix("\(longName)-")
  }
}

extension OptionName {
  /// The name without its dashes; `nil` for a single letter and for `no`.
  fileprivate var word: String? {
    switch self {
    case .long(let text), .dashed(let text): text == "no" ? nil : text
    case .short: nil
    }
  }
}

extension CompletionKind {
  fileprivate var isFreeText: Bool {
    switch self {
    case .default, .custom: true
    case .file, .commaSeparatedList, .commandNames: false
    }
  }
}

extension String {
  /// Whether the name begins like a negation. Such a name never stands for the opposite.
  fileprivate var isNegative: Bool { hasPrefix("no") || hasPrefix("un") }

  /// Whether the text consists of visible letters, digits and inner spaces.
  fileprivate var needsNoQuotes: Bool {
    !isEmpty && first != " "
      && unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType == .decimal || $0 == " "
      }
  }
}
