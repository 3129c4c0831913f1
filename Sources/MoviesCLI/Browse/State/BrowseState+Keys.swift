internal import MovieStore
package import MovieTerminal

/// What a key asks of the world outside the state.
package enum BrowseEffect: Hashable, Sendable {
  case change(BrowseChange)
  case repaint, suspend, quit
}

extension BrowseState {
  /// Takes a key.
  ///
  /// - Returns: what is to be done about it outside.
  package mutating func take(_ key: Key) -> BrowseEffect? {
    message = nil
    if !isVisible { return key == .text("Q") ? .quit : effectAnywhere(of: key) }
    switch overlay {
    case .filter(let prompt): return take(key, prompt)
    case .help(let top): return takeInHelp(key, top: top)
    case nil: break
    }
    if case .paste = key {
      message = BrowseMessage("paste ignored; press / to start a filter")
      return nil
    }
    guard let action = KeyBinding.action(of: key) else {
      message = key.isMeantForSomething ? BrowseMessage("unknown key; ? for help") : nil
      return nil
    }
    return perform(action)
  }

  /// What keys do everywhere, whatever is above the list.
  private func effectAnywhere(of key: Key) -> BrowseEffect? {
    switch key {
    case .control("c"): .quit
    case .control("l"): .repaint
    case .control("z"): .suspend
    default: nil
    }
  }

  // MARK: The help

  private mutating func takeInHelp(_ key: Key, top: Int) -> BrowseEffect? {
    if let effect = effectAnywhere(of: key) { return effect }
    let distance: Int? =
      switch KeyBinding.action(of: key) {
      case .down: 1
      case .up: -1
      case .pageDown, .halfPageDown: pageRows
      case .pageUp, .halfPageUp: -pageRows
      case .quit: nil
      default: 0
      }
    guard let distance else { return .quit }
    overlay = distance == 0 ? nil : .help(top: helpTop(top + distance))
    return nil
  }

  /// The last lines of the help stay at the lower edge.
  private func helpTop(_ top: Int) -> Int {
    let lines = BrowseHelp.lineCount(forMovies: level.query.subject.isOfMovies)
    return max(0, min(top, lines - pageRows))
  }

  // MARK: The filter

  private static let tooManyWords = BrowseMessage("filter limit: \(SearchPattern.mostWords) words")

  mutating func beginFilter() {
    overlay = .filter(
      FilterPrompt(
        editor: LineEditor(), rowBefore: level.selected))
  }

  private mutating func take(_ key: Key, _ prompt: FilterPrompt) -> BrowseEffect? {
    switch key {
    case .enter: overlay = nil
    case .escape: clearFilter(prompt)
    case .up, .control("p"): level.move(by: -1, isPaging: false, pageRows: pageRows)
    case .down, .control("n"): level.move(by: 1, isPaging: false, pageRows: pageRows)
    case .pageUp: level.move(by: -pageRows, isPaging: true, pageRows: pageRows)
    case .pageDown: level.move(by: pageRows, isPaging: true, pageRows: pageRows)
    default:
      if let effect = effectAnywhere(of: key) { return effect }
      edit(prompt, by: key)
    }
    return nil
  }

  private mutating func edit(_ prompt: FilterPrompt, by key: Key) {
    var prompt = prompt
    let before = prompt.editor.text
    guard prompt.editor.take(key) else { return }
    let text = prompt.editor.text
    guard BrowseQuery.isUsable(text) else {
      message = Self.tooManyWords
      return
    }
    // A filter that is kept stays until another one is begun.
    if text != before {
      prompt.isChanged = true
      level.change(readingAt: .first) { $0.filter = text }
    }
    overlay = .filter(prompt)
  }

  /// Leaves the prompt without a filter: on the row that was found, else where the person was.
  private mutating func clearFilter(_ prompt: FilterPrompt) {
    overlay = nil
    let isOnRow = !level.query.filter.isEmpty && level.isRead && level.selected != nil
    if prompt.isChanged || !level.query.filter.isEmpty {
      clearFilter(goingTo: isOnRow ? nil : prompt.rowBefore)
    }
  }

  mutating func clearFilter(goingTo row: BrowseRow? = nil) {
    level.change(readingAt: .around(row.map { [$0] } ?? [])) { $0.filter = "" }
  }

  /// Gives the list a filter as a whole.
  package mutating func setFilter(_ text: String) {
    guard text.unicodeScalars.count <= LineEditor.scalarLimit else {
      message = BrowseMessage("filter limit: \(LineEditor.scalarLimit) characters")
      return
    }
    guard BrowseQuery.isUsable(text) else {
      message = Self.tooManyWords
      return
    }
    if text.isEmpty { clearFilter() } else { level.change(readingAt: .first) { $0.filter = text } }
  }
}

extension Key {
  /// Whether a person pressed it on purpose. Other keys may be replies from the terminal.
  fileprivate var isMeantForSomething: Bool {
    switch self {
    case .text, .control, .tab, .delete: true
    default: false
    }
  }
}
