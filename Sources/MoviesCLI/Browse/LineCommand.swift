internal import MovieSystem

enum LineCommand: Equatable {
  case list
  case filter(String)
  case action(BrowseAction, BrowseRow?)

  struct ParseError: Error {
    let message: String
  }

  private static let synonyms = ["quit": "q", "exit": "q", "help": "?", "back": "b"]

  /// - Parameter areMovies: Whether the rows are movies. In a cast, changes apply to its movie.
  init(_ line: [UInt8], rows: [BrowseRow], areMovies: Bool) throws(ParseError) {
    guard let line = String(validating: line, as: UTF8.self)?.trimmed else {
      throw ParseError(message: "the line is not valid UTF-8")
    }
    let typed = String(line.prefix { !$0.isWhitespace && !$0.isNumber })
    let name = Self.synonyms[typed] ?? typed
    let argument = line.dropFirst(typed.count).trimmed
    // `<number>` is a placeholder, not a name.
    let binding = KeyBinding.all.first { $0.command == name && $0.action != .open }
    if line.isEmpty {
      self = .list
    } else if line.unicodeScalars.first == "/" {
      self = .filter(String(line.unicodeScalars.dropFirst()).trimmed)
    } else if let number = Int(line) {
      self = .action(.open, try Self.row(number, of: rows))
    } else if let binding {
      if binding.needsRow(forMovies: areMovies) {
        guard let number = Int(argument) else {
          throw ParseError(message: "'\(name)' needs a row number, such as '\(name) 1'")
        }
        self = .action(binding.action, try Self.row(number, of: rows))
      } else {
        guard argument.isEmpty else {
          let place = binding.needsRow(forMovies: true) ? " in a cast list" : ""
          throw ParseError(message: "'\(name)' takes no argument\(place)")
        }
        self = .action(binding.action, nil)
      }
    } else {
      throw ParseError(message: "unknown command '\(line)'; ? for help")
    }
  }

  private static func row(_ number: Int, of rows: [BrowseRow]) throws(ParseError) -> BrowseRow {
    guard rows.indices.contains(number - 1) else {
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
