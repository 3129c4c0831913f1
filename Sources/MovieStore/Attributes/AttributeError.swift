internal import MovieSystem

/// The reason why an attribute cannot be stored, or a condition cannot be used.
public enum AttributeError: Error, Hashable, Sendable {
  /// The text is not a key.
  case invalidKey(String)
  /// The text is the name of another part of a movie, such as `title`.
  case reservedKey(String)
  /// The key is known, and does not allow the value.
  case invalidValue(AttributeKey, String)
  /// The text is empty, contains U+0000 or is too long.
  case invalidText(AttributeKey, TextProblem)
  /// The key allows only one value.
  case severalValues(AttributeKey)
  /// The movie would have more values than ``MovieAttributes/valueLimit``.
  case tooManyValues
  /// The keys and values of the movie would have more bytes than ``MovieAttributes/byteLimit``.
  case tooManyBytes
  /// The text has no comparison of a key with a value, and is not a key.
  case invalidCondition(String)
}

extension AttributeError: CustomStringConvertible {
  /// The error as a sentence without a full stop, such as `'next' is not a year from 1870 to 2200`.
  public var description: String {
    switch self {
    case .invalidKey(let text):
      "'\(text)' is not a valid key: a key has lowercase letters, digits and underscores, starts with a letter, and has at "
        + "most \(AttributeKey.byteLimit) bytes"
    case .reservedKey(let text): "'\(text)' is another part of a movie, not an attribute"
    case .invalidValue(let key, let text): "\(text.excerpt()) is not \(Self.expected(by: key))"
    case .invalidText(let key, let problem):
      problem.description(of: "the value of '\(key)'", limit: AttributeValue.byteLimit(for: key))
    case .severalValues(let key): "'\(key)' can have only one value"
    case .tooManyValues:
      "a movie can have at most \(MovieAttributes.valueLimitText) attribute values"
    case .tooManyBytes:
      "the attributes of a movie can have at most \(MovieAttributes.byteLimitText)"
    case .invalidCondition(let text):
      "'\(text)' is not a condition such as 'year>=1990', 'tag=heist', 'note~river', 'rating' or '!rating'"
        + (Self.hasTwoOperators(text)
          ? "; a value that begins with '=', '<', '>' or '~' requires a space before it, as in 'note= >3'"
          : "")
    }
  }

  private static func hasTwoOperators(_ text: String) -> Bool {
    let isOperator = text.unicodeScalars.map { "=<>~".unicodeScalars.contains($0) }
    return zip(isOperator, isOperator.dropFirst()).contains { $0 && $1 }
  }

  /// What a known key expects, such as `a year from 1870 to 2200`.
  package static func expected(by key: AttributeKey) -> String {
    switch key {
    case .year: "a year from 1870 to 2200"
    case .rating: "a rating from 0 to 10 with at most one decimal"
    case .watched: "a date such as 2026-11-23"
    case .tag: "a tag of one line"
    default: "text or a number"
    }
  }
}
