internal import MovieSystem

/// A reference to movies that a user typed: an id, a range of ids, or a title.
package enum MovieReference: Hashable, Sendable {
  /// The movie with the id.
  case id(Movie.ID)
  /// The movie with the id, and the digits as the user typed them.
  ///
  /// If the digits are also the title of another movie, ``Catalog/movies(referredToBy:)``
  /// uses the id, and changes reject the reference.
  case number(Movie.ID, digits: String)
  /// All movies with an id in the range, including both ends.
  case range(Movie.ID, Movie.ID)
  /// The movie with the title.
  ///
  /// An exact match is preferred, then a match with case and accents folded, then a match without a
  /// leading article. If there is none, and the text ends with a year in parentheses, as in `Titanic (1997)`, the
  /// movie with the title before it and the attribute ``AttributeKey/year``; otherwise, the movie
  /// with the attribute ``AttributeKey/aka``, also with a year.
  case title(String)

  /// The reason why a text is not a valid reference.
  package enum Problem: Error, Hashable, Sendable {
    /// The text is empty or consists of white space.
    case empty
    /// The text is a number that is too large to be an id.
    case number
    /// The text is a range whose first id is greater than its last.
    case range
  }

  /// Creates a reference from a text that a user typed.
  ///
  /// ASCII digits are a number, text such as `3..9` is a range, and any other text is a title. With
  /// the prefix `id:`, as in `id:42`, a reference is only an id; with the prefix `title=`, as in
  /// `title=42`, only a title.
  ///
  /// - Throws: ``Problem``: `empty` for text that has only white space, `number` for digits above
  ///   the largest id, `range` for a range such as `9..3`.
  package init(_ text: String) throws(Problem) {
    // `title:` is an earlier form of the prefix.
    let title = text.after(prefix: "title=") ?? text.after(prefix: "title:")
    if (title ?? text).unicodeScalars.allSatisfy(\.properties.isWhitespace) { throw .empty }
    if let title {
      self = .title(title)
    } else if let ids = text.after(prefix: "id:"), let reference = try Self.ids(ids) {
      self = reference
    } else if let reference = try Self.ids(text) {
      self = if case .id(let id) = reference { .number(id, digits: text) } else { reference }
    } else {
      self = .title(text)
    }
  }

  /// Returns the digits of an id such as `id:7`; `nil` for any other text.
  package static func digits(ofID text: String) -> String? {
    text.after(prefix: "id:").flatMap { $0.isDigits ? $0 : nil }
  }

  /// Splits a text such as `Titanic (1997)`; returns `nil` for a text that does not end with a year
  /// in parentheses that ``AttributeKey/year`` can have.
  package static func titleAndYear(_ text: String) -> (title: String, year: Int)? {
    let scalars = text.unicodeScalars[...].trimmed
    let end = scalars.suffix(6)
    let year = String(end.dropFirst().dropLast())
    guard end.first == "(", end.last == ")", year.isDigits, let number = Int(year),
      AttributeValue.years ~= Int64(number)
    else { return nil }
    let title = String(scalars.dropLast(6).trimmed)
    return title.isEmpty ? nil : (title, number)
  }

  /// Parses an id or a range; returns `nil` for any other text.
  private static func ids(_ text: String) throws(Problem) -> MovieReference? {
    if text.isDigits {
      guard let id = Int64(text) else { throw .number }
      return .id(Movie.ID(rawValue: id))
    }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard parts.count == 3, parts[0].isDigits, parts[1].isEmpty, parts[2].isDigits else {
      return nil
    }
    guard let first = Int64(parts[0]), let last = Int64(parts[2]) else { throw .number }
    guard first <= last else { throw .range }
    return .range(Movie.ID(rawValue: first), Movie.ID(rawValue: last))
  }
}

extension MovieReference: CustomStringConvertible {
  /// The text from which ``init(_:)`` creates this reference.
  package var description: String {
    switch self {
    case .id(let id): "id:\(id.rawValue)"
    case .number(_, let digits): digits
    case .range(let first, let last): "\(first.rawValue)..\(last.rawValue)"
    case .title(let title): Self.isTitle(title) ? title : "title=\(title)"
    }
  }

  /// Whether the text is parsed as a title without the prefix `title=`.
  private static func isTitle(_ text: String) -> Bool {
    do { return try MovieReference(text) == .title(text) } catch { return false }
  }
}
