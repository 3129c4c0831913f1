internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

struct BrowseView {
  /// The row of the first line of a menu.
  static let menuRow = 2

  let state: BrowseState
  let size: ScreenSize
  let glyphs: Glyphs
  let layout: BrowseLayout
  private let columns: BrowseColumn.Layout

  init(state: BrowseState, size: ScreenSize, glyphs: Glyphs) {
    self.state = state
    self.size = size
    self.glyphs = glyphs
    layout = state.layout(of: size)
    columns = BrowseColumn.Layout(
      state.columns, sortedBy: state.list.query.order, width: layout.list.columns)
  }

  var frame: Frame {
    if BrowseLayout.isTooSmall(size) { return tooSmallFrame }
    switch state.overlay {
    case .menu(let menu): return frame(of: menu)
    case .form(let form): return FormView(form: form, view: self).frame
    case .prompt, nil: break
    }
    let order = list.query.label
    let header = header(path(within: size.columns - DisplayWidth.columns(of: order) - 2), order)
    var rows = [header] + (0..<size.rows - 3).map { _ in FrameRow() } + [messageRow, footer]
    for index in 0..<layout.list.rows { rows[layout.list.row - 1 + index] = row(index) }
    if let pane = layout.pane { draw(pane, in: &rows) }
    return Frame(size: size, rows: rows, cursor: cursor)
  }

  private var tooSmallFrame: Frame {
    let minimum = "\(BrowseLayout.minimumSize.columns)x\(BrowseLayout.minimumSize.rows)"
    let key = KeyBinding.name(of: .quit, in: .tooSmall)
    // A narrow screen cuts off the rest.
    let message =
      state.hasOffer
      ? "\(key) again discards what you typed"
      : "\(key) quits; too small: \(size.columns)x\(size.rows), minimum \(minimum)"
    var rows = Array(repeating: FrameRow(), count: max(1, size.rows))
    rows[0] = [text(message, at: 1, width: size.columns)]
    return Frame(size: size, rows: rows, cursor: ScreenPosition(row: 1, column: 1))
  }

  private var list: BrowseList { state.list }
  private var isOfMovies: Bool { list.query.source.isOfMovies }

  func text(_ text: String, at column: Int, width: Int, style: Style? = nil) -> FrameText {
    FrameText(text, at: column, width: width, style: style, ellipsis: glyphs.ellipsis)
  }

