internal import MovieSystem

/// A line and a column in a text, both starting at 1.
package struct TextLocation: Hashable, Sendable {
  package let line: Int
  package let column: Int
}

/// An error in a file of movies, with its position.
///
/// The message can quote the file verbatim: escape it before you print it on a terminal.
public struct InterchangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the file as given.
  public let file: String
  package let location: TextLocation
  /// A clause that states what was expected and what was found.
  public let message: String

  /// The line number, starting at 1.
  public var line: Int { location.line }
  /// The position in the line, starting at 1.
  ///
  /// Positions are counted in Unicode scalars; a byte that is not valid UTF-8 counts as one.
  public var column: Int { location.column }

  /// The position and the message, such as
  /// `movies.ndjson:17:9: expected ':' after the key, found '='`.
  public var description: String { "\(file):\(line):\(column): \(message)" }
}

/// The reason why parsing stopped within a record.
enum ParseFailure: Error {
  /// The text does not follow its format.
  case malformed(InterchangeError)
  /// The source could not be read.
  case system(SystemError)
}
