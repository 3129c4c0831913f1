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
    for configuration in shown.map(\.configuration) {
      if let suffix = configuration.suggestedFor.suffix(of: lowercased) {
        return configuration.commandName + suffix
      }
    }
    for subcommand in shown where subcommand.descend(to: lowercased) != nil {
      return "\(subcommand.configuration.commandName) \(lowercased)"
    }
    return Suggestion.nearest(to: word, among: (names + topics).filter { $0 != word })
  }

  // MARK: Options and words

  /// Returns the correction of an unknown option; empty if none is known.
  ///
  /// - Parameters:
  ///   - words: The arguments of the command line, which can name the intended subcommand.
  ///   - isAccepted: Whether the command accepts the line with a suggestion.
  func advice(
    onUnknown name: OptionName, among words: [String],
    accepting isAccepted: (String) -> Bool = { _ in true }
  ) -> String {
    if let line = configuration.lines.first(where: { $0.key == name.long })?.value {
      let word = words.count == 1 && words[0].needsNoQuotes ? words[0] : nil
      let movie = word.map { $0.contains(" ") ? "'\($0)'" : $0 } ?? "<movie>"
      return "Use: \(line.replacing("<movie>", with: movie))"
    }
    let argument = arguments.first {
      name.word == $0.valueName || $0.help.suggestedFor.suffix(of: name.long) != nil
    }
    if let argument { return "Pass '\(argument.label)' as an argument." }
    if !arguments.isEmpty, let word = name.digits {
      return "Put '--' before the value '\(word)' to pass it as an argument."
    }
    return suggestions(for: name, among: words, accepting: isAccepted).question
  }

  /// Returns the correction for words that no argument accepts: pass them to another command, or
  /// put the accepted argument in quotes.
  func advice(onUnexpected words: [String]) -> String {
    if arguments.isEmpty {
      let text = words.allSatisfy(\.needsNoQuotes) ? words.joined(separator: " ") : "<text>"
      if let other = alternatives.first(where: \.acceptsWords) {
        return ["\(parentLine) \(other.configuration.commandName) \(text)"].question
      }
      let numbered = shownSubcommands.first { $0.arguments.first?.range != nil }
      if let numbered, words.count == 1, words[0].isDigits {
        return ["\(line) \(numbered.configuration.commandName) \(words[0])"].question
      }
      let option = shownOptions.first { $0.help.suggestedFor.contains("<text>") }
      if let name = option?.longName {
        return ["--\(name) \(words.count > 1 ? "'\(text)'" : text)"].question
      }
    }
    let takesText = arguments.last?.completion.isFreeText ?? false
    return takesText ? "Put text that contains spaces in quotes." : ""
  }

  /// Returns the probable meanings of an unknown option; none if nothing fits, or too many names do.
  ///
  /// The first of these that exists: a subcommand of that name, subcommands with the option,
  /// separate letters, options with a related name, options with a value of that name, options with
  /// a similar name, and the same option of another command.
  private func suggestions(
    for name: OptionName, among words: [String], accepting isAccepted: (String) -> Bool
  ) -> [String] {
    let command = shownSubcommands.map(\.configuration).first {
      $0.commandName == name.word || $0.suggestedFor.contains("\(name)")
    }
    if let command { return ["\(line) \(command.commandName)"] }
    let kinds = [
      owners(of: name, among: words).filter { $0.accepts("\(name)") }.map {
        "\(line) \($0.configuration.commandName) \(name)"
      },
      letters(of: name), suggestedOptions.compactMap { $0.meaning(of: name) },
      suggestedOptions.compactMap { $0.withValue(named: name) }, similarNames(to: name),
      meanings(ofAlternatives: name), suggestedOptions.compactMap { $0.excluding(name) },
    ]
    var found: [String] = []
    for kind in kinds where found.isEmpty { found = kind.filter(isAccepted) }
    return found.count <= Self.maximumSuggestions ? found : []
  }

  /// `-q -h` for `-qh`: `-h` is not accepted among other letters.
  private func letters(of name: OptionName) -> [String] {
    guard case .dashed(let letters) = name else { return [] }
    let names = letters.map(OptionName.short)
    let areKnown = names.allSatisfy { name in
      suggestedOptions.contains { $0.kind == .flag && $0.names.contains(name) }
    }
    return areKnown ? [names.map { "\($0)" }.joined(separator: " ")] : []
  }

  private func similarNames(to name: OptionName) -> [String] {
    guard let typed = name.word, let first = typed.lowercased().first else { return [] }
    // The first letter is rarely wrong: '--full' is not '--null'.
    let names = suggestedOptions.compactMap(\.longName).filter {
      $0.isNegative == typed.isNegative && $0.prefix(2).contains(first)
    }
    return Suggestion.allNearest(to: typed, among: names).map { "--\($0)" }
  }

  private var alternatives: [CommandPath] {
    configuration.alternatives.map { CommandPath(root: $0) }
  }

  private func meanings(ofAlternatives name: OptionName) -> [String] {
    // A letter has another meaning in each command.
    if name.word == nil { return [] }
    return alternatives.flatMap { command in
      command.shownOptions.compactMap { $0.meaning(of: name) }.filter(command.accepts)
        .map { "\(parentLine) \(command.configuration.commandName) \($0)" }
    }
  }

  /// The command line without the last name: `movies`.
  private var parentLine: String { names.dropLast().joined(separator: " ") }

  /// The subcommands with the option: only the one that the words name or mean, if they name one of
  /// them.
  private func owners(of name: OptionName, among words: [String]) -> [CommandPath] {
    let owners = shownSubcommands.filter { command in
      command.shownOptions.contains { $0.names.contains(name) }
    }
    func owner(named word: String) -> CommandPath? {
      owners.first { $0.configuration.names.contains(word) }
    }
    let named = words.lazy.compactMap(owner).first
    let meant = named ?? words.first.flatMap { suggestion(for: $0) }.flatMap(owner)
    return meant.map { [$0] } ?? owners
  }

  /// Whether the command can be used with nothing but an option, or that and an argument.
  private func accepts(_ option: String) -> Bool {
    var words = option.split(separator: " ").map(String.init)
    if options.contains(where: { $0.longName.map { "--\($0)" } == option && $0.kind == .option }) {
      words.append("1")
    }
    return [words, words + ["1"]].contains {
      CommandReader($0, below: CommandPath(root: type)).isUsable
    }
  }

  /// Whether the command accepts any number of words.
  private var acceptsWords: Bool {
    arguments.first.map { $0.isRepeating && $0.completion.isFreeText } ?? false
  }
}

