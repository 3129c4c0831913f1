/// A line of the plain dialogue, understood.
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
  ///   - rows: those that the person sees, numbered from 1.
  ///   - areMovies: whether they are movies; where they are a movie's actors, a change is of that one.
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
      throw Problem(text: "'\(line)' means nothing here: ? shows the words")
    }
    guard plain.takesRow, let rows else {
      guard rest.isEmpty else {
        throw Problem(
          text: plain.takesRow
            ? "here '\(word)' is about the movie, and stands alone" : "'\(word)' stands alone")
      }
      return .action(binding.action, nil)
    }
    guard let number = Int(rest) else {
      throw Problem(text: "'\(word)' needs the number of a row: \(word) 1")
    }
    return .action(binding.action, try row(number, of: rows))
  }

  private static func row(_ number: Int, of rows: [BrowseRow]) throws(Problem) -> BrowseRow {
    guard rows.indices.contains(number - 1) else {
      throw Problem(
        text: rows.isEmpty
          ? "there are no rows" : "there is no row \(number): 1 to \(rows.count) are there")
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
