/// Guesses at what a mistyped word means.
package enum Suggestion {
  /// Returns the candidate closest to a word, or nil if none is close.
  package static func nearest(
    to word: String, among candidates: some Sequence<String>
  ) -> String? {
    nearest(1, to: word, among: candidates).first
  }

  /// Returns up to `count` candidates close to a word, the closest first.
  ///
  /// A candidate is close if it differs by at most one slip per three letters of the word, or if it
  /// starts with the word. Case does not matter. Equally close candidates keep their order.
  package static func nearest(
    _ count: Int, to word: String, among candidates: some Sequence<String>
  ) -> [String] {
    ranked(candidates, by: word).prefix(max(0, count)).map(\.text)
  }

  /// Returns every candidate that is as close to a word as the closest one.
  static func allNearest(
    to word: String, among candidates: some Sequence<String>
  ) -> [String] {
    let ranked = ranked(candidates, by: word)
    return ranked.prefix { $0.slips == ranked[0].slips }.map(\.text)
  }

  private static func ranked(
    _ candidates: some Sequence<String>, by word: String
  ) -> [(text: String, slips: Int)] {
    let wanted = letters(word)
    // The cost grows with the square of the length, and no typed name is that long.
    guard !wanted.isEmpty, wanted.count <= 200 else { return [] }
    let near = candidates.compactMap { candidate in
      slips(from: wanted, to: letters(candidate)).map { (text: candidate, slips: $0) }
    }
    let ranked = near.enumerated().sorted {
      ($0.element.slips, $0.offset) < ($1.element.slips, $1.offset)
    }
    return ranked.map(\.element)
  }

  private static func letters(_ text: String) -> [Unicode.Scalar] {
    Array(text.lowercased().unicodeScalars)
  }

  private static func slips(from word: [Unicode.Scalar], to other: [Unicode.Scalar]) -> Int? {
    let limit = word.count / 3
    if abs(word.count - other.count) <= limit {
      let slips = EditDistance.between(word, other)
      if slips <= limit { return slips }
    }
    return word.count >= 2 && other.starts(with: word) ? limit + 1 : nil
  }
}

extension CommandPath {
  private static let mostSuggestions = 3

  /// Returns what to use instead of an unknown option, starting with the punctuation; empty if
  /// nothing is known.
  ///
  /// - Parameter words: The rest of the command line, which may name the intended subcommand.
  func advice(onUnknown name: OptionName, among words: [Word]) -> String {
    if let argument = current.arguments.first(where: { $0.isMeant(by: name) }) {
      return ". Pass '\(argument.label)' as an argument."
    }
    return UsageError.question(suggestions(for: name, among: words))
  }

  /// Returns what to do with arguments that the command does not accept, starting with the
  /// punctuation: pass them to another command, or put the accepted argument in quotes.
  func advice(onUnexpected words: [String]) -> String {
    if current.arguments.isEmpty, let other = current.alternatives.first(where: \.acceptsWords) {
      let text = words.allSatisfy(\.needsNoQuotes) ? words.joined(separator: " ") : "<text>"
      return UsageError.question(["\(parentLine) \(other.name) \(text)"])
    }
    guard let argument = current.arguments.last, case .text = argument.value else { return "" }
    return ". Put '\(argument.label)' in quotes if it contains spaces."
  }

  /// Returns what an unknown option may mean; empty if nothing fits, or too many names do.
  ///
  /// The first that fits decides: subcommands with the option, options with a related name, options
  /// with a value of that name, options with a similar spelling, and the same option of another
  /// command.
  private func suggestions(for name: OptionName, among words: [Word]) -> [String] {
    let own = options.filter { !$0.isHidden } + [.version, .showsHelp]
    let guesses = [
      owners(of: name, among: words).map { "\(line) \($0.name) \(name)" },
      own.compactMap { $0.meaning(of: name) },
      own.compactMap { $0.withValue(named: name) },
      Self.similar(own, to: name).map { "--\($0)" },
      alternatives(for: name),
    ]
    let found = guesses.first { !$0.isEmpty } ?? []
    return found.count <= Self.mostSuggestions ? found : []
  }

  private static func similar(_ options: [OptionDescription], to name: OptionName) -> [String] {
    guard let typed = name.word, let first = typed.lowercased().first else { return [] }
    // The first letter is rarely wrong: '--full' is not '--null'.
    let names = options.map(\.long).filter {
      $0.isNegative == typed.isNegative && $0.prefix(2).contains(first)
    }
    return Suggestion.allNearest(to: typed, among: names)
  }

  private func alternatives(for name: OptionName) -> [String] {
    current.alternatives.flatMap { command in
      command.options.filter { !$0.isHidden }.compactMap { $0.meaning(of: name) }
        .map { "\(parentLine) \(command.name) \($0)" }
    }
  }

  /// The command line without the last name: `movies`.
  private var parentLine: String { names.dropLast().joined(separator: " ") }

  private func owners(of name: OptionName, among words: [Word]) -> [CommandDescription] {
    let owners = current.subcommands.filter { command in
      !command.isHidden && command.options.contains { $0.hasSameName(name) && !$0.isHidden }
    }
    let values = words.compactMap { if case .value(let text) = $0 { text } else { nil } }
    let named = values.lazy.compactMap { value in owners.first { $0.names.contains(value) } }.first
    let meant = values.first.flatMap {
      current.synonyms[$0] ?? Suggestion.nearest(to: $0, among: owners.flatMap(\.names))
    }
    let owner = named ?? owners.first { $0.names.contains(meant ?? "") }
    return owner.map { [$0] } ?? owners
  }
}

extension OptionName {
  /// The name without its dashes; nil for a single letter and for a lone `no`.
  fileprivate var word: String? {
    switch self {
    case .long(let text), .dashed(let text): text == "no" ? nil : text
    case .short: nil
    }
  }
}

extension ArgumentDescription {
  /// Whether an unknown option is the argument's name, or a synonym of it.
  fileprivate func isMeant(by option: OptionName) -> Bool {
    option.word == name || synonyms.contains("\(option)")
  }
}

extension CommandDescription {
  /// Whether it accepts any number of words.
  fileprivate var acceptsWords: Bool {
    guard let argument = arguments.first, case .text = argument.value else { return false }
    return argument.isRepeated
  }
}

extension OptionDescription {
  /// Returns what to use instead of an unknown option that means this one: `--limit`,
  /// `--color never`.
  fileprivate func meaning(of option: OptionName) -> String? {
    if let value = valueSynonyms["\(option)"] { return "--\(long) \(value)" }
    return isMeant(by: option) ? "--\(long)" : nil
  }

  /// The option with the value that an unknown option names: `--format csv` for `--csv`.
  fileprivate func withValue(named option: OptionName) -> String? {
    guard case .choice(_, let values) = value, let word = option.word, values.contains(word) else {
      return nil
    }
    return "--\(long) \(word)"
  }

  /// Whether an unknown option is the name, a synonym, the beginning or the end of the name, or a
  /// longer form: `--fav` and `--favorites-only` of `--favorites`, `--loss` of `--accept-loss`.
  private func isMeant(by option: OptionName) -> Bool {
    if hasSameName(option) || synonyms.contains("\(option)") { return true }
    guard let word = option.word, word.count > 1, word.isNegative == long.isNegative else {
      return false
    }
    return long.hasPrefix(word) || long.hasSuffix("-\(word)") || word.hasPrefix("\(long)-")
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
