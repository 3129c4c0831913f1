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

  /// Returns what an unknown option may mean; empty if nothing fits, or too many names do.
  ///
  /// The first that fits decides: subcommands with the option, an argument, options with a related
  /// name, options with a similar spelling, and the same option of another command.
  ///
  /// - Parameter words: The rest of the command line, which may name the intended subcommand.
  func suggestions(for name: OptionName, among words: [Word]) -> [String] {
    let own = options.filter { !$0.isHidden } + [.version, .showsHelp]
    let guesses = [
      owners(of: name, among: words).map { "\(line) \($0.name) \(name)" },
      current.arguments.filter { $0.isMeant(by: name) }.map(\.label),
      own.filter { $0.isMeant(by: name) }.map { "--\($0.long)" },
      Self.similar(own, to: name).map { "--\($0)" },
      alternatives(for: name),
    ]
    let found = guesses.first { !$0.isEmpty } ?? []
    return found.count <= Self.mostSuggestions ? found : []
  }

  private static func similar(_ options: [OptionDescription], to name: OptionName) -> [String] {
    guard let typed = name.word else { return [] }
    let names = options.map(\.long).filter { $0.isNegative == typed.isNegative }
    return Suggestion.allNearest(to: typed, among: names)
  }

  private func alternatives(for name: OptionName) -> [String] {
    let parent = names.dropLast().joined(separator: " ")
    return current.alternatives.flatMap { command in
      command.options.filter { !$0.isHidden && ($0.isNamed(name) || $0.isMeant(by: name)) }
        .map { "\(parent) \(command.name) --\($0.long)" }
    }
  }

  private func owners(of name: OptionName, among words: [Word]) -> [CommandDescription] {
    let owners = current.subcommands.filter { command in
      !command.isHidden && command.options.contains { $0.isNamed(name) && !$0.isHidden }
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
  /// The name without its dashes; nil for a single letter.
  fileprivate var word: String? {
    switch self {
    case .long(let text), .dashed(let text): text
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

extension OptionDescription {
  /// Whether an unknown option is a synonym, the beginning or the end of the name, or a longer form:
  /// `--fav` and `--favorites-only` of `--favorites`, `--loss` of `--accept-loss`.
  fileprivate func isMeant(by option: OptionName) -> Bool {
    if synonyms.contains("\(option)") { return true }
    guard let word = option.word, word.count > 1, word.isNegative == long.isNegative else {
      return false
    }
    return long.hasPrefix(word) || long.hasSuffix("-\(word)") || word.hasPrefix("\(long)-")
  }
}

extension String {
  /// Whether the name begins like a negation. Such a name never stands for the opposite.
  fileprivate var isNegative: Bool { hasPrefix("no") || hasPrefix("un") }
}
