internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

struct BrowseView {
  private static let minimumSize = ScreenSize(columns: 40, rows: 8)

  let state: BrowseState
  let size: ScreenSize
  let glyphs: Glyphs

  static func pageRows(_ size: ScreenSize) -> Int {
    // Without the header, the line of messages and the footer.
    max(size.rows, minimumSize.rows) - 3
  }

  static func isTooSmall(_ size: ScreenSize) -> Bool {
    size.columns < minimumSize.columns || size.rows < minimumSize.rows
  }

  var frame: Frame {
    if Self.isTooSmall(size) { return tooSmallFrame }
    if case .help(let top) = state.overlay { return helpFrame(top: top) }
    let order = list.query.label
    let header = header(path(within: size.columns - DisplayWidth.columns(of: order) - 2), order)
    let page = (0..<Self.pageRows(size)).map(row)
    return Frame(size: size, rows: [header] + page + [messageRow, footer], cursor: cursor)
  }

  private var tooSmallFrame: Frame {
    let minimum = "\(Self.minimumSize.columns)x\(Self.minimumSize.rows)"
    let message = "screen too small: \(size.columns)x\(size.rows), minimum \(minimum)"
    var rows = Array(repeating: FrameRow(), count: max(1, size.rows))
    rows[0] = [text(message, at: 1, width: size.columns)]
    return Frame(size: size, rows: rows, cursor: ScreenPosition(row: 1, column: 1))
  }

  private var list: BrowseList { state.list }
  private var isOfMovies: Bool { list.query.source.isOfMovies }

  private func text(_ text: String, at column: Int, width: Int, style: Style? = nil) -> FrameText {
    FrameText(text, at: column, width: width, style: style, ellipsis: glyphs.ellipsis)
  }

  private func header(_ title: String, _ detail: String) -> FrameRow {
    let width = DisplayWidth.columns(of: detail)
    return [
      text(title, at: 1, width: size.columns - width - 2, style: .bold),
      text(detail, at: size.columns - width + 1, width: width, style: .dim),
    ]
  }

  /// The names of the lists, or as many of the last ones as fit, at least one.
  private func path(within columns: Int) -> String {
    let more = glyphs.ellipsis + glyphs.separator
    var path = ""
    for (index, list) in state.lists.enumerated().reversed() {
      let name = TerminalText.escaped(list.query.source.name(glyphs))
      let longer = path.isEmpty ? name : name + glyphs.separator + path
      let width = DisplayWidth.columns(of: index == 0 ? longer : more + longer)
      if width > columns, !path.isEmpty { return more + path }
      path = longer
    }
    return path
  }

  private func row(_ index: Int) -> FrameRow {
    let rows = list.visibleRows(pageRows: state.pageRows)
    let position = rows.startIndex + index
    guard position < rows.endIndex else {
      let width = size.columns - 4
      let suggestions = list.suggestions ?? []
      var lines = suggestions.flatMap { TerminalText.wrapped($0.asSentence, to: width) }
      // A suggestion says it, too.
      if suggestions.isEmpty || list.query.favoritesOnly { lines.insert(emptyMessage, at: 0) }
      guard rows.isEmpty, index < lines.count else { return [] }
      return [text(lines[index], at: 5, width: size.columns - 4, style: .dim)]
    }
    let isSelected = position == list.cursor
    // Independent of the rows, so that scrolling does not shift columns.
    let titleWidth = min(60, size.columns * 9 / 20)
    let detailWidth = size.columns - titleWidth - 6
    let isFavorite = rows[position].movie?.isFavorite ?? false
    let detail =
      switch rows[position] {
      case .movie(let movie): names(of: movie, filling: detailWidth)
      case .actor(let actor): Formatting.pluralized(actor.movieCount, "movie")
      }
    return [
      text(isSelected ? ">" : " ", at: 1, width: 1, style: isSelected ? .selected : nil),
      text(isFavorite ? glyphs.star : " ", at: 3, width: 1, style: .favorite),
      text(
        rows[position].displayName(columns: titleWidth, glyphs), at: 5, width: titleWidth),
      text(detail, at: 5 + titleWidth + 2, width: detailWidth, style: .dim),
    ]
  }

  /// Only as many names as can be visible: a cast can have thousands.
  private func names(of movie: Movie, filling columns: Int) -> String {
    var text = ""
    for actor in movie.cast where text.count <= columns {
      text += (text.isEmpty ? "" : ", ") + actor.name
    }
    return text
  }

