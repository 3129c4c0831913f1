internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// A movie for reading: its title, its attributes, and its cast in as many tables side by side as
/// fit.
struct MovieCard {
  /// The height below which a cast is not split into tables.
  private static let minimumRows = 5

  let record: MovieRecord
  let columns: Int
  let glyphs: Glyphs
  let isColored: Bool
  /// The number of names, if ``record`` has only the first ones.
  var castSize: Int?

  private var movie: Movie { record.movie }
  private var cast: [Actor] { movie.cast }

  var lines: [String] {
    [titleLines + captionLines, attributeLines, cast.isEmpty ? [] : castLines]
      .filter { !$0.isEmpty }.joined(separator: [""]).map(\.self)
  }

  /// The star is wrapped with the title, but has its own color.
  private var titleLines: [String] {
    let title = TerminalText.escaped(movie.titleWithYear)
    guard movie.isFavorite else {
      return TerminalText.wrapped(title, to: columns).map { styled($0, .bold) }
    }
    var lines = TerminalText.wrapped("\(title) \(glyphs.star)", to: columns)
    let last = String(lines.removeLast().dropLast(glyphs.star.count))
    return lines.map { styled($0, .bold) } + [styled(last, .bold) + styled(glyphs.star, .favorite)]
  }

  private var captionLines: [String] {
    let count = castSize ?? cast.count
    let size = count == 0 ? "no cast" : Formatting.pluralized(count, "actor")
    let id = movie.id.rawValue.orNull.map { "movie \($0), " } ?? ""
    return TerminalText.wrapped(id + size, to: columns)
      .map { styled($0, .dim) }
  }

  /// The attributes, without the year, which follows the title.
  private var attributeLines: [String] {
    let keys = movie.attributes.keys.filter { $0 != .year || movie.attributes.year == nil }
    let rows = keys.flatMap { key in
      // A note can have several lines.
      movie.attributes[key].map(\.description).joined(separator: ", ").split(
        whereSeparator: \.isNewline
      )
      .enumerated().map {
        (heading: $0 == 0 ? key.name : "", text: TerminalText.escaped(String($1)))
      }
    }
    return ExpandedRow(
      headings: rows.map { TerminalText.escaped($0.heading) }, columns: columns,
      isColored: isColored
    ).lines(rows.map(\.text))
  }

  private var castLines: [String] {
    // A table is at least 16 columns wide.
    let mostTables = min(cast.count / Self.minimumRows, columns / 16)
    let fitting = stride(from: mostTables, to: 1, by: -1).lazy
      .map { CastTables(record, count: $0) }.first { $0.naturalWidth <= columns }
    let tables = fitting ?? CastTables(record, count: 1)
    let layout = TableLayout(tables.columns, terminalColumns: columns)
    let heading = layout.headingRow { styled($1, .heading) }
    return [heading]
      + tables.rows.map { row in
        layout.row(row, ellipsis: glyphs.ellipsis) { index, text in
          index.isMultiple(of: tables.stride) ? styled(text, .dim) : text
        }
      }
  }

  private func styled(_ text: String, _ style: Style) -> String {
    style.styled(text, isColored: isColored)
  }
}

/// A cast in tables side by side, in the order of reading: down, then right.
private struct CastTables {
  /// The columns of one table and the empty one that separates it from the next.
  let stride: Int
  private(set) var columns: [TableColumn] = []
  private(set) var rows: [[String]]

  /// - Parameter count: The maximum number of tables.
  init(_ record: MovieRecord, count: Int) {
    let (cast, movieCounts) = (record.movie.cast, record.movieCounts)
    stride = movieCounts.isEmpty ? 3 : 4
    let height = (cast.count + count - 1) / count
    rows = Array(repeating: [], count: height)
    for start in Swift.stride(from: 0, to: cast.count, by: height) {
      if start > 0 { add(TableColumn(""), []) }
      let actors = cast[start..<min(start + height, cast.count)]
      add(TableColumn("ID", alignment: .right), actors.map { "\($0.id.rawValue)" })
      add(
        TableColumn("ACTOR", isFlexible: true),
        actors.map { TerminalText.escaped($0.name) })
      if movieCounts.isEmpty { continue }
      add(
        TableColumn("MOVIES", alignment: .right),
        actors.map { Formatting.grouped(movieCounts[$0.id] ?? 0) })
    }
  }

  /// The width without truncation.
  var naturalWidth: Int {
    columns.reduce(-TableLayout.gap) { $0 + $1.naturalWidth + TableLayout.gap }
  }

  private mutating func add(_ column: TableColumn, _ cells: [String]) {
    var column = column
    cells.forEach { column.measure($0) }
    columns.append(column)
    for row in rows.indices { rows[row].append(row < cells.count ? cells[row] : "") }
  }
}
