internal import MovieArguments
internal import MovieStatistics
internal import MovieStore

/// Finds keys and values similar to one that no movie has.
enum AttributeSuggestions {
  private static let maximumCount = 3
  /// The maximum number of characters of values in a hint.
  private static let maximumLength = 200

  /// The key that the text names. If it is neither known nor the key of a movie, the error suggests
  /// similar keys.
  ///
  /// - Parameter names: Other names that the user can mean.
  static func key(
    _ text: String, in store: borrowing Catalog, or names: [String] = []
  ) throws -> AttributeKey {
    let key: AttributeKey
    do throws(StoreError) {
      key = try AttributeKey(text)
    } catch {
      throw try Self.error(for: text, error.description, or: names, in: store)
    }
    try require(key, in: store, or: names)
    return key
  }

  /// What the text names to count by. A key that movies have goes before another meaning of its
  /// name.
  static func grouping(_ text: String, in store: borrowing Catalog) throws -> MovieGrouping {
    let names = MovieGrouping.names
    if names.contains(text), try !store.attributeKeys().contains(where: { $0.name == text }) {
      return try MovieGrouping(text)
    }
    return .attribute(try key(text, in: store, or: names))
  }

  /// Throws an error unless the key is known or the key of a movie.
  ///
  /// - Parameter names: Other names that the user can mean.
  static func require(
    _ key: AttributeKey, in store: borrowing Catalog, or names: [String] = []
  ) throws {
    if try key.isKnown || store.attributeKeys().contains(key) { return }
    throw try error(
      for: key.name, "no movie has the attribute '\(key)'", or: names, in: store)
  }

  /// Sentences about the keys of a term that are neither known, nor the key of a movie now or in the
  /// history.
  static func unknownKeys(
    of term: MovieQuery.Term, in store: borrowing Catalog
  ) throws(StoreError) -> [String] {
    var sentences: [String] = []
    for key in term.keys where !key.isKnown {
      if try store.attributeKeys().contains(key) { continue }
      if try store.hasHistory(of: key) { continue }
      let question = try keys(near: key.name, or: MovieQuery.words, in: store).question
      let values = term.values.map { $0.description.replacing("\"", with: "\"\"") }
      let text =
        "\(term.subject.key ?? "")\(term.comparison.rawValue)\(values.joined(separator: ","))"
      sentences.append(
        "no movie has the key '\(key)'. \(question)\(question.isEmpty ? "" : " ")For the text, use "
          + "quotes: '\"\(text)\"'")
    }
    return sentences
  }

  /// A sentence about a term that compares numbers with a key of the user's own that has only
  /// texts, such as days; `nil` for other terms.
  static func advice(
    comparing term: MovieQuery.Term, in store: borrowing Catalog
  ) throws(StoreError) -> String? {
    guard case .attribute(let key) = term.subject, !key.isKnown, term.comparison != .equal else {
      return nil
    }
    let isNumeric = term.values.contains { value in
      switch value {
      case .value(let value): !value.isText
      case .text(let text): text.contains("..") && MovieQuery.Term.isNumeric(text)
      case .range, .actor: false
      }
    }
    guard isNumeric, let first = try store.firstValue(of: key), first.isText else { return nil }
    return "'\(key)' has texts, not numbers. Compare them with texts, as in '\(key >= first)'."
  }

  /// Notices about keys that are neither known nor the key of a movie, and resemble one that is.
  static func newKeyNotices(
    _ keys: [AttributeKey], in store: borrowing Catalog
  ) throws(StoreError) -> [String] {
    var notices: [String] = []
    for key in keys where !key.isKnown {
      if try store.attributeKeys().contains(key) { continue }
      let nearest = try Self.keys(near: key.name, in: store)
      if !nearest.isEmpty { notices.append("new key '\(key)'. \(nearest.question)") }
    }
    return notices
  }

  /// Terms with stored values that resemble a value that no movie has.
  static func terms(
    near term: MovieQuery.Term, in store: borrowing Catalog
  ) throws(StoreError) -> [MovieQuery.Term] {
    guard case .attribute(let key) = term.subject, key != .watched,
      term.comparison == .matches || term.comparison == .equal
    else { return [] }
    let typed: String? =
      switch term.values[0] {
      case .text(let text), .value(.text(let text)): text
      default: nil
      }
    guard let typed, typed.unicodeScalars.count <= maximumLength else { return [] }
    return try texts(near: typed, of: key, in: store).map {
      MovieQuery.Term(.attribute(key), .equal, [.value(.text($0))])
    }
  }

  /// The stored texts that differ only in case and accents, or else the most similar ones.
  private static func texts(
    near text: String, of key: AttributeKey, in store: borrowing Catalog
  ) throws(StoreError) -> [String] {
    let folded = Folding.fold(text)
    let candidates = try store.attributeTexts(of: key, near: text)
      .filter { $0.unicodeScalars.count <= maximumLength }.map { (Folding.fold($0), $0) }
    let same = candidates.filter { $0.0 == folded }.map(\.1)
    if !same.isEmpty { return Array(same.prefix(maximumCount)) }
    return NearMisses.nearest(to: text, among: candidates.map(\.1))
  }

  /// Terms with the text for keys of which a value has it at the start of a word.
  ///
  /// - Parameter directors: The directors to look at.
  static func terms(
    having text: String, directors: [String], in store: borrowing Catalog
  ) throws(StoreError) -> [MovieQuery.Term] {
    guard let pattern = LoosePattern(text) else { return [] }
    var terms: [MovieQuery.Term] = []
    for key in [AttributeKey.director, .genre, .tag] {
      let texts = key == .director ? directors : try store.attributeTexts(of: key, near: text)
      let ranks = texts.lazy.map { pattern.rank(in: $0) }
      if ranks.contains(where: { $0 != nil && $0 != .inside }) {
        terms.append(.contains(key, text))
      }
    }
    return terms
  }

  private static func error(
    for text: String, _ message: String, or names: [String] = [], in store: borrowing Catalog
  ) throws -> CommandError {
    let question = try keys(near: text, or: names, in: store).question
    return .usage(message + "." + (question.isEmpty ? "" : " ") + question)
  }

  private static func keys(
    near text: String, or names: [String] = [], in store: borrowing Catalog
  ) throws(StoreError) -> [String] {
    let present = try store.attributeKeys()
    let keys = AttributeKey.known + present.filter { !$0.isKnown }
    return Suggestion.nearest(maximumCount, to: text, among: names + keys.map(\.name))
  }
}
