/// How a person names movies: by id, by a range of ids, or by title.
public enum MovieReference: Hashable, Sendable {
  /// The movie of the id.
  case id(Movie.ID)
  /// Every movie with an id in the range, both ends included.
  case range(Movie.ID, Movie.ID)
  /// The movie of the title: exactly, else with case and accents folded, else without its article.
  case title(String)

  /// What makes a reference unusable.
  public enum Problem: Error, Hashable, Sendable {
    /// It is empty.
    case empty
    /// It is a number that no id can be.
    case number
    /// It is a range whose first id is above its last.
    case range
  }

  /// Reads a reference as a person typed it: ASCII digits are an id, `3..9` a range, and all else a title.
  ///
  /// - Throws: ``Problem``: `empty` for white space alone, `number` for digits above the largest id,
  ///   `range` for `9..3`.
  public init(_ text: String) throws(Problem) {
    if text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { throw .empty }
    if text.utf8.allSatisfy(Self.isDigit) {
      guard let id = Int64(text) else { throw .number }
      self = .id(Movie.ID(rawValue: id))
    } else if let ends = Self.ends(text) {
      guard let first = Int64(Substring(ends.0)), let last = Int64(Substring(ends.1)) else {
        throw .number
      }
      guard first <= last else { throw .range }
      self = .range(Movie.ID(rawValue: first), Movie.ID(rawValue: last))
    } else {
      self = .title(text)
    }
  }

  /// The digits on both sides of `..`.
  private static func ends(_ text: String) -> (Substring.UTF8View, Substring.UTF8View)? {
    let first = text.utf8.prefix(while: isDigit)
    let rest = text.utf8[first.endIndex...]
    let last = rest.dropFirst(2)
    guard !first.isEmpty, !last.isEmpty, rest.starts(with: "..".utf8), last.allSatisfy(isDigit)
    else { return nil }
    return (first, last)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
