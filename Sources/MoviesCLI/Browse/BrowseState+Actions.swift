internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

package enum BrowseEffect: Hashable, Sendable {
  case change(BrowseChange, accepted: BrowseOffer?)
  case repaint, suspend, quit
}

extension BrowseState {
  /// Handles a key without an action in the mode.
  mutating func handleUnbound(_ key: Key) {
    message = nil
    switch (mode, key) {
    case (.help, _): overlay = nil
    case (.filter, .text(let scalar)): editFilter { $0.insert(String(scalar)) }
    case (.filter, .paste(let text)): editFilter { $0.insert(text) }
    case (.list, .paste):
      message = BrowseMessage(
        "paste ignored; press \(frontEnd.name(of: .filter)) to start a filter")
    case (.list, .text), (.list, .control), (.list, .tab):
      message = BrowseMessage("unknown key; \(frontEnd.name(of: .help)) for help")
    default: break  // Other keys can be replies from the terminal.
    }
  }

  package mutating func perform(_ action: BrowseAction) -> BrowseEffect? {
    let offer = message?.offer
    message = nil
    if action.needsMovieList, !list.query.source.isOfMovies {
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
    case .open: if isListRead(), let row = list.selected { lists.append(BrowseList(row.source)) }
    case .back: goBack()
    case .clearOrBack: if list.query.isFiltered { clearFilter() } else { goBack() }
    case .backOrQuit:
      if isAtRoot { return .quit }
      goBack()
    case .filter: overlay = .filter(FilterPrompt(previousRow: list.selected))
    case .applyFilter: applyFilter()
    case .cancelFilter: cancelFilter()
    case .edit(let edit): editFilter { $0.apply(edit) }
    case .nextOrder: list.change(readingAt: .around([])) { $0.selectNextOrder() }
    case .reverse: list.change(readingAt: .around([])) { $0.descending.toggle() }
    case .favoritesOnly: list.change(readingAt: .around([])) { $0.favoritesOnly.toggle() }
    case .favorite:
      if let movie = shownMovie() { return .change(.toggleFavorite(movie), accepted: offer) }
    case .watched:
      if let movie = shownMovie() { return .change(.toggleWatched(movie), accepted: offer) }
    case .delete:
      if isListRead(), let movie = list.selected?.movie {
        return .change(.delete(movie), accepted: offer)
      }
    case .addRandom: return .change(.addRandom, accepted: nil)
    case .undo, .redo: return .change(.replay(action == .undo ? .undo : .redo), accepted: offer)
    case .reload: reload()
    case .help: overlay = .help(top: 0)
    case .repaint: return .repaint
    case .suspend: return .suspend
    case .quit: return .quit
    }
    return nil
  }

  /// Whether the rows belong to the current query. If not, sets a message.
  private mutating func isListRead() -> Bool {
    if !list.isRead { message = BrowseMessage(banner ?? "the list is still loading; try again") }
    return list.isRead
  }

  private mutating func move(by distance: Int, isPaging: Bool = true) {
    guard case .help(let top) = overlay else {
      return list.move(by: distance, isPaging: isPaging, pageRows: pageRows)
    }
    let lines = KeyBinding.help(forMovies: list.query.source.isOfMovies)
    overlay = .help(top: max(0, min(top + distance, lines.count - pageRows)))
  }

  private mutating func goBack() {
    if !isAtRoot { lists.removeLast() }
  }

  /// Edits the prompt. The previous filter stays until the text changes.
  private mutating func editFilter(_ edit: (inout LineEditor) -> Void) {
    guard case .filter(var prompt) = overlay else { return }
    let before = prompt.editor.text
    edit(&prompt.editor)
    let text = prompt.editor.text
    // A term that is still being typed can lack its value.
    if text != before, isUsable(text) { list.change(readingAt: .first) { $0.filter = text } }
    overlay = .filter(prompt)
  }

  /// Closes the prompt, unless its text is not a query.
  private mutating func applyFilter() {
    guard case .filter(let prompt) = overlay else { return }
    if isUsable(prompt.editor.text) { overlay = nil }
  }

  /// Clears the filter and closes the prompt. Stays on the selected row if the filter found one,
  /// otherwise returns to the previous row.
  private mutating func cancelFilter() {
    guard case .filter(let prompt) = overlay else { return }
    overlay = nil
    let isOnRow = !list.query.filter.isEmpty && list.isRead && list.selected != nil
    clearFilter(selecting: isOnRow ? nil : prompt.previousRow)
  }

  private mutating func clearFilter(selecting row: BrowseRow? = nil) {
    list.change(readingAt: .around(row.map { [$0] } ?? [])) { $0.filter = "" }
  }

  /// Filters the visible list; an empty text clears the filter.
  mutating func setFilter(_ text: String) {
    guard text.unicodeScalars.count <= LineEditor.scalarLimit else {
      message = BrowseMessage("filter limit: \(LineEditor.scalarLimit) characters")
      return
    }
    guard isUsable(text) else { return }
    if text.isEmpty { clearFilter() } else { list.change(readingAt: .first) { $0.filter = text } }
  }

  /// Whether the filter can be used. If not, sets a message.
  private mutating func isUsable(_ filter: String) -> Bool {
    do {
      if list.query.source.isOfMovies {
        _ = try MovieQuery(typing: filter)
      } else {
        _ = try LoosePattern.all(in: filter)
      }
      return true
    } catch {
      message = BrowseMessage(error.description)
      return false
    }
  }

  /// The movie whose cast is shown, or the selected one.
  private mutating func shownMovie() -> Movie? {
    if case .cast(let movie) = list.query.source { return movie }
    return isListRead() ? list.selected?.movie : nil
  }
}
