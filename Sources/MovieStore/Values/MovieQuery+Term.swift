internal import MovieSystem

extension MovieQuery {
  /// A condition on a movie: a part of it, a comparison, and one or more values, of which one must
  /// be met.
  public struct Term: Hashable, Sendable {
    /// The part of a movie.
    package enum Subject: Hashable, Sendable {
      /// The title, and the starts of words of names in the cast.
      case text
      case title
      case actor
      /// The id of the movie.
      case id
      /// Whether there is any value of a key.
      case has
      case `is`
      case attribute(AttributeKey)
    }

    package enum Comparison: String, Hashable, Sendable, CaseIterable {
      /// A text contains the value, loosely; a number or a date is in the range.
      case matches = ":"
      /// A text is equal when case and accents are folded, a number by its value.
      case equal = "="
      case less = "<"
      case lessOrEqual = "<="
      case greater = ">"
      case greaterOrEqual = ">="
    }

    package enum Value: Hashable, Sendable {
      case text(String)
      case actor(Actor.ID)
      /// The value of an attribute to compare with.
      case value(AttributeValue)
      /// Numbers or dates from one to another, both included. A date can be a year or a month.
      case range(AttributeValue?, AttributeValue?)
    }

    /// Whether the movie must not meet the condition.
    package var isNegated = false
    package let subject: Subject
    package let comparison: Comparison
    /// At least one.
    package let values: [Value]

    package init(_ subject: Subject, _ comparison: Comparison, _ values: [Value]) {
      (self.subject, self.comparison, self.values) = (subject, comparison, values)
    }

    /// Returns the exact complement of the term.
    public static prefix func ! (term: Self) -> Self {
      var opposite = term
      opposite.isNegated.toggle()
      return opposite
    }

    /// Whether the term looks for a text of the user in titles or names without naming the part.
    package var isText: Bool { subject == .text }

    /// The keys of attributes that the term reads.
    package var keys: [AttributeKey] {
      switch subject {
      case .attribute(let key): [key]
      case .has:
        values.map { AttributeKey(unchecked: $0.description) }.filter {
          Subject.reserved[$0.name] == nil
        }
      default: []
      }
    }

    /// Whether a text is a number, or a range of numbers, of a key of the user's own.
    package static func isNumeric(_ text: String) -> Bool { Subject.numbers(text) != nil }

    /// Whether movies are ranked by where they have the text.
    package var isRanked: Bool {
      comparison == .matches && (subject == .text || subject == .title || subject == .actor)
    }

    func validate() throws(StoreError) {
      for case .text(let text) in values {
        try MovieQuery.require(valid: text)
        if text.isEmpty { throw .invalid(.query, "the value of '\(self)' is empty") }
        if comparison == .matches, LoosePattern(text) == nil {
          throw .invalid(.query, "\(text.excerpt()) has no letters to look for")
        }
      }
    }
  }
}

// MARK: - Terms as values

extension MovieQuery.Term {
  /// Text in the title, or at the start of a word of a name in the cast.
  public static func text(_ text: String) -> Self { Self(.text, .matches, [.text(text)]) }

  /// Text in the title.
  public static func title(_ text: String) -> Self { Self(.title, .matches, [.text(text)]) }

  /// A title, with or without its article. Case and accents are folded.
  public static func title(is title: String) -> Self { Self(.title, .equal, [.text(title)]) }

  /// Text in a name of the cast.
  public static func actor(_ text: String) -> Self { Self(.actor, .matches, [.text(text)]) }

  /// An actor in the cast.
  public static func actor(id: Catalog.Actor.ID) -> Self { Self(.actor, .equal, [.actor(id)]) }

  /// The movie with the id.
  public static func id(_ id: Movie.ID) -> Self {
    let value = AttributeValue.integer(id.rawValue)
    return Self(.id, .matches, [.range(value, value)])
  }

  /// Favorites.
  public static let isFavorite = Self(.is, .matches, [.text("favorite")])

  /// Movies that were watched: with a date in `watched`, or the tag `seen`.
  public static let isWatched = Self(.is, .matches, [.text("watched")])

  /// Movies with any value of the key.
  public static func has(_ key: AttributeKey) -> Self { Self(.has, .matches, [.text(key.name)]) }

  /// Movies of which a value of the key contains the text.
  public static func contains(_ key: AttributeKey, _ text: String) -> Self {
    Self(.attribute(key), .matches, [.text(text)])
  }
}

extension AttributeKey {
  /// Returns the term that a value of the key is equal.
  public static func == (key: Self, value: AttributeValue) -> MovieQuery.Term {
    MovieQuery.Term(.attribute(key), .equal, [.value(value)])
  }

  /// Returns the term that no value of the key is equal.
  public static func != (key: Self, value: AttributeValue) -> MovieQuery.Term { !(key == value) }

  /// Returns the term that a value of the key is less.
  public static func < (key: Self, value: AttributeValue) -> MovieQuery.Term {
    MovieQuery.Term(.attribute(key), .less, [.value(value)])
  }

  /// Returns the term that a value of the key is less or equal.
  public static func <= (key: Self, value: AttributeValue) -> MovieQuery.Term {
    MovieQuery.Term(.attribute(key), .lessOrEqual, [.value(value)])
  }

  /// Returns the term that a value of the key is greater.
  public static func > (key: Self, value: AttributeValue) -> MovieQuery.Term {
    MovieQuery.Term(.attribute(key), .greater, [.value(value)])
  }

  /// Returns the term that a value of the key is greater or equal.
  public static func >= (key: Self, value: AttributeValue) -> MovieQuery.Term {
    MovieQuery.Term(.attribute(key), .greaterOrEqual, [.value(value)])
  }
}

// MARK: - Text

extension MovieQuery.Term: CustomStringConvertible {
  /// A text that is parsed as the term.
  public var description: String {
    let start = (isNegated ? "!" : "") + (subject.key.map { $0 + comparison.rawValue } ?? "")
    // Quotes only where the text without them is another term.
    let plain = start + values.map(\.description).joined(separator: ",")
    if QueryParser.isText(plain, of: self) { return plain }
    return start + values.map { Value.quoted($0.description) }.joined(separator: ",")
  }
}

extension MovieQuery.Term.Subject {
  /// The key before the operator; `nil` for text without one.
  package var key: String? {
    switch self {
    case .text: nil
    case .title: "title"
    case .actor: "actor"
    case .id: "id"
    case .has: "has"
    case .is: "is"
    case .attribute(let key): key.name
    }
  }

  /// The names that are not keys of attributes.
  static let reserved = [
    "title": Self.title, "actor": .actor, "id": .id, "has": .has, "is": .is,
  ]

  /// Whether a comma separates values, of which one must be met.
  var separatesValues: Bool { ![.text, .title, .actor, .attribute(.note)].contains(self) }
}

extension MovieQuery.Term.Value: CustomStringConvertible {
  package var description: String {
    switch self {
    case .text(let text): text
    case .actor(let id): "id:\(id.rawValue)"
    case .value(let value): value.description
    case .range(let lower?, let upper?) where lower == upper: lower.description
    case .range(let lower, let upper): "\(lower?.description ?? "")..\(upper?.description ?? "")"
    }
  }

  /// Returns the text between quotes, as a query reads it. By scalars: a quote followed by a joiner
  /// is one Character.
  package static func quoted(_ text: String) -> String {
    "\"" + text.unicodeScalars.map { $0 == "\"" ? "\"\"" : "\($0)" }.joined() + "\""
  }
}
