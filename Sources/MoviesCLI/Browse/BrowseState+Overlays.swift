internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// Prompts, menus and the form.
extension BrowseState {
  mutating func openFilter() {
    if !list.query.isFiltered { list.unfilteredRow = list.selected }
    overlay = .prompt(BrowsePrompt(filtering: list))
  }

  mutating func openPrompt(_ kind: BrowsePrompt.ValueKind, _ text: String = "") {
    guard let target = target() else { return }
    overlay = .prompt(BrowsePrompt(.value(kind, of: target), text))
  }

  /// Inserts typed or pasted text.
  mutating func insert(_ key: Key) {
    let text: String
    switch key {
    case .text(let scalar): text = String(Character(scalar))
    case .paste(let pasted): text = pasted
    default: return
    }
    switch overlay {
    case .prompt(let prompt):
      let length = prompt.isFilledIn ? 0 : prompt.editor.text.unicodeScalars.count
      if length + text.unicodeScalars.count > prompt.editor.scalarLimit {
        message = .textTooLong(limit: prompt.editor.scalarLimit)
        return
      }
      editPrompt {
        // The first letter replaces the text that was filled in.
        if prompt.isFilledIn { $0 = LineEditor() }
        $0.insert(text)
      }
    case .menu: editMenu { $0.edit { $0.insert(text) } }
    case .form:
      let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      var (length, isMultiline) = (0, true)
      if case .form(let form) = overlay { (length, isMultiline) = form.line }
      if !isMultiline { length += text.unicodeScalars.count }
      if lines.count > MovieDraft.castNameLimit {
        message = BrowseMessage(
          "paste ignored: it has more than \(Formatting.grouped(MovieDraft.castNameLimit)) lines")
      } else if lines.contains(where: { length + $0.count > TextArea.scalarLimit }) {
        message = .textTooLong(limit: TextArea.scalarLimit)
      } else {
        editForm { $0.edit { $0.insert(text) } }
      }
    case nil: break
    }
  }

  // MARK: Prompts

  mutating func performInPrompt(
    _ action: BrowseAction, accepted offer: BrowseOffer?
  ) -> BrowseEffect? {
    guard case .prompt(var prompt) = overlay else { return nil }
    switch action {
    case .accept: return accept(prompt, offer)
    case .cancel:
      overlay = nil
      if let former = prompt.former, former.filter != list.query.filter {
        list.change(readingAt: .around(former.row.map { [$0] } ?? [])) {
          ($0.filter, $0.isTyped) = (former.filter, false)
        }
        list.marks = former.marks
      }
    case .edit(let edit):
      if edit == .deleteBackward, prompt.editor.text.isEmpty, !prompt.isEdited,
        case .value(.rating, let target) = prompt.kind
      {
        return .change(.edit(.rate(nil), of: target), accepted: offer)
      }
      editPrompt { $0.apply(edit) }
    case .complete:
      if prompt.isCompleting {
        prompt.completeNext()
        return setPrompt(prompt)
      }
      return .lookup(.completion(prompt))
    case .down, .up, .pageDown, .pageUp:
      guard prompt.kind == .filter else { break }
      let distance = action == .down || action == .up ? 1 : pageRows
      let isDown = action == .down || action == .pageDown
      list.move(by: isDown ? distance : -distance, isPaging: distance > 1, pageRows: pageRows)
    default: return performAnywhere(action)
    }
    return nil
  }

  private mutating func accept(
    _ prompt: BrowsePrompt, _ offer: BrowseOffer?
  ) -> BrowseEffect? {
    let text = prompt.editor.text.trimmed
    switch prompt.kind {
    case .filter:
      // A prompt whose text is not a query stays open.
      if isUsable(prompt.editor.text) {
        overlay = nil
        if list.query.isTyped { list.change(readingAt: .first) { $0.isTyped = false } }
        list.search = list.query.source.isOfMovies ? list.query.movieTerms : []
      }
    case .position:
      overlay = nil
      return text.isEmpty ? nil : .lookup(.position(text))
    case .value(let kind, let target):
      if text.isEmpty {
        overlay = nil
        return nil
      }
      if prompt.isRetargeted, offer != .retargeted {
        message = BrowseMessage(.retargeted, for: frontEnd)
        return nil
      }
      do throws(StoreError) {
        return .change(.edit(try kind.action(text), of: target), accepted: offer)
      } catch {
        message = BrowseMessage(error.description)
      }
    }
    return nil
  }

  /// Edits the prompt. The previous filter stays until the text changes.
  private mutating func editPrompt(_ edit: (inout LineEditor) -> Void) {
    guard case .prompt(var prompt) = overlay else { return }
    let before = prompt.editor.text
    prompt.edit(edit)
    overlay = .prompt(prompt)
    if prompt.editor.text != before { promptChanged(prompt) }
  }

  private mutating func setPrompt(_ prompt: BrowsePrompt) -> BrowseEffect? {
    overlay = .prompt(prompt)
    promptChanged(prompt)
    return nil
  }

