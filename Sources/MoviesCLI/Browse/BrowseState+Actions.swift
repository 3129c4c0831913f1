internal import MovieStore
internal import MovieSystem
package import MovieTerminal

extension BrowseState {
  package mutating func perform(_ action: BrowseAction) -> BrowseEffect? {
    let offer = acceptableOffer
    message = nil
    switch mode {
    case .prompt: return performInPrompt(action, accepted: offer)
    case .menu: return performInMenu(action)
    case .form: return performInForm(action, accepted: offer)
    case .tooSmall:
      if case .form = overlay { return performInForm(action, accepted: offer) }
    case .list: break
    }
    if !list.query.source.isOfMovies, action.subject == .movies {
      message = BrowseMessage("\(frontEnd.name(of: action)) works only in a list of movies")
      return nil
    }
    switch action {
    case .down: move(by: 1, isPaging: false)
    case .up: move(by: -1, isPaging: false)
    case .halfPageDown: move(by: max(1, pageRows / 2))
    case .halfPageUp: move(by: -max(1, pageRows / 2))
    case .pageDown: move(by: pageRows)
    case .pageUp: move(by: -pageRows)
    case .first: list.moveToFirst()
    case .last: list.moveToLast(pageRows: pageRows)
    case .open: if isListRead(), let row = list.selected { open(row.source) }
    case .back: goBack()
    case .clearOrBack: clearOrBack()
    case .backOrQuit:
      if isAtRoot { return .frontEnd(.quit) }
      goBack()
    case .movies: open(.catalog)
    case .actors: open(.actors)
    case .attributeKeys: open(.attributeKeys)
    case .reverse: reverse()
    case .favoritesOnly: list.change(readingAt: .around([])) { $0.favoritesOnly.toggle() }
    case .pane:
      if detailedMovie == nil, shownMovie() == nil { break }
      pane.isShown = layout.pane == nil
      showCursors()
    case .paneDown: scrollPane(by: 1)
    case .paneUp: scrollPane(by: -1)
    case .filter: openFilter()
    case .position: overlay = .prompt(BrowsePrompt(.position))
    case .rate: openPrompt(.rating)
    case .watchedOn: openPrompt(.date, Clock.localDate())
    case .tag: openPrompt(.tag)
    case .removeTag:
      let isOne = !usesMarks || list.marks.isEmpty
      let tags = isOne ? list.selected?.movie?.attributes[.tag] ?? [] : []
      let only = tags.count == 1 ? CatalogLookup.typed(tags[0], of: AttributeKey.tag.name) : ""
      openPrompt(.removedTag, only)
    case .orders: return .lookup(.orders)
    case .columns: return .lookup(.columns)
    case .help: openMenu(.help(for: list.query.source, at: list.selected))
    case .form: if let movie = shownMovie() { overlay = .form(MovieForm(movie)) }
    case .addMovie: overlay = .form(MovieForm())
    case .mark, .markRange, .markAll: return mark(action)
    case .copyTitles, .copyIDs: return copy(action)
    case .random: return .lookup(.random)
    case .nextMatch: return .lookup(.match(isForward: true))
    case .previousMatch: return .lookup(.match(isForward: false))
    case .favorite, .watched, .delete:
      let edit: MovieAction =
        action == .delete ? .delete : action == .favorite ? .toggleFavorite : .toggleWatched
      return target().map { .change(.edit(edit, of: $0), accepted: offer) }
    case .editor:
      if usesMarks, !list.marks.isEmpty { return .lookup(.marked(.editor)) }
      return shownMovie().map { .frontEnd(.editor([$0])) }
    case .addRandom: return .change(.addRandom, accepted: nil)
    case .undo, .redo: return .change(.replay(action == .undo ? .undo : .redo), accepted: offer)
    case .reload: reload()
    case .repaint, .suspend, .quit: return performAnywhere(action)
    case .accept, .cancel, .save, .complete, .nextField, .previousField, .edit: break
    }
    return nil
  }

  /// Handles a key without an action in the mode.
  mutating func handleUnbound(_ key: Key) {
    message = nil
    switch (mode, key) {
    case (.prompt, .text), (.prompt, .paste), (.menu, .text), (.menu, .paste), (.form, .text),
      (.form, .paste):
      insert(key)
    case (_, .mouse(let event)): handle(event)
    case (_, .oversizedPaste):
      message = BrowseMessage(
        "paste ignored: it is longer than \(Formatting.bytes(KeyDecoder.pasteByteLimit))")
    case (.list, .paste):
      message = BrowseMessage(
        "paste ignored; press \(frontEnd.name(of: .filter)) to start a filter")
    case (.list, .text), (.list, .control), (.list, .tab):
      message = BrowseMessage("unknown key; \(frontEnd.name(of: .help)) for help")
    default: break  // Other keys can be replies from the terminal.
    }
  }

