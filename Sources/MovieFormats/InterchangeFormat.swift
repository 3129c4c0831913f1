internal import MovieSystem

// To add a format, add a case. The compiler then asks for its parser in `InterchangeReader.nextRecord()`
// and for its encoder in `InterchangeWriter`. `InterchangeReader.detectedFormat()` detects formats by the
// first line.

/// A file format for export and import, in UTF-8.
public enum InterchangeFormat: String, CaseIterable, Hashable, Sendable {
  /// One JSON object (RFC 8259) per line, with the keys `title`, `cast` (an array of names in
  /// billing order) and `favorite`.
  case ndjson
  /// A JSON array of the same objects.
  case json
  /// Comma-separated values (RFC 4180) with the header `title,favorite,cast` and a column for each
  /// attribute. The names of a cast are separated by semicolons.
  case csv
  /// Tab-separated values with the same columns. Characters that a cell cannot contain are written
  /// as `\t`, `\n`, `\r` and `\\`.
  case tsv

  /// Creates the format for the extension of a file name, or returns `nil` if the extension is
  /// unknown.
  ///
  /// Case is ignored. Both `ndjson` and `jsonl` stand for NDJSON.
  public init?(fileName: String) {
    let suffix = FilePath.fileExtension(of: fileName)
    self.init(rawValue: suffix == "jsonl" ? "ndjson" : suffix)
  }
}

/// A line and a column in a text, both starting at 1.
package struct TextLocation: Hashable, Sendable {
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
  package let location: TextLocation
  /// A clause that states the problem, in most cases what was expected and what was found.
  public let message: String
  /// The part of the input to correct.
  package var scope = Scope.record
  /// Whether no record can be read, as after an invalid header.
  package var precedesRecords = false
  /// Whether what follows in the file was not read.
  package internal(set) var hidesRest = false
  /// The bytes of the record as UTF-8 in the file, if they are known.
  package var bytes: Range<Int64>?

  package init(
    file: String, location: TextLocation, message: String, scope: Scope = .record,
    precedesRecords: Bool = false, bytes: Range<Int64>? = nil
  ) {
    self.file = file
    self.location = location
    self.message = message
    self.scope = scope
    self.precedesRecords = precedesRecords
    self.bytes = bytes
  }

  package enum Scope: Sendable {
    /// One record, which can be skipped.
    case record
    /// The whole file, such as its header.
    case file
    /// The encoding of the text.
    case encoding
    /// An option with which the file is read.
    case option
  }

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