  private mutating func promptChanged(_ prompt: BrowsePrompt) {
    let text = prompt.editor.text
    // A term that is still being typed can lack its value.
    guard prompt.kind == .filter, isUsable(text) else { return }
    let isTyped = !ranksTypedFilters
    list.change(readingAt: .first) { ($0.filter, $0.isTyped) = (text, isTyped) }
  }

  /// Keeps a prompt open for a movie that another process changed.
  mutating func retarget(_ movie: Movie) {
    guard case .prompt(let prompt) = overlay else { return }
    overlay = .prompt(prompt.retargeted(to: movie))
    message = BrowseMessage(.retargeted, for: frontEnd)
  }

  /// Inserts what the typed word of a prompt can mean.
  mutating func complete(_ prompt: BrowsePrompt, with candidates: [String]) {
    var prompt = prompt
    if candidates.isEmpty { message = BrowseMessage("nothing to complete") }
    prompt.complete(with: candidates)
    _ = setPrompt(prompt)
  }

  /// Clears the filter. Stays on the selected row, or returns to that before the filter.
  mutating func clearFilter() {
    let row = list.isRead && list.selected != nil ? nil : list.unfilteredRow
    list.change(readingAt: .around(row.map { [$0] } ?? [])) { $0.filter = "" }
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

  // MARK: Menus

  mutating func openMenu(_ menu: BrowseMenu) {
    overlay = .menu(menu)
    editMenu { _ in }
  }

  /// Edits the menu, and scrolls it to its selected line.
  mutating func editMenu(_ body: (inout BrowseMenu) -> Void) {
    guard case .menu(var menu) = overlay else { return }
    body(&menu)
    menu.scroll(rows: size.rows - 3)
    overlay = .menu(menu)
  }

  mutating func performInMenu(_ action: BrowseAction) -> BrowseEffect? {
    switch action {
    case .down: editMenu { $0.move(by: 1) }
    case .up: editMenu { $0.move(by: -1) }
    case .pageDown, .pageUp:
      let distance = action == .pageDown ? pageRows : -pageRows
      editMenu { $0.move(by: distance) }
    case .edit(let edit): editMenu { $0.edit { $0.apply(edit) } }
    case .cancel: overlay = nil
    case .accept:
      guard case .menu(let menu) = overlay, let item = menu.selected else { return nil }
      if case .action(let action) = item.choice, action.actsOnRow, menu.row != list.selected {
        overlay = nil
        message = .listChanged
        return nil
      }
      return choose(item.choice)
    default: return performAnywhere(action)
    }
    return nil
  }

  mutating func choose(_ choice: BrowseMenu.Choice) -> BrowseEffect? {
    switch choice {
    case .action(let action):
      overlay = nil
      return perform(action)
    case .order(let order):
      overlay = nil
      let chosen = order == .relevance ? nil : order
      list.change(readingAt: .first) { ($0.chosenOrder, $0.isReversed) = (chosen, false) }
    case .column(let column):
      if let index = columns.firstIndex(of: column) {
        columns.remove(at: index)
      } else {
        columns.insert(column, at: 0)
      }
      // The next word is typed from its beginning.
      editMenu { $0.edit { $0.apply(.deleteToStart) } }
    }
    return nil
  }

  func isChosen(_ choice: BrowseMenu.Choice) -> Bool {
    switch choice {
    case .action: false
    case .order(let order): list.query.order == order
    case .column(let column): columns.contains(column)
    }
  }

  // MARK: The form

  /// Gives a field of the form another value, `key=value`.
  ///
  /// - Returns: Whether the text names a field.
  mutating func setField(_ text: String) -> Bool {
    var isSet = false
    editForm { isSet = $0.set(text) }
    return isSet
  }

  mutating func editForm(_ body: (inout MovieForm) -> Void) {
    guard case .form(var form) = overlay else { return }
    // A second reference to the lines would copy all of them.
    overlay = nil
    body(&form)
    overlay = .form(form)
  }

  mutating func performInForm(
    _ action: BrowseAction, accepted offer: BrowseOffer?
  ) -> BrowseEffect? {
    switch action {
    case .nextField: editForm { $0.moveFocus(by: 1) }
    case .previousField: editForm { $0.moveFocus(by: -1) }
    case .down: editForm { $0.moveLine(down: true) }
    case .up: editForm { $0.moveLine(down: false) }
    case .accept: editForm { $0.enter() }
    case .edit(let edit): editForm { $0.edit { $0.apply(edit) } }
    case .save:
      var draft: MovieDraft?
      editForm { draft = $0.draft() }
      return draft.map { .change(.save($0), accepted: nil) }
    case .cancel, .quit:
      var isEdited = false
      if case .form(let form) = overlay { isEdited = form.isEdited }
      if isEdited, offer != .discard(action) {
        message = BrowseMessage(.discard(action), for: frontEnd)
        return nil
      }
      if action == .quit { return .frontEnd(.quit) }
      overlay = nil
    default: return performAnywhere(action)
    }
    return nil
  }

  /// Actions that do the same in each mode.
  func performAnywhere(_ action: BrowseAction) -> BrowseEffect? {
    switch action {
    case .repaint: .frontEnd(.repaint)
    case .suspend: .frontEnd(.suspend)
    case .quit: .frontEnd(.quit)
    default: nil
    }
  }
}