  private mutating func handle(_ event: MouseEvent) {
    let distance = 3
    switch (event.kind, mode) {
    case (.scrollDown, .list): move(by: distance, isPaging: true)
    case (.scrollUp, .list): move(by: -distance, isPaging: true)
    case (.scrollDown, .menu), (.scrollUp, .menu):
      editMenu { $0.move(by: event.kind == .scrollDown ? 1 : -1) }
    case (.press, .list):
      if let index = index(at: event.position) {
        move(by: index - list.cursor, isPaging: false)
      }
    case (.press, .menu):
      if let index = index(at: event.position) { editMenu { $0.select(index) } }
    default: break
    }
  }

  /// The index of the row of a list or a menu at a position; `nil` if there is none.
  package func index(at position: ScreenPosition) -> Int? {
    if mode == .tooSmall { return nil }
    switch overlay {
    case .menu(let menu):
      let rows = size.rows - 3
      let index = menu.top(rows: rows) + position.row - BrowseView.menuRow
      return 0..<rows ~= position.row - BrowseView.menuRow && menu.matches.indices.contains(index)
        ? index : nil
    case .prompt, .form: return nil
    case nil:
      let area = layout.list
      let row = position.row - area.row
      guard 0..<area.rows ~= row, position.column <= area.columns,
        list.rows.indices.contains(list.top + row)
      else { return nil }
      return list.top + row
    }
  }

  /// Whether the rows belong to the current query. If not, sets a message.
  mutating func isListRead() -> Bool {
    if !list.isRead { message = BrowseMessage(banner ?? "the list is still loading; try again") }
    return list.isRead
  }

  private mutating func move(by distance: Int, isPaging: Bool = true) {
    list.move(by: distance, isPaging: isPaging, pageRows: pageRows)
  }

  /// Opens a list on top of the others, or goes back to it.
  private mutating func open(_ source: ListSource) {
    let isStart = [.catalog, .actors, .attributeKeys].contains(source)
    if isStart, let index = lists.firstIndex(where: { $0.query.source == source }) {
      lists.removeLast(lists.count - 1 - index)
      return
    }
    var new = BrowseList(source)
    // The movies of an actor are in the order that was chosen for movies.
    if source.isOfMovies, let parent = lists.last(where: { $0.query.source.isOfMovies })?.query {
      (new.query.chosenOrder, new.query.isReversed) = (parent.chosenOrder, parent.isReversed)
    }
    lists.append(new)
  }

  private mutating func reverse() {
    if list.query.order == .relevance {
      let name = frontEnd.name(of: .orders)
      message = BrowseMessage("the best matches are always first; \(name) chooses another order")
      return
    }
    list.change(readingAt: list.isAtStart ? .first : .around([])) {
      $0.chosenOrder = $0.order
      $0.isReversed.toggle()
    }
  }

  private mutating func goBack() {
    if !isAtRoot { lists.removeLast() }
  }

  private mutating func clearOrBack() {
    if !list.marks.isEmpty {
      list.marks = MovieMarks()
    } else if list.query.isFiltered {
      clearFilter()
    } else {
      goBack()
    }
  }

  // MARK: Movies

  /// The movie whose cast is shown, or the selected one.
  mutating func shownMovie() -> Movie? {
    if case .cast(let movie) = list.query.source { return movie }
    guard isListRead() else { return nil }
    switch list.selected {
    case .movie(let movie): return movie
    case nil: message = BrowseMessage("the list is empty")
    case .actor, .key, .value:
      message = BrowseMessage("this works only on a movie; \(frontEnd.opening) lists them")
    }
    return nil
  }

  /// The marked movies, or the movie at the cursor.
  mutating func target() -> BrowseTarget? {
    if usesMarks, !list.marks.isEmpty { return .marked(list.marks) }
    return shownMovie().map { .movie($0) }
  }

  private mutating func mark(_ action: BrowseAction) -> BrowseEffect? {
    if action == .markAll {
      if list.marks.areAll {
        list.marks = MovieMarks()
        return nil
      }
      return .lookup(.everything)
    }
    guard isListRead(), let movie = list.selected?.movie else { return nil }
    if action == .markRange {
      if let start = list.marks.latest { return .lookup(.range(from: start, to: movie)) }
      list.marks.insert([movie.id], upTo: movie)
      return nil
    }
    list.marks.toggle(movie)
    if frontEnd == .screen { move(by: 1, isPaging: false) }
    return nil
  }

  private mutating func copy(_ action: BrowseAction) -> BrowseEffect? {
    if usesMarks, !list.marks.isEmpty { return .lookup(.marked(action)) }
    return shownMovie().map {
      .frontEnd(.copy([action == .copyTitles ? $0.titleWithYear : $0.id.description]))
    }
  }
}
