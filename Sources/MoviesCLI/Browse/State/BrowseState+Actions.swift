internal import MovieStore

extension BrowseState {
  /// Does what a key or a word asks for.
  ///
  /// - Returns: what is to be done about it outside.
  package mutating func perform(_ action: BrowseAction) -> BrowseEffect? {
    message = nil
    switch action {
    case .down, .up, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .first, .last: move(action)
    case .open: open()
    case .back: goBack()
    case .clearOrBack: if level.query.isFiltered { clearFilter() } else { goBack() }
    case .backOrQuit:
      if isAtRoot { return .quit }
      goBack()
    case .filter: beginFilter()
    case .nextOrder: reorder { $0.takeNextOrder() }
    case .reverse: reorder { $0.descending.toggle() }
    case .favoritesOnly: showFavorites()
    case .favorite: return favorite()
    case .delete: return delete()
    case .addRandom: return .change(.addRandom)
    case .takeBack: return .change(.takeBack)
    case .doAgain: return .change(.doAgain)
    case .reload: reload()
    case .help: overlay = .help(top: 0)
    case .repaint: return .repaint
    case .suspend: return .suspend
    case .quit: return .quit
    }
    return nil
  }

  /// Selects a row that was printed before.
  ///
  /// - Returns: Whether it is still in the list, unchanged.
  mutating func select(_ row: BrowseRow) -> Bool {
    guard isListRead() else { return false }
    if level.select(row.id), level.selected?.shows(row) == true { return true }
    message = BrowseMessage("another process changed the list; check it and try again")
    return false
  }

  /// Whether the rows belong to the current query. If not, sets a message.
  private mutating func isListRead() -> Bool {
    if !level.isRead {
      message = BrowseMessage(banner ?? "the list is still loading; try again")
    }
    return level.isRead
  }

  // MARK: In the list

  private mutating func move(_ action: BrowseAction) {
    let half = max(1, pageRows / 2)
    switch action {
    case .down: level.move(by: 1, isPaging: false, pageRows: pageRows)
    case .up: level.move(by: -1, isPaging: false, pageRows: pageRows)
    case .halfPageDown: level.move(by: half, isPaging: true, pageRows: pageRows)
    case .halfPageUp: level.move(by: -half, isPaging: true, pageRows: pageRows)
    case .pageDown: level.move(by: pageRows, isPaging: true, pageRows: pageRows)
    case .pageUp: level.move(by: -pageRows, isPaging: true, pageRows: pageRows)
    case .first: level.moveToFirst(pageRows: pageRows)
    default: level.moveToLast(pageRows: pageRows)
    }
  }

  /// Gives the same rows another order; the cursor stays on its row.
  private mutating func reorder(_ body: (inout BrowseQuery) -> Void) {
    let count = level.needsCount ? nil : level.count
    level.change(readingAt: .around([]), body)
    if let count { level.take(count: count) }
  }

  private mutating func showFavorites() {
    guard level.query.subject.isOfMovies else {
      message = BrowseMessage("F works only in a list of movies")
      return
    }
    level.change(readingAt: .around([])) { $0.favoritesOnly.toggle() }
  }

  // MARK: From list to list

  private mutating func open() {
    guard isListRead(), let row = level.selected else { return }
    levels.append(BrowseLevel(row.subject))
  }

  private mutating func goBack() {
    if !isAtRoot { levels.removeLast() }
  }

  // MARK: Changes

  private mutating func favorite() -> BrowseEffect? {
    switch level.query.subject {
    case .cast(let movie): return .change(.setFavorite(movie, to: !movie.isFavorite))
    case .catalog, .movies: break
    }
    guard isListRead(), let movie = level.selected?.movie?.movie else { return nil }
    return .change(.setFavorite(movie, to: !movie.isFavorite))
  }

  private mutating func delete() -> BrowseEffect? {
    guard isListRead() else { return nil }
    if let movie = level.selected?.movie { return .change(.delete(movie)) }
    if !level.query.subject.isOfMovies {
      message = BrowseMessage("x works only in a list of movies")
    }
    return nil
  }
}

extension BrowseQuery {
  /// The order for display.
  package var orderLabel: String { order.label + (descending ? ", reversed" : "") }
}
