/// What is wrong with a title or a name that cannot be stored.
public enum TextProblem: Error, Hashable, Sendable {
  /// Nothing is left once leading and trailing white space is gone.
  case empty
  /// U+0000 occurs, at which SQLite's own functions would cut the text.
  case containsNUL
  /// The text as given has `bytes` bytes of UTF-8, more than ``MovieDraft/textByteLimit``.
  case tooLong(bytes: Int)
}

/// The first title or name of a draft that cannot be stored.
public struct DraftError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part of a movie that holds text.
  public enum Field: Hashable, Sendable {
    /// The title.
    case title
    /// One of the names of the cast.
    case name
  }

  /// Where the text stood.
  public let field: Field
  /// What is wrong with it.
  public let problem: TextProblem

  /// A problem of one of a movie's texts.
  package init(field: Field, problem: TextProblem) {
    self.field = field
    self.problem = problem
  }

  /// One sentence without its full stop, such as `the title is empty`.
  public var description: String {
    let subject = field == .title ? "the title" : "an actor's name"
    return switch problem {
    case .empty: "\(subject) is empty"
    case .containsNUL: "\(subject) contains a NUL character"
    case .tooLong(let bytes):
      "\(subject) has \(bytes) bytes, more than the \(MovieDraft.textByteLimit) allowed"
    }
  }
}
