internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// A movie as a person on a terminal sees it: its title, and its cast with what one goes on by, in
/// as many tables side by side as there is room for.
struct MovieCard {
  /// Rows below which a cast is not parted.
  private static let fewestRows = 5

  let movie: Movie
  /// In the order to show.
  let cast: [ActorWithMovieCount]
  let columns: Int
  let glyphs: Glyphs
  let isColored: Bool

  var lines: [String] { titleLines + captionLines + (cast.isEmpty ? [] : [""] + castLines) }

  /// The star takes part in wrapping, and has its own color.
  private var titleLines: [String] {
    let title = TerminalText.escaped(movie.title)
    guard movie.isFavorite else {
      return TerminalText.wrapped(title, to: columns).map { styled($0, .bold) }
    }
    var lines = TerminalText.wrapped("\(title) \(glyphs.star)", to: columns)
    let last = String(lines.removeLast().dropLast(glyphs.star.count))
    return lines.map { styled($0, .bold) } + [styled(last, .bold) + styled(glyphs.star, .favorite)]
  }

  private var captionLines: [String] {
    let size = cast.isEmpty ? "no cast" : Formatting.pluralized(cast.count, "actor")
    return TerminalText.wrapped("movie \(movie.id.rawValue), \(size)", to: columns)
      .map { styled($0, .dim) }
  }

  private func styled(_ text: String, _ style: Style) -> String {
    style.styled(text, isColored: isColored)
  }

  // MARK: The cast

  private var castLines: [String] {
    let most = max(1, cast.count / Self.fewestRows)
    // Many tables side by side are many columns, of which a terminal has room for few.
    let fitting = stride(from: min(most, columns / 16), to: 1, by: -1).lazy
      .map { CastTables(cast, count: $0) }.first { $0.naturalWidth <= columns }
    let tables = fitting ?? CastTables(cast, count: 1)
    let layout = TableLayout(tables.columns, terminalColumns: columns)
    let heading = layout.headingRow { styled($1, .heading) }
    return [heading]
      + tables.rows.map { row in
        layout.row(row, ellipsis: glyphs.ellipsis) { index, text in
          index.isMultiple(of: CastTables.stride) ? styled(text, .dim) : text
        }
      }
  }
}

/// A cast in tables side by side, read downwards, then to the right.
private struct CastTables {
  /// Columns of one table, and the empty one between it and the next.
  static let stride = 4

  private(set) var columns: [TableColumn] = []
  private(set) var rows: [[String]]

  /// - Parameter count: of tables, at most.
  init(_ cast: [ActorWithMovieCount], count: Int) {
    let height = (cast.count + count - 1) / count
    rows = Array(repeating: [], count: height)
    for start in Swift.stride(from: 0, to: cast.count, by: height) {
      if start > 0 { add(TableColumn(""), []) }
      let actors = cast[start..<min(start + height, cast.count)]
      add(TableColumn("ID", alignment: .right), actors.map { "\($0.id.rawValue)" })
      add(
        TableColumn("ACTOR", isFlexible: true),
        actors.map { TerminalText.escaped($0.actor.name) })
      add(
        TableColumn("MOVIES", alignment: .right),
        actors.map { Formatting.grouped($0.movieCount) })
    }
  }

  /// The columns of a terminal that it takes uncut.
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
