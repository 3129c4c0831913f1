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
    let limit = field == .cast ? MovieDraft.castByteLimit : MovieDraft.textByteLimit
    return switch problem {
    case .empty: "\(subject) is empty"
    case .containsNUL: "\(subject) contains a NUL character"
    case .tooLong(let bytes):
      "\(subject) has \(bytes) bytes; the limit is \(limit)"
    case .tooMany(let names):
      "\(subject) has \(names) names; the limit is \(MovieDraft.castNameLimit)"
    }
  }
}
