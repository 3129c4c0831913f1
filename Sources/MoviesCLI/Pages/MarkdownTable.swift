internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// A list of movies as a table of Markdown, for notes.
struct MarkdownTable {
  let query: MovieQuery
  let order: ListOrder

  /// Writes the table.
  ///
  /// - Returns: The number of movies.
  func write(from store: borrowing Catalog, to sink: ByteSink) throws -> Int {
    let columns = CatalogPage.columns
    try sink.append(Self.text(columns, rows: []))
    var count = 0
    try store.forEachMovie(query, order: order.order(seed: nil), descending: order.descends) {
      movie in
      count += 1
      let texts = [
        movie.title + (movie.isFavorite ? " ★" : ""), movie.year.map { "\($0)" } ?? "",
        movie.attributes[.rating].first?.description ?? "", CatalogPage.watched(movie),
        movie.cast.map(\.name).joined(separator: ", "), movie.tags.joined(separator: ", "),
      ]
      try sink.append(Self.row(texts.map(Self.escaped)))
    }
    return count
  }

  /// Returns a table with texts that are escaped.
  ///
  /// - Parameter numbers: The names of the columns that are aligned to the right.
  static func text(_ columns: [String], numbers: Set<String> = [], rows: [[String]]) -> String {
    let rules = columns.map { numbers.contains($0) ? "---:" : "---" }
    return ([columns, rules] + rows).map(row).joined()
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }

  /// Returns the text without any meaning in Markdown, and on one line.
  static func escaped(_ text: String) -> String {
    let lines = text.unicodeScalars.split(separator: "\n").map { TerminalText.escaped(String($0)) }
    let scalars = Array(lines.joined(separator: " ").unicodeScalars)
    var escaped = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      let hasMeaning =
        switch scalar {
        // Before a blank, a colon is no part of an address or the name of an emoji.
        case ":": next != " "
        case ".": index >= 3 && scalars[(index - 3)..<index].allSatisfy { $0 == "w" || $0 == "W" }
        default: "\\`*_[]<>|~&$#@=^%".unicodeScalars.contains(scalar)
        }
      if hasMeaning { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}
