/// What someone may have meant.
package enum Suggestion {
  /// The candidate most like a word, upper and lower case being the same; nil if none is like it.
  package static func nearest(
    to word: String, among candidates: some Sequence<String>
  ) -> String? {
    nearest(1, to: word, among: candidates).first
  }

  /// Up to `count` candidates like a word, the most like it first.
  ///
  /// A candidate is like it with one slip in every three letters, and at least one, or if it
  /// begins with the word. Equally like ones keep their order.
  package static func nearest(
    _ count: Int, to word: String, among candidates: some Sequence<String>
  ) -> [String] {
    let wanted = letters(word)
    // Beyond this it is no slip of the hand, and the cost grows with the square.
    guard wanted.count <= 200 else { return [] }
    let near = candidates.compactMap { candidate in
      slips(from: wanted, to: letters(candidate)).map { (candidate, $0) }
    }
    let ranked = near.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
    return ranked.prefix(max(0, count)).map(\.element.0)
  }

  private static func letters(_ text: String) -> [Unicode.Scalar] {
    Array(text.lowercased().unicodeScalars)
  }

  private static func slips(from word: [Unicode.Scalar], to other: [Unicode.Scalar]) -> Int? {
    let limit = max(1, word.count / 3)
    if abs(word.count - other.count) <= limit {
      let slips = EditDistance.transposing(word, other)
      if slips <= limit, slips < word.count { return slips }
    }
    return word.count >= 2 && other.starts(with: word) ? limit + 1 : nil
  }
}

extension CommandPath {
  /// The long name that an unknown option is most like, or the subcommand that does have it.
  ///
  /// `words` are the rest of the command line: they tell which of several subcommands is meant.
  func nearestOption(to name: OptionName, among words: [Word]) -> String? {
    if let owner = owner(of: name, among: words) { return "\(line) \(owner.name) \(name)" }
    let typed = Array("\(name)")
    let known = options.filter { !$0.isHidden } + [.version, .showsHelp]
    if let other = known.first(where: { $0.synonyms.contains("\(name)") }) {
      return "--\(other.long)"
    }
    if case .short = name { return nil }
    // `--actor` means `--add-actor` sooner than `--color`.
    if let part = known.first(where: { "\($0.long)-".contains("\("\(name)".dropFirst())-") }) {
      return "--\(part.long)"
    }
    let distances = known.map { EditDistance.plain(Array("--\($0.long)"), typed) }
    let closest = zip(known, distances).min { $0.1 < $1.1 }
    return closest.flatMap { $0.1 < 4 ? "--\($0.0.long)" : nil }
  }

  private func owner(of name: OptionName, among words: [Word]) -> CommandDescription? {
    let owners = current.subcommands.filter { command in
      !command.isHidden && command.options.contains { $0.isNamed(name) && !$0.isHidden }
    }
    let values = words.compactMap { if case .value(let text) = $0 { text } else { nil } }
    let named = values.lazy.compactMap { value in owners.first { $0.names.contains(value) } }.first
    let meant = values.first.flatMap {
      current.synonyms[$0] ?? Suggestion.nearest(to: $0, among: owners.flatMap(\.names))
    }
    return named ?? owners.first { $0.names.contains(meant ?? "") } ?? owners.first
  }
}