extension ArgumentDefinition {
  /// Returns `--not word` for `-word`, as other programs write it, if the option is suggested for
  /// `-`.
  fileprivate func excluding(_ option: OptionName) -> String? {
    guard case .dashed(let word) = option, let longName, help.suggestedFor.contains("-") else {
      return nil
    }
    return "--\(longName) \(word)"
  }

  /// Returns the correction of an unknown option that means this one: `--limit`, `--color never`.
  fileprivate func meaning(of option: OptionName) -> String? {
    guard let longName else { return nil }
    if let suffix = help.suggestedFor.suffix(of: option.long) { return "--\(longName)\(suffix)" }
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

  /// The word, if it begins as a number, such as `-1` or `-3d`.
  fileprivate var digits: String? {
    switch self {
    case .long: nil
    case .short(let letter): letter.isASCII && letter.isNumber ? "-\(letter)" : nil
    case .dashed(let text): text.first?.isWholeNumber == true ? "-\(text)" : nil
    }
  }

  /// The name with its dashes, two before several letters.
  fileprivate var long: String {
    if case .dashed(let text) = self { "--\(text)" } else { "\(self)" }
  }
}

extension CompletionKind {
  fileprivate var isFreeText: Bool {
    switch self {
    case .default, .custom: true
    case .file, .catalog, .newFile, .commaSeparatedList, .commandNames: false
    }
  }
}

extension [String] {
  /// Among names of other programs, which our text can follow: ` --off` for `unmark` in
  /// `unmark --off`. Empty if none follows the name, and `nil` if the name is not among them.
  fileprivate func suffix(of name: String) -> String? {
    first { $0 == name || $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count)) }
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
