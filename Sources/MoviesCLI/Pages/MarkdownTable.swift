internal import MovieStore
internal import MovieSystem

/// A list of movies as a table of Markdown, for notes.
struct MarkdownTable {
  let query: MovieQuery

  /// Writes the table.
  ///
  /// - Returns: The number of movies.
  func write(from store: borrowing Catalog, to sink: ByteSink) throws -> Int {
    let columns = CatalogPage.columns
    try sink.append(
      Self.row(columns) + Self.row(columns.map { _ in "---" }))
    var count = 0
    try store.forEachMovie(query, order: .title) { movie in
      count += 1
      let texts = [
        movie.title + (movie.isFavorite ? " ★" : ""), movie.year.map { "\($0)" } ?? "",
        movie.rating.map(\.rounded2) ?? "", CatalogPage.watched(movie),
        movie.cast.map(\.name).joined(separator: ", "), movie.tags.joined(separator: ", "),
      ]
      try sink.append(Self.row(texts.map(Self.escaped)))
    }
    return count
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }

  /// Returns the text without any meaning in Markdown, and on one line. A text that changes the
  /// direction of writing is isolated from those around it.
  static func escaped(_ text: String) -> String {
    let isDirected = text.unicodeScalars.contains(where: \.properties.isBidiControl)
    return isDirected ? "\u{2068}\(plain(text))\u{2069}" : plain(text)
  }

  private static func plain(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace, scalar.properties.generalCategory != .spaceSeparator {
        escaped.append(" ")
        continue
      }
      if "\\`*_[]<>|~&$#".unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}