  private var emptyMessage: String {
    let query = list.query
    if !list.isRead { return "" }
    if !list.exists { return "The \(isOfMovies ? "actor" : "movie") is no longer in the catalog." }
    if !isOfMovies { return query.isFiltered ? "No names match." : "No cast." }
    if query.favoritesOnly {
      return "No favorites\(query.isFiltered ? " match" : ""); press F for all."
    }
    if query.isFiltered { return "No movies match." }
    return query.source == .catalog ? "No movies yet; press a to add one." : "No movies."
  }

  private var messageRow: FrameRow {
    if case .filter(let prompt) = state.overlay {
      let shown = prompt.editor.shown(columns: filterColumns)
      return [
        text("/", at: 1, width: 1, style: .bold), text(shown.text, at: 2, width: filterColumns),
      ]
    }
    let filter = list.query.isFiltered ? "/\(list.query.filter)  (Esc to clear)" : ""
    let style: Style? = state.message == nil && state.banner != nil ? .warning : nil
    let line = statusText(within: size.columns) ?? filter
    return [text(line, at: 1, width: size.columns, style: style)]
  }

  /// The message, with its title truncated to make room for the rest, or the banner.
  private func statusText(within columns: Int) -> String? {
    guard let message = state.message else { return state.banner }
    guard let title = message.title else { return message.text }
    let escaped = TerminalText.escaped(title)
    func room(for after: String) -> Int {
      columns - DisplayWidth.columns(of: "\(message.before)''\(after)")
    }
    var after = message.after
    if let short = message.shortAfter, room(for: after) < DisplayWidth.columns(of: escaped) {
      after = short
    }
    let shown = TerminalText.truncated(
      escaped, to: max(8, room(for: after)), ellipsis: glyphs.ellipsis)
    return "\(message.before)'\(shown)'\(after)"
  }

  /// The last column is reserved for the cursor.
  private var filterColumns: Int { size.columns - 2 }

  private var footer: FrameRow {
    let noun = isOfMovies ? "movie" : "actor"
    let count = list.count.map { Formatting.pluralized($0, noun) } ?? "\(glyphs.ellipsis) \(noun)s"
    let width = DisplayWidth.columns(of: count)
    let room = size.columns - width - 3
    // The filter occupies the line of messages.
    let status = state.mode == .filter ? statusText(within: room) : nil
    return [
      text(count, at: 1, width: width, style: .bold),
      text(status ?? keys(within: room), at: width + 4, width: room),
    ]
  }

  /// As many keys as fit, always with the last one, that of the help.
  private func keys(within columns: Int) -> String {
    var keys = KeyBinding.help(forMovies: isOfMovies).compactMap { binding in
      let name = binding.action == .backOrQuit && state.isAtRoot ? "quit" : binding.footer
      return name.map { "\(binding.keys[0].name(glyphs)) \($0)" }
    }
    while keys.count > 1, keys.joined(separator: "  ").count > columns {
      keys.remove(at: keys.count - 2)
    }
    return keys.joined(separator: "  ")
  }

  /// On the selected row, for screen readers; in the filter while it is typed.
  private var cursor: ScreenPosition {
    if case .filter(let prompt) = state.overlay {
      let column = 2 + prompt.editor.shown(columns: filterColumns).cursorColumn
      return ScreenPosition(row: size.rows - 1, column: column)
    }
    return ScreenPosition(row: 2 + max(0, list.cursor - list.top), column: 1)
  }

  private func helpFrame(top: Int) -> Frame {
    let bindings = KeyBinding.help(forMovies: isOfMovies)
    let page = size.rows - 2
    let names = bindings.map { $0.keys.map { $0.name(glyphs) }.joined(separator: " ") }
    let width = min(names.map(DisplayWidth.columns(of:)).max() ?? 0, size.columns / 3)
    let lines = zip(names, bindings).dropFirst(top).prefix(page - 1).map { name, binding in
      [
        text(name, at: 2, width: width, style: .bold),
        text(binding.help, at: width + 4, width: size.columns - width - 3),
      ]
    }
    let blanks = Array(repeating: FrameRow(), count: page - lines.count)
    let header = header(
      isOfMovies ? "Keys in a movie list" : "Keys in a cast list",
      "\(top + 1) to \(top + lines.count) of \(bindings.count)")
    let footer = [
      text("j, k, Space scroll; any other key closes", at: 1, width: size.columns, style: .dim)
    ]
    return Frame(
      size: size, rows: [header] + lines + blanks + [footer],
      cursor: ScreenPosition(row: size.rows, column: 1))
  }
}
