internal import MovieSystem

/// The rules for titles and names: no surrounding white space, not empty, bounded, no NUL.
enum TextValidation {
  /// Returns the text without surrounding white space.
  ///
  /// The length is checked before trimming, so that a parser that stores no more than the limit reports
  /// the same problem as one that stores the whole text.
  static func validated(_ text: String) throws(TextProblem) -> String {
    let bytes = text.utf8.count
    guard bytes <= MovieDraft.textByteLimit else { throw .tooLong(bytes: bytes) }
    guard !containsNUL(text) else { throw .containsNUL }
    let trimmed = trimmed(text)
    guard !trimmed.isEmpty else { throw .empty }
    return trimmed
  }

  /// Returns the part of a third-party text that can be stored: usually all of it, and "" if it is only
  /// white space.
  static func sanitized(_ text: String) -> String {
    var text = text
    if containsNUL(text) { text.unicodeScalars.removeAll { $0 == "\0" } }
    if trimmed(text).isEmpty { return "" }
    // By scalars: a Character can have any number of them.
    while text.utf8.count > MovieDraft.textByteLimit { text.unicodeScalars.removeLast() }
    return text
  }

  private static func containsNUL(_ text: String) -> Bool {
    // Ten times as fast as iterating over the UTF-8 view.
    let result = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe $0.contains(0) }
    return result ?? text.utf8.contains(0)
  }

  private static func trimmed(_ text: String) -> String {
    // The common case: both ends are ASCII and not white space.
    if let first = text.utf8.first, let last = text.utf8.last,
      0x21..<0x80 ~= first, 0x21..<0x80 ~= last
    {
      return text
    }
    return String(text.unicodeScalars[...].trimmed)
  }

  /// Returns the names without those that repeat an earlier one byte for byte.
  static func withoutRepeats(_ names: [String]) -> [String] {
    if names.count > 16 {
      var seen = Set<ByteString>(minimumCapacity: names.count)
      return names.filter { seen.insert(ByteString($0)).inserted }
    }
    // Faster than hashing for casts of the usual size.
    var unique: [String] = []
    unique.reserveCapacity(names.count)
    for name in names where !unique.contains(where: { $0.isExactly(name) }) { unique.append(name) }
    return unique
  }
}

extension Substring.UnicodeScalarView {
  /// The text without leading and trailing white space (Unicode's White_Space).
  var trimmed: Self {
    let start = drop(while: \.properties.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else {
      return start
    }
    return start[...last]
  }
}

/// The reason why a title, a name or a cast cannot be stored.
public enum TextProblem: Error, Hashable, Sendable {
  /// The text is empty after leading and trailing white space is removed.
  case empty
  /// The text contains U+0000, at which SQLite's own functions would truncate it.
  case containsNUL
  /// The text, including surrounding white space, has more than ``MovieDraft/textByteLimit`` bytes
  /// of UTF-8, or the names of the cast together have more than ``MovieDraft/castByteLimit``. The
  /// value is their actual number.
  case tooLong(bytes: Int)
  /// The cast has more than ``MovieDraft/castNameLimit`` names, including repeated names. The value
  /// is their actual number.
  case tooMany(names: Int)

  /// - Parameters:
  ///   - subject: The text with the problem, such as `the title`.
  ///   - limit: The limit of its bytes.
  func description(of subject: String, limit: Int) -> String {
    switch self {
    case .empty: "\(subject) is empty"
    case .containsNUL: "\(subject) contains a NUL character"
    case .tooLong(let bytes):
      "\(subject) has \(Formatting.grouped(bytes)) bytes; the limit is \(Formatting.grouped(limit))"
    case .tooMany(let names):
      "\(subject) has \(Formatting.grouped(names)) names; the limit is "
        + Formatting.grouped(MovieDraft.castNameLimit)
    }
  }
}

/// An error that reports the first part of a draft that cannot be stored.
public struct DraftError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A part of a movie.
  public enum Field: Hashable, Sendable {
    /// The title.
    case title
    /// A name in the cast.
    case name
    /// The cast as a whole.
    case cast
  }

  /// The part of the movie that cannot be stored.
  public let field: Field
  /// The reason why the part cannot be stored.
  public let problem: TextProblem

  package init(field: Field, problem: TextProblem) {
    self.field = field
    self.problem = problem
  }

  /// The error as a sentence without a full stop, such as `the title is empty`.
  public var description: String {
    let subject =
      switch field {
      case .title: "the title"
      case .name: "an actor's name"
      case .cast: "the cast"
      }
    return problem.description(
      of: subject, limit: field == .cast ? MovieDraft.castByteLimit : MovieDraft.textByteLimit)
  }
}
