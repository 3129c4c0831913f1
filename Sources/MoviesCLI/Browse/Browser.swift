internal import MovieStore
internal import MovieSystem
package import MovieTerminal

/// The state and the catalog together: handles keys and draws frames, without a terminal.
package struct Browser: ~Copyable {
  package internal(set) var state: BrowseState
  private var catalog: BrowseCatalog
  /// Whether a lock of another process prevented a change since the latest check for changes.
  private var isBlockedByLock = false

  package init(_ catalog: consuming BrowseCatalog, state: BrowseState) {
    self.catalog = catalog
    self.state = state
  }

  package mutating func resize(to size: ScreenSize) {
    state.resize(pageRows: BrowseView.pageRows(size), isTooSmall: BrowseView.isTooSmall(size))
  }

  package mutating func handle(_ key: Key) -> BrowseEffect? {
    let action = KeyBinding.action(of: key, in: state.mode)
    // Each key would wait for the lock again.
    if isBlockedByLock, action != .quit { return nil }
    if let action { return perform(action) }
    state.handleUnbound(key)
    return nil
  }

  /// Performs an action, unless it is about a row that another process changed since it was shown.
  package mutating func perform(_ action: BrowseAction) -> BrowseEffect? {
    // The filter needs no rows between two keys of one read.
    if state.mode != .filter {
      let hadExternalChange = state.hasExternalChange
      let (row, source) = (state.list.selected, state.list.query.source)
      read()
      if hadExternalChange, action.actsOnRow,
        state.list.selected != row || state.list.query.source != source
      {
        if state.message == nil || state.message?.offer != nil { state.message = .listChanged }
        return nil
      }
    }
    let effect = state.perform(action)
    guard case .change(let change, let accepted) = effect else { return effect }
    do {
      state.apply(try catalog.perform(change, accepted: accepted))
    } catch {
      state.message = BrowseMessage(error.browseMessage)
      if case .busy = error.problem { isBlockedByLock = true }
    }
    return nil
  }

  /// Reads the rows that are needed, unless an error or input on the descriptor interrupts it.
  package mutating func read(untilInputFrom descriptor: Int32? = nil) {
    do {
      while let request = state.request {
        state.apply(try catalog.page(for: request, untilInputFrom: descriptor), for: request)
        state.banner = nil
      }
    } catch {
      showError(error)
    }
  }

  /// Counts the rows of the list, or finds what the filter of an empty one can mean, if necessary.
  ///
  /// - Returns: Whether the frame changed.
  package mutating func count(untilInputFrom descriptor: Int32? = nil) -> Bool {
    let list = state.list
    guard list.needsCount || list.needsSuggestions, state.request == nil else { return false }
    do {
      if list.needsCount {
        state.list.apply(count: try catalog.count(list.query, untilInputFrom: descriptor))
      } else {
        state.list.suggestions = try catalog.nearMisses(list.query, untilInputFrom: descriptor)
      }
      return true
    } catch {
      showError(error)
      return false
    }
  }

  package mutating func checkForExternalChange() {
    isBlockedByLock = false
    do {
      if try catalog.hasExternalChange() { state.reload() }
      if state.request == nil { state.banner = nil }
    } catch {
      showError(error)
    }
  }

  private mutating func showError(_ error: StoreError) {
    if error.category != .interrupted { state.banner = error.browseMessage }
  }

  package func frame(_ size: ScreenSize, glyphs: Glyphs) -> Frame {
    BrowseView(state: state, size: size, glyphs: glyphs).frame
  }
}
