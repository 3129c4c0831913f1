/// A query chooses movies: those that meet all of its terms.
///
/// Apps pass what their users typed, or write terms as values:
///
/// ```swift
/// let typed = try MovieQuery("pacino year:1990s !is:watched")
/// let query: MovieQuery = [.actor("pacino"), .year < 2000, !.isWatched]
/// ```
///
/// The article <doc:Queries> has the whole language. A query without terms, ``all``, chooses all
/// movies.
public struct MovieQuery: Hashable, Sendable {
  /// The maximum number of values that all terms of a query look for.
  package static let valueLimit = 64
  /// The maximum size of a text in bytes.
  static let byteLimit = 65_536

  /// The words before operators that are not keys of attributes.
  package static var words: [String] { Term.Subject.reserved.keys.sorted() }

  /// The terms, all of which a movie must meet.
  public var terms: [Term]

  /// All movies.
  public static let all = MovieQuery([])

  /// Creates a query from its terms.
  ///
  /// The values are checked when the query is used: see ``StoreError/invalidInput``.
  public init(_ terms: [Term]) { self.terms = terms }

  /// Parses a text such as `pacino year:1990s`.
  ///
  /// - Throws: ``StoreError``: `invalidInput` with a sentence that has the correction, also for a
  ///   text without a term.
  public init(_ text: String) throws(StoreError) {
    try self.init(QueryParser.terms(of: [text]))
    if terms.isEmpty { throw .invalid(.query, "the query has no terms") }
  }

  /// Parses arguments of a command line, in which a shell separated the terms. There can be none.
  package init(arguments: [String]) throws(StoreError) {
    try self.init(QueryParser.terms(of: arguments, areArguments: true))
  }

  /// Parses a text that the user is still typing: a quote can be open, and a text without a term
  /// has all movies.
  ///
  /// - Throws: ``StoreError``: `invalidInput`, such as for `year:`, the value of which is not typed
  ///   yet.
  public init(typing text: String) throws(StoreError) {
    try self.init(QueryParser.terms(of: [text], isTyping: true))
  }

  /// Removes texts without letters and digits, unless there is no other text. Call it once for all
  /// terms of a query.
  package static func withoutIdleTexts(_ terms: [Term]) -> [Term] {
    func hasLetters(_ term: Term) -> Bool {
      guard term.isText, case .text(let text)? = term.values.first else { return true }
      return !LooseText(text).letters.isEmpty
    }
    return terms.contains { $0.isText && hasLetters($0) } ? terms.filter(hasLetters) : terms
  }

  /// Whether the query chooses all movies.
  package var isEmpty: Bool { terms.isEmpty }

  /// Throws an error if a value cannot be looked for, or if there are too many.
  package func validate() throws(StoreError) {
    for term in terms { try term.validate() }
    try Self.require(valueCount: terms.reduce(0) { $0 + $1.values.count })
  }

  static func require(valid text: String) throws(StoreError) {
    if text.utf8.count > byteLimit {
      throw .invalid(.query, "the query is longer than \(byteLimit >> 10) KiB")
    }
    if text.unicodeScalars.contains("\0") { throw .containsNUL(.query) }
  }

  static func require(valueCount count: Int) throws(StoreError) {
    if count > valueLimit {
      throw .invalid(
        .query, "the query has more than \(valueLimit) terms", .tooManyWords(limit: valueLimit))
    }
  }
}

extension MovieQuery: ExpressibleByArrayLiteral {
  /// Creates a query from its terms.
  public init(arrayLiteral terms: Term...) { self.init(terms) }
}

extension MovieQuery: CustomStringConvertible {
  /// A text that is parsed as the same query; empty for all movies.
  public var description: String { terms.map(\.description).joined(separator: " ") }
}

/// The order of movies. Every order is total: movies that are otherwise equal are in the order of
/// their ids.
public enum MovieOrder: Hashable, Sendable {
  /// By sortable title.
  case title
  /// In the order in which the movies were added, oldest first.
  case added
  /// By relevance to the texts of the query, best matches first, then by title; without a text, by
  /// title.
  ///
  /// A movie has the rank of the text that matches worst: the whole title, its start, the start of
  /// a word, inside a word; then the same for names in its cast.
  case relevance
  /// By the first value of an attribute, or the last date of `watched`: numbers, then texts by
  /// their bytes. Movies without the
  /// attribute are last, also in the reversed order.
  case attribute(AttributeKey)
  /// In random order. The same seed gives the same order of the same movies.
  case random(seed: UInt64)
}
