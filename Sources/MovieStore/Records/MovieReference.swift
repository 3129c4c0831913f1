/// How a person names movies: by id, by a range of ids, or by title.
public enum MovieReference: Hashable, Sendable {
  /// The movie of the id.
  case id(Movie.ID)
  /// Digits as they were typed: the movie of the id. A change refuses them if they are also the title
  /// of another movie.
  case number(Movie.ID, digits: String)
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

  /// Reads a reference as a person typed it: ASCII digits are a number, `3..9` a range, and all else a
  /// title. `id:42` is only an id, and `title:42` only a title.
  ///
  /// - Throws: ``Problem``: `empty` for white space alone, `number` for digits above the largest id,
  ///   `range` for `9..3`.
  public init(_ text: String) throws(Problem) {
    let title = text.after(prefix: "title:")
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

  /// The id or the range that the text is; `nil` for any other text.
  private static func ids(_ text: String) throws(Problem) -> MovieReference? {
    if text.isDigits {
      guard let id = Int64(text) else { throw .number }
      return .id(Movie.ID(rawValue: id))
    }
    guard let ends = ends(text) else { return nil }
    guard let first = Int64(Substring(ends.0)), let last = Int64(Substring(ends.1)) else {
      throw .number
    }
    guard first <= last else { throw .range }
    return .range(Movie.ID(rawValue: first), Movie.ID(rawValue: last))
  }

  /// The digits on both sides of `..`.
  private static func ends(_ text: String) -> (Substring.UTF8View, Substring.UTF8View)? {
    let first = text.utf8.prefix(while: \.isDigit)
    let rest = text.utf8[first.endIndex...]
    let last = rest.dropFirst(2)
    guard !first.isEmpty, !last.isEmpty, rest.starts(with: "..".utf8), last.allSatisfy(\.isDigit)
    else { return nil }
    return (first, last)
  }
}

extension MovieReference: CustomStringConvertible {
  /// The text that ``init(_:)`` reads as this reference.
  public var description: String {
    switch self {
    case .id(let id): "id:\(id.rawValue)"
    case .number(_, let digits): digits
    case .range(let first, let last): "\(first.rawValue)..\(last.rawValue)"
    case .title(let title): Self.isTitle(title) ? title : "title:\(title)"
    }
  }

  /// Whether the text needs no prefix to be read as a title.
  private static func isTitle(_ text: String) -> Bool {
    do { return try MovieReference(text) == .title(text) } catch { return false }
  }
}

extension String {
  /// Whether the text is ASCII digits, one at least.
  package var isDigits: Bool { !utf8.isEmpty && utf8.allSatisfy(\.isDigit) }

  /// The text after a prefix; `nil` without the prefix.
  package func after(prefix: String) -> String? {
    utf8.starts(with: prefix.utf8) ? String(Substring(utf8.dropFirst(prefix.utf8.count))) : nil
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}
