internal import MovieSystem

/// A line of the line-based mode.
enum LineCommand: Equatable {
  case list
  case filter(String)
  case action(BrowseAction, LineTarget?, text: String)

  /// What stands for the marked movies in place of the number of a row.
  static let markedWord = "marked"

  struct ParseError: Error {
    let message: String
  }

  enum LineTarget: Equatable {
    case row(BrowseRow)
    case marked
  }

  /// - Parameter areMovies: Whether the rows are movies. In a cast, changes apply to its movie.
  init(_ line: [UInt8], rows: [BrowseRow], areMovies: Bool) throws(ParseError) {
    guard let line = String(validating: line, as: UTF8.self)?.trimmed else {
      throw ParseError(message: "the line is not valid UTF-8")
    }
    let name = String(line.prefix { !$0.isWhitespace && !$0.isNumber })
    let argument = line.dropFirst(name.count).trimmed
    // `<number>` is a placeholder, not a name.
    let binding = KeyBinding.all.first {
      $0.action != .open && $0.command?.names.contains(name) == true
    }
    if line.isEmpty {
      self = .list
    } else if line.unicodeScalars.first == "/" {
      self = .filter(String(line.unicodeScalars.dropFirst()).trimmed)
    } else if let number = Int(line) {
      self = .action(.open, .row(try Self.row(number, of: rows)), text: "")
    } else if let binding, let command = binding.command {
      let needsRow = binding.needsRow(forMovies: areMovies)
      var words = argument[...]
      let target =
        needsRow
        ? try Self.target(
          &words, of: rows, name, allowsMarks: binding.action.appliesToMarks) : nil
      let text = words.trimmed
      // In a cast, the number of a row would be part of a tag.
      if !needsRow, binding.needsRow(forMovies: true), text.contains(where: \.isWhitespace),
        Int(text.prefix { !$0.isWhitespace }) != nil
      {
        throw ParseError(message: "'\(name)' takes no row number here")
      }
      if command.argument == nil, !text.isEmpty {
        if needsRow { throw Self.missingRow(name) }
        let place = binding.needsRow(forMovies: true) ? " here" : ""
        throw ParseError(message: "'\(name)' takes no argument\(place)")
      }
      self = .action(binding.action, target, text: text)
    } else {
      throw ParseError(message: "unknown command '\(line)'; ? for help")
    }
  }

  private static func target(
    _ words: inout Substring, of rows: [BrowseRow], _ name: String,
    allowsMarks: Bool
  ) throws(ParseError) -> LineTarget {
    let word = words.prefix { !$0.isWhitespace }
    words = words.dropFirst(word.count)
    if word == markedWord, allowsMarks { return .marked }
    guard let number = Int(word) else { throw missingRow(name) }
    return .row(try row(number, of: rows))
  }

  private static func missingRow(_ name: String) -> ParseError {
    ParseError(message: "'\(name)' needs a row number, such as '\(name) 1'")
  }

  private static func row(_ number: Int, of rows: [BrowseRow]) throws(ParseError) -> BrowseRow {
    guard number > 0, number <= rows.count else {
      throw ParseError(
        message: rows.isEmpty
          ? "the list is empty"
          : "no row \(number); this page has \(Formatting.pluralized(rows.count, "row"))")
    }
    return rows[number - 1]
  }
}

extension StringProtocol {
  /// The text without white space around it.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
