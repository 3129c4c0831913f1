internal import MovieStore
internal import MovieSystem
package import MovieTerminal

/// A state as a frame.
package struct BrowseDrawing {
  private static let leastColumns = 40
  private static let leastRows = 8
  /// The first line, the line of messages and the last one.
  private static let linesAroundList = 3

  let state: BrowseState
  let size: ScreenSize
  let glyphs: BrowseGlyphs

  /// How many rows of a list a screen of the size has room for.
  package static func pageRows(_ size: ScreenSize) -> Int {
    max(1, max(size.rows, leastRows) - linesAroundList)
  }

  /// Whether a screen of the size can show a list at all.
  static func isLargeEnough(_ size: ScreenSize) -> Bool {
    size.columns >= leastColumns && size.rows >= leastRows
  }

  package var frame: Frame {
    guard Self.isLargeEnough(size) else { return apology }
    if case .help(let top) = state.overlay {
      return BrowseHelp(state: state, size: size, glyphs: glyphs).frame(top: top)
    }
    let page = (0..<Self.pageRows(size)).map(row)
    return Frame(size: size, rows: [header] + page + [messageRow, footer], cursor: cursor)
  }

  /// The frame of a screen that is too small for a list.
  private var apology: Frame {
    let minimum = "\(Self.leastColumns)x\(Self.leastRows)"
    let sorry = "screen too small: \(size.columns)x\(size.rows), minimum \(minimum)"
    var rows = Array(repeating: FrameRow(), count: max(1, size.rows))
    rows[0] = FrameRow([text(sorry, at: 1, width: size.columns)])
    return Frame(size: size, rows: rows, cursor: ScreenPlace(row: 1, column: 1))
  }

  private func text(
    _ text: String, at column: Int, width: Int, alignment: Alignment = .left, style: Style? = nil
  ) -> FrameText {
    FrameText(
      text, at: column, width: width, alignment: alignment, style: style, ellipsis: glyphs.ellipsis)
  }

  // MARK: The first line

  /// The way to the list, and its order.
  private var header: FrameRow {
    let order = (level.query.favoritesOnly ? "favorites, " : "") + level.query.orderLabel
    let orderWidth = DisplayWidth.columns(of: order)
    let room = size.columns - orderWidth - 2
    return FrameRow([
      text(path(within: room), at: 1, width: room, style: .bold),
      text(order, at: size.columns - orderWidth + 1, width: orderWidth, style: .dim),
    ])
  }

  private var level: BrowseLevel { state.level }

  /// The names of the lists; where there is no room for all, as many of the last ones as there is.
  private func path(within columns: Int) -> String {
    // At the least the last one, which is cut then.
    var fitting = state.level.query.subject.name(glyphs)
    var whole = ""
    for level in state.levels.reversed() {
      let name = TerminalText.escaped(level.query.subject.name(glyphs))
      whole = whole.isEmpty ? name : name + glyphs.separator + whole
      let marked = glyphs.ellipsis + glyphs.separator + whole
      if DisplayWidth.columns(of: marked) <= columns { fitting = marked }
      if DisplayWidth.columns(of: whole) > columns { return fitting }
    }
    return whole
  }

  // MARK: The list

  private func row(_ index: Int) -> FrameRow {
    let rows = level.visibleRows(pageRows: state.pageRows)
    let place = rows.startIndex + index
    guard place < rows.endIndex else {
      return index == 0 && rows.isEmpty ? FrameRow(emptiness) : FrameRow()
    }
    let marker =
      place == level.cursor
      ? text(">", at: 1, width: 1, style: .selected) : text(" ", at: 1, width: 1)
    switch rows[place] {
    case .movie(let movie):
      let star = movie.movie.isFavorite ? glyphs.star : " "
      let castWidth = size.columns - titleWidth - 6
      return FrameRow([
        marker, text(star, at: 3, width: 1, style: .favorite),
        text(movie.movie.title, at: 5, width: titleWidth),
        text(
          names(of: movie, filling: castWidth), at: 5 + titleWidth + 2, width: castWidth,
          style: .dim),
      ])
    case .actor(let actor):
      return FrameRow([
        marker, text(actor.actor.name, at: 5, width: titleWidth),
        text(
          Formatting.pluralized(actor.movieCount, "movie"), at: 5 + titleWidth + 2,
          width: size.columns - titleWidth - 6, style: .dim),
      ])
    }
  }

  /// As many names as there can be room for: a cast may have thousands.
  private func names(of movie: MovieWithCast, filling columns: Int) -> String {
    var text = ""
    for actor in movie.cast where text.count <= columns {
      text += (text.isEmpty ? "" : ", ") + actor.name
    }
    return text
  }

  /// The same for every row, so that nothing jumps while a person goes through the list.
  private var titleWidth: Int { min(60, size.columns * 9 / 20) }

  private var emptiness: [FrameText] {
    [text(emptyText, at: 5, width: size.columns - 4, style: .dim)]
  }

  private var emptyText: String {
    let query = level.query
    if !level.isRead { return "" }
    switch query.subject {
    case .cast where !level.isThere: return "The movie is no longer in the catalog."
    case .movies where !level.isThere: return "The actor is no longer in the catalog."
    case .cast: return query.isFiltered ? "No names match." : "No cast."
    case .catalog, .movies: break
    }
    if query.favoritesOnly {
      return "No favorites\(query.isFiltered ? " match" : ""); press F for all."
    }
    if query.isFiltered { return "No titles match." }
    return query.subject == .catalog ? "No movies yet; press a to add one." : "No movies."
  }

  // MARK: The last two lines

  private var messageRow: FrameRow {
    if case .filter(let prompt) = state.overlay {
      let shown = prompt.editor.shown(columns: filterColumns)
      return FrameRow([
        text("/", at: 1, width: 1, style: .bold), text(shown.text, at: 2, width: filterColumns),
      ])
    }
    let line = said(within: size.columns) ?? keptFilter
    let style: Style? = state.message == nil && state.banner != nil ? .warning : nil
    return FrameRow([text(line, at: 1, width: size.columns, style: style)])
  }

  private func said(within columns: Int) -> String? {
    state.message?.text(columns: columns, ellipsis: glyphs.ellipsis) ?? state.banner
  }

  private var keptFilter: String {
    level.query.isFiltered ? "/\(level.query.filter)  (Esc to clear)" : ""
  }

  /// The last column is the cursor's.
  private var filterColumns: Int { size.columns - 2 }

  private var footer: FrameRow {
    let noun = level.query.subject.isOfMovies ? "movie" : "actor"
    let count = level.count.map { Formatting.pluralized($0, noun) } ?? "\(glyphs.ellipsis) \(noun)s"
    let width = DisplayWidth.columns(of: count)
    let room = size.columns - width - 3
    // While the line above is typed into, it cannot say anything.
    let said = state.isTyping ? said(within: room) : nil
    return FrameRow([
      text(count, at: 1, width: width, style: .bold),
      text(said ?? keys(within: room), at: width + 4, width: room),
    ])
  }

  /// As many keys as there is room for; the help is always among them.
  private func keys(within columns: Int) -> String {
    let forMovies = level.query.subject.isOfMovies
    let briefs = KeyBinding.all.compactMap { binding -> String? in
      guard let brief = binding.brief, binding.action.isMeant(forMovies: forMovies) else {
        return nil
      }
      let name = binding.action == .backOrQuit && state.isAtRoot ? "quit" : brief
      return "\(binding.keys[0].name(glyphs)) \(name)"
    }
    let help = "? help"
    var line = help
    for brief in briefs where brief != help {
      let longer = String(line.dropLast(help.count)) + brief + "  " + help
      if longer.count > columns { break }
      line = longer
    }
    return line
  }

  /// On the selected row, where a screen reader looks for it; in the filter while it is typed.
  private var cursor: ScreenPlace {
    if case .filter(let prompt) = state.overlay {
      let column = 2 + prompt.editor.shown(columns: filterColumns).cursorColumn
      return ScreenPlace(row: size.rows - 1, column: column)
    }
    return ScreenPlace(row: 2 + max(0, level.cursor - level.top), column: 1)
  }
}

extension BrowseSubject {
  /// What the path calls the list.
  func name(_ glyphs: BrowseGlyphs) -> String {
    switch self {
    case .catalog: "Movies"
    case .cast(let movie): movie.title + (movie.isFavorite ? " \(glyphs.star)" : "")
    case .movies(let actor): actor.name
    }
  }
}
