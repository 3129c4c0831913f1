/// What is wrong with a title, a name or a cast that cannot be stored.
public enum TextProblem: Error, Hashable, Sendable {
  /// Nothing is left once leading and trailing white space is gone.
  case empty
  /// U+0000 occurs, at which SQLite's own functions would cut the text.
  case containsNUL
  /// The text as given has `bytes` bytes of UTF-8, more than ``MovieDraft/textByteLimit``; or all names
  /// of the cast have so many, more than ``MovieDraft/castByteLimit``.
  case tooLong(bytes: Int)
  /// The cast as given has `names` names, more than ``MovieDraft/castNameLimit``.
  case tooMany(names: Int)
}

/// The first part of a draft that cannot be stored.
public struct DraftError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A part of a movie.
  public enum Field: Hashable, Sendable {
    /// The title.
    case title
    /// One of the names of the cast.
    case name
    /// All names of the cast together.
    case cast
  }

  /// The part of the movie.
  public let field: Field
  /// What is wrong with it.
  public let problem: TextProblem

  /// A problem of one part of a movie.
  package init(field: Field, problem: TextProblem) {
    self.field = field
    self.problem = problem
  }

  /// One sentence without its full stop, such as `the title is empty`.
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
      "\(subject) has \(bytes) bytes, more than the \(limit) allowed"
    case .tooMany(let names):
      "\(subject) has \(names) names, more than the \(MovieDraft.castNameLimit) allowed"
    }
  }
}
