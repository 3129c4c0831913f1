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

/// What is wrong in a file of movies, and where.
///
/// The message may quote the file, as it is: a caller that shows it on a terminal escapes it.
public struct InterchangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named.
  public let file: String
  package let place: InterchangePlace
  /// What was expected and what was found: a clause.
  public let message: String

  package init(file: String, place: InterchangePlace, message: String) {
    self.file = file
    self.place = place
    self.message = message
  }

  /// The line, from 1.
  public var line: Int { place.line }
  /// The Unicode scalar in the line, from 1; a byte that is no UTF-8 counts as one.
  public var column: Int { place.column }

  /// Such as `films.ndjson:17:9: expected ':' after the key, found '='`.
  public var description: String { "\(file):\(line):\(column): \(message)" }
}

/// Why reading inside a record stopped.
enum ReadingFailure: Error {
  /// The text does not follow its format.
  case malformed(InterchangeError)
  /// The text could not be had.
  case system(SystemError)
}
