internal import MovieSystem

/// A place in a text: line and character, both from 1.
///
/// Characters are Unicode scalars; a byte that is no UTF-8 counts as one.
package struct InterchangePlace: Hashable, Sendable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// An error in a file of movies, with its position.
///
/// The message can quote the file verbatim: escape it before you print it on a terminal.
public struct InterchangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the file as given.
  public let file: String
  package let place: InterchangePlace
  /// A clause that states what was expected and what was found.
  public let message: String

  package init(file: String, place: InterchangePlace, message: String) {
    self.file = file
    self.place = place
    self.message = message
  }

  /// The line number, starting at 1.
  public var line: Int { place.line }
  /// The position in the line, starting at 1.
  ///
  /// Positions are counted in Unicode scalars; a byte that is not valid UTF-8 counts as one.
  public var column: Int { place.column }

  /// The position and the message, such as
  /// `movies.ndjson:17:9: expected ':' after the key, found '='`.
  public var description: String { "\(file):\(line):\(column): \(message)" }
}

/// Why reading inside a record stopped.
enum ParseFailure: Error {
  /// The text does not follow its format.
  case malformed(InterchangeError)
  /// The text could not be had.
  case system(SystemError)
}
