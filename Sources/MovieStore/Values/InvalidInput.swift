internal import MovieSystem

/// What a value is that a caller passed and that cannot be used or stored, such as the title: the
/// field of a form to which the error belongs.
public enum InvalidInput: Hashable, Sendable {
  /// The title of a movie.
  case title
  /// A name in a cast.
  case name
  /// A cast as a whole.
  case cast
  /// The name of an attribute.
  case key
  /// A value of an attribute.
  case attribute(AttributeKey)
  /// The attributes of a movie as a whole.
  case attributes
  /// A query or a condition.
  case query
  /// Another argument.
  case argument
}

/// An input that cannot be used.
package struct InvalidValue: Hashable, Sendable {
  /// A problem for which a caller within this package has a correction.
  package enum Problem: Hashable, Sendable {
    case empty
    case invalidKey(String)
    case reservedKey(String)
    case tooManyWords(limit: Int)
    case noDate(String)
  }

  package let subject: InvalidInput
  /// The error as a sentence without a full stop, such as `the title is empty`.
  package let description: String
  package let problem: Problem?
}

extension StoreError {
  package static func invalid(
    _ subject: InvalidInput, _ description: String, _ problem: InvalidValue.Problem? = nil
  ) -> StoreError {
    StoreError(
      .invalidInput(InvalidValue(subject: subject, description: description, problem: problem)))
  }

  // MARK: Texts

  static func empty(_ subject: InvalidInput) -> StoreError {
    .invalid(subject, "\(subject.text) is empty", .empty)
  }

  static func containsNUL(_ subject: InvalidInput) -> StoreError {
    .invalid(subject, "\(subject.text) contains a NUL character")
  }

  /// - Parameter unit: What is counted, in the plural.
  package static func tooLong(
    _ subject: InvalidInput, _ count: Int, _ unit: String = "bytes", limit: Int
  ) -> StoreError {
    .invalid(
      subject,
      "\(subject.text) has \(Formatting.grouped(count)) \(unit); the limit is "
        + Formatting.grouped(limit))
  }

  static let textTooLong = invalid(.argument, "a text is longer than 16 MiB")

  // MARK: Attributes

  static func invalidValue(_ text: String, of key: AttributeKey) -> StoreError {
    .invalid(.attribute(key), "\(text.excerpt()) is not \(key.expectedValue)")
  }

  package static func severalValues(of key: AttributeKey) -> StoreError {
    .invalid(.attribute(key), "'\(key)' can have only one value")
  }

  package static let tooManyValues = invalid(
    .attributes, "a movie can have at most \(MovieAttributes.valueLimitText) attribute values")
  package static let tooManyBytes = invalid(
    .attributes, "the attributes of a movie can have at most \(MovieAttributes.byteLimitText)")

  // MARK: Queries

  /// Throws unless the limit and the offset of a query can be used in SQL.
  package static func requireValid(limit: Int?, offset: Int) throws(StoreError) {
    if let limit, limit < 0 { throw .invalid(.query, "the limit \(limit) is negative") }
    if offset < 0 { throw .invalid(.query, "the offset \(offset) is negative") }
  }
}

extension InvalidInput {
  /// The subject of a sentence.
  fileprivate var text: String {
    switch self {
    case .title: "the title"
    case .name: "an actor's name"
    case .cast: "the cast"
    case .key: "the key"
    case .attribute(let key): "the value of '\(key)'"
    case .attributes: "the attributes"
    case .query: "the text to search for"
    case .argument: "the argument"
    }
  }
}

extension AttributeKey {
  /// What a person can type as a date.
  package static let typedDate = "a date such as 2026-11-23, 28.11.2026, 'jan 5', 'friday' or '3d'"

  /// The kind of value that a known key expects, such as `a year from 1870 to 2200`.
  package var expectedValue: String {
    switch self {
    case .year: "a year from 1870 to 2200"
    case .rating: "a rating from 0 to 10 with at most one decimal"
    case .watched: "a date such as 2026-11-23, 2026-11 or 2026"
    case .runtime: "a running time in minutes, from 1 to 100,000"
    case .imdb: "an IMDb id such as tt0113277"
    case .tmdb: "a TMDB id such as 949"
    case .letterboxd: "an address such as https://boxd.it/2aQw or a name such as heat-1995"
    case _ where hasLines: "text of one line"
    default: "text or a number"
    }
  }
}
