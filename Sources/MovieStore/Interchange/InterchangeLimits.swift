/// The bounds that keep a reader's memory small, whatever it is given.
///
/// `MovieDraft` has the limits of a title, a name and a cast.
enum InterchangeLimits {
  /// Arrays and objects inside one another.
  static let depth = 512
  /// Columns in one heading.
  static let columns = 512
  /// Ignored keys that are remembered by name.
  static let ignoredKeys = 64
  /// Characters of the file that a message quotes.
  static let quotedCharacters = 40
}