  func header(_ title: String, _ detail: String) -> FrameRow {
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

  // MARK: Rows

  private func row(_ index: Int) -> FrameRow {
    let rows = list.visibleRows(pageRows: state.pageRows)
    let position = rows.startIndex + index
    guard position < rows.endIndex else { return rows.isEmpty ? emptyRow(index) : [] }
    let isSelected = position == list.cursor
    let marker = text(
      isSelected ? ">" : " ", at: 1, width: 1, style: isSelected ? .selected : nil)
    switch rows[position] {
    case .movie(let movie): return [marker] + parts(of: movie)
    case .actor, .key, .value:
      let width = layout.list.columns
      let name = min(60, width * 11 / 20)
      let count = Formatting.pluralized(rows[position].movieCount ?? 0, "movie")
      return [
        marker, text(rows[position].name, at: 5, width: name),
        text(count, at: name + 7, width: width - name - 6, style: .dim),
      ]
    }
  }

  private func parts(of movie: Movie) -> FrameRow {
    let isMarked = list.marks.contains(movie.id)
    let isWatched = movie.attributes.isSeen
    var row = [
      text(isMarked ? "+" : " ", at: 2, width: 1, style: isMarked ? .bold : nil),
      text(movie.isFavorite ? glyphs.star : " ", at: 3, width: 1, style: .favorite),
      text(isWatched ? glyphs.check : " ", at: 4, width: 1, style: .added),
      text(
        title(of: movie, columns: columns.title, withYear: !columns.hasYear),
        at: BrowseColumn.Layout.titleColumn, width: columns.title),
    ]
    for value in columns.values {
      row.append(text(columns.value(value.column, of: movie), at: value.at, width: value.width))
    }
    if let detail = columns.detail {
      row.append(
        text(columns.detail(of: movie, glyphs), at: detail.at, width: detail.width, style: .dim))
    }
    return row
  }

  /// The title, escaped and truncated before the year.
  private func title(of movie: Movie, columns: Int, withYear: Bool) -> String {
    let year = withYear ? movie.yearSuffix : ""
    return TerminalText.truncated(
      TerminalText.escaped(movie.title), to: max(1, columns - year.utf8.count),
      ellipsis: glyphs.ellipsis) + year
  }

  private func emptyRow(_ index: Int) -> FrameRow {
    let width = layout.list.columns - 4
    let suggestions = list.suggestions ?? []
    var lines = suggestions.flatMap { TerminalText.wrapped($0.asSentence, to: width) }
    // A suggestion says it, too.
    if suggestions.isEmpty || list.query.favoritesOnly { lines.insert(emptyMessage, at: 0) }
    guard index < lines.count else { return [] }
    return [text(lines[index], at: 5, width: width, style: .dim)]
  }

  private var emptyMessage: String {
    let query = list.query
    if !list.isRead { return query.source.isOfMovies ? "" : "Reading\(glyphs.ellipsis)" }
    if !list.exists { return "The \(isOfMovies ? "actor" : "movie") is no longer in the catalog." }
    switch query.source {
    case .cast, .actors:
      return query.isFiltered
        ? "No names match." : query.source == .actors ? "No actors yet." : "No cast."
    case .attributeKeys:
      return query.isFiltered ? "No keys match." : "No movie has tags or other keys."
    case .values: return query.isFiltered ? "No values match." : "No values."
    case .catalog, .movies, .moviesHaving: break
    }
    if query.favoritesOnly {
      let key = KeyBinding.name(of: .favoritesOnly, in: .list)
      return "No favorites\(query.isFiltered ? " match" : ""); press \(key) for all."
    }
    if query.isFiltered { return "No movies match." }
    let (add, addRandom) = (
      KeyBinding.name(of: .addMovie, in: .list), KeyBinding.name(of: .addRandom, in: .list)
    )
    return query.source == .catalog
      ? "No movies yet; press \(add) to add one, or \(addRandom) for a random one." : "No movies."
  }

  // MARK: Details

  private func draw(_ pane: BrowseLayout.Area, in rows: inout [FrameRow]) {
    guard let movie = state.detailedMovie else { return }
    let lines = state.detailLines(of: movie, columns: pane.columns, glyphs)
    let top = max(0, min(state.pane.top(of: movie), lines.count - pane.rows))
    var shown = Array(lines.dropFirst(top).prefix(pane.rows))
    let rest = lines.count - top - pane.rows
    if rest > 0, !shown.isEmpty {
      let key = KeyBinding.name(of: .paneDown, in: .list)
      shown[shown.count - 1] = "\(glyphs.ellipsis) \(rest + 1) more lines, \(key) scrolls"
    }
    for (index, line) in shown.enumerated() {
      rows[pane.row - 1 + index].append(
        text(
          line, at: pane.column, width: pane.columns,
          style: top + index == 0 ? .bold : nil))
    }
    if pane.column == 1 {
      let line = String(repeating: glyphs.rule, count: size.columns)
      rows[pane.row - 2] = [text(line, at: 1, width: size.columns, style: .dim)]
    } else {
      for index in 0..<pane.rows {
        let bar = text(glyphs.bar, at: pane.column - 2, width: 1, style: .dim)
        let row = rows[pane.row - 1 + index]
        let place = row.firstIndex { $0.column > bar.column } ?? row.endIndex
        rows[pane.row - 1 + index].insert(bar, at: place)
      }
    }
  }

  // MARK: The last lines

  private var messageRow: FrameRow {
    if case .prompt(let prompt) = state.overlay {
      let label = promptLabel(prompt)
      let columns = promptColumns(after: label)
      let shown = prompt.editor.shown(columns: columns)
      return [
        text(label, at: 1, width: DisplayWidth.columns(of: label), style: .bold),
        text(shown.text, at: DisplayWidth.columns(of: label) + 1, width: columns),
      ]
    }
    let filter = list.query.isFiltered ? "/\(list.query.filter)  (Esc to clear)" : ""
    let style: Style? = state.message == nil && state.banner != nil ? .warning : nil
    let line = statusText(within: size.columns) ?? filter
    return [text(line, at: 1, width: size.columns, style: style)]
  }

  /// At least 24 columns, or half of the line, are for the text.
  private func promptLabel(_ prompt: BrowsePrompt) -> String {
    guard case .value(_, let target) = prompt.kind else { return prompt.label }
    switch target {
    case .marked(let marks):
      return prompt.label + Formatting.pluralized(marks.count, "movie") + ": "
    case .movie(let movie):
      let room =
        max(size.columns / 2, size.columns - 28) - DisplayWidth.columns(of: prompt.label) - 4
      let title = TerminalText.truncated(
        TerminalText.escaped(movie.titleWithYear), to: max(4, room), ellipsis: glyphs.ellipsis)
      return "\(prompt.label)'\(title)': "
    }
  }

  /// The last column is reserved for the cursor.
  private func promptColumns(after label: String) -> Int {
    size.columns - DisplayWidth.columns(of: label) - 1
  }

  /// The message, with its title truncated to make room for the rest, or the banner.
  func statusText(within columns: Int) -> String? {
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

  private var footer: FrameRow {
    let noun = list.query.source.noun
    var count = list.count.map { Formatting.pluralized($0, noun) } ?? "\(glyphs.ellipsis) \(noun)s"
    if !list.marks.isEmpty { count = "\(Formatting.grouped(list.marks.count)) marked, \(count)" }
    let width = DisplayWidth.columns(of: count)
    let room = size.columns - width - 3
    let bindings =
      state.mode == .prompt
      ? KeyBinding.all(in: .prompt) : KeyBinding.help(for: list.query.source)
    // A prompt occupies the line of messages.
    if state.mode == .prompt, let status = statusText(within: size.columns) ?? promptHint {
      return [text(status, at: 1, width: size.columns)]
    }
    return [
      text(count, at: 1, width: width, style: .bold),
      text(footerKeys(of: bindings, within: room), at: width + 4, width: room),
    ]
  }

  /// As many keys with a short name as fit, always with the last one.
  func footerKeys(of bindings: [KeyBinding], within columns: Int) -> String {
    var keys = bindings.compactMap { binding in
      let name = binding.action == .backOrQuit && state.isAtRoot ? "quit" : binding.footer
      return name.map { "\(binding.keys[0].name(glyphs)) \($0)" }
    }
    while keys.count > 1, keys.joined(separator: "  ").count > columns {
      keys.remove(at: keys.count - 2)
    }
    return keys.joined(separator: "  ")
  }

  /// What the Tab key inserts, or what can be typed.
  private var promptHint: String? {
    guard case .prompt(let prompt) = state.overlay else { return nil }
    if !prompt.isCompleting { return prompt.hint }
    return prompt.candidates.prefix(size.columns).joined(separator: "  ")
  }

  /// On the selected row, for screen readers; in a prompt after its text.
  private var cursor: ScreenPosition {
    if case .prompt(let prompt) = state.overlay {
      let label = promptLabel(prompt)
      let shown = prompt.editor.shown(columns: promptColumns(after: label))
      let column = DisplayWidth.columns(of: label) + 1 + shown.cursorColumn
      return ScreenPosition(row: size.rows - 1, column: column)
    }
    return ScreenPosition(row: layout.list.row + max(0, list.cursor - list.top), column: 1)
  }

  // MARK: Menus

  private func frame(of menu: BrowseMenu) -> Frame {
    let page = size.rows - 3
    let top = menu.top(rows: page)
    let width = min(
      menu.matches.map { DisplayWidth.columns(of: $0.name(glyphs)) }.max() ?? 0, size.columns / 3)
    var rows: [FrameRow] = menu.matches.dropFirst(top).prefix(page).enumerated().map {
      let isSelected = top + $0 == menu.cursor
      return [
        text(isSelected ? ">" : " ", at: 1, width: 1, style: isSelected ? .selected : nil),
        text(state.isChosen($1.choice) ? "+" : " ", at: 2, width: 1),
        text($1.name(glyphs), at: 4, width: width, style: .bold),
        text($1.detail, at: width + 6, width: size.columns - width - 5),
      ]
    }
    if rows.isEmpty { rows = [[text("Nothing matches.", at: 4, width: 40, style: .dim)]] }
    rows += Array(repeating: FrameRow(), count: page - rows.count)
    let shown = menu.editor.shown(columns: size.columns - 8)
    let prompt = [
      text("find: ", at: 1, width: 6, style: .bold),
      text(shown.text, at: 7, width: size.columns - 7),
    ]
    let hint = text(
      footerKeys(of: KeyBinding.all(in: .menu), within: size.columns), at: 1,
      width: size.columns, style: .dim)
    return Frame(
      size: size,
      rows: [header(menu.title, "\(menu.matches.count) of \(menu.count)")] + rows + [
        prompt, [hint],
      ],
      cursor: ScreenPosition(row: size.rows - 1, column: 7 + shown.cursorColumn))
  }
}
