internal import MovieSystem

/// A parsed line of the line-based mode.
enum PlainOrder: Equatable {
  /// Prints the list again.
  case list
  case filter(String)
  case action(BrowseAction, BrowseRow?)

  /// Whether the list is printed whatever became of it.
  var printsList: Bool {
    switch self {
    case .list, .action(.reload, _): true
    default: false
    }
  }

  struct Problem: Error {
    let text: String
  }

  /// - Parameters:
  ///   - rows: The printed rows, numbered from 1.
  ///   - areMovies: Whether they are movies. In a cast, changes apply to its movie.
  init(_ line: String, rows: [BrowseRow], areMovies: Bool) throws(Problem) {
    let line = line.trimmed
    if line.isEmpty {
      self = .list
    } else if line.first == "/" {
      self = .filter(line.dropFirst().trimmed)
    } else if let number = Int(line) {
      self = .action(.open, try Self.row(number, of: rows))
    } else {
      self = try Self.word(line, areMovies ? rows : nil)
    }
  }

  /// What people say elsewhere.
  private static let synonyms = ["quit": "q", "exit": "q", "help": "?", "back": "b"]

  private static func word(_ line: String, _ rows: [BrowseRow]?) throws(Problem) -> PlainOrder {
    let typed = line.prefix { !$0.isWhitespace && !$0.isNumber }
    let word = synonyms[String(typed)] ?? String(typed)
    let rest = line.dropFirst(typed.count).trimmed
    // The number itself was looked for before.
    let found = KeyBinding.all.first { $0.word?.text == word && $0.action != .open }
    guard let binding = found, let plain = binding.word else {
      throw Problem(text: "unknown command '\(line)'; ? for help")
    }
    guard plain.takesRow, let rows else {
      guard rest.isEmpty else {
        throw Problem(
          text: "'\(word)' takes no argument" + (plain.takesRow ? " in a cast list" : ""))
      }
      return .action(binding.action, nil)
    }
    guard let number = Int(rest) else {
      throw Problem(text: "'\(word)' needs a row number, such as '\(word) 1'")
    }
    return .action(binding.action, try row(number, of: rows))
  }

  private static func row(_ number: Int, of rows: [BrowseRow]) throws(Problem) -> BrowseRow {
    guard rows.indices.contains(number - 1) else {
      throw Problem(
        text: rows.isEmpty
          ? "the list is empty"
          : "no row \(number); this page has \(Formatting.pluralized(rows.count, "row"))")
    }
    return rows[number - 1]
  }
}

extension StringProtocol {
  /// The text without white space at either end.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
