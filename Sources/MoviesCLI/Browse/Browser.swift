internal import MovieStore
internal import MovieSystem
package import MovieTerminal

/// The state and the catalog together: handles keys and draws frames, without a terminal.
package struct Browser: ~Copyable {
  package internal(set) var state: BrowseState
  private var catalog: BrowseCatalog
  /// Whether a lock of another process prevented the latest change.
  private(set) var isBlockedByLock = false

  package init(_ catalog: consuming BrowseCatalog, state: BrowseState) {
    self.catalog = catalog
    self.state = state
  }

  package mutating func resize(to size: ScreenSize) {
    state.resize(pageRows: BrowseView.pageRows(size), isTooSmall: BrowseView.isTooSmall(size))
  }

  package mutating func handle(_ key: Key) -> BrowseEffect? {
    // The filter needs no rows between two keys of one read.
    if state.mode != .filter {
      let hadExternalChange = state.hasExternalChange
      let (row, source) = (state.list.selected, state.list.query.source)
      read()
      if hadExternalChange, state.list.selected != row || state.list.query.source != source,
        KeyBinding.action(of: key, in: state.mode)?.actsOnRow == true
      {
        if state.offer != nil { state.clearMessage() }
        state.message = state.message ?? .listChanged
        return nil
      }
    }
    return apply(state.handle(key))
  }

  /// Performs an action, on this row if there is one.
  package mutating func perform(
    _ action: BrowseAction, on row: BrowseRow? = nil
  ) -> BrowseEffect? {
    if let row, !state.select(row) {
      state.offer = nil
      return nil
    }
    return apply(state.perform(action))
  }

  private mutating func apply(_ effect: BrowseEffect?) -> BrowseEffect? {
    isBlockedByLock = false
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

extension StoreError {
  /// A one-line message for an error that prevents reading or changing the catalog.
  fileprivate var browseMessage: String {
    switch problem {
    case .busy(_, let holder):
      "busy: another process is \(holder == .reader ? "reading" : "writing to") the database; "
        + "try again"
    case .replaced: "read-only: the database was replaced or removed; quit and start again"
    case .readOnly:
      "read-only: the database or its directory is not writable; check the permissions"
    case .diskFull: "the disk is full: no space for the database or for temporary files (TMPDIR)"
    case .idsExhausted:
      "no ids are left for new movies or actors; export the catalog and import it into a new database"
    case .historyFull: "no numbers are left in the history; quit and run: movies history --clear"
    // The transaction was rolled back, whatever was committed before.
    case .interrupted: "interrupted; nothing was changed"
    case .cannotUndo(let entry, let obstacle): Self.refusal(.undo, entry, obstacle)
    case .cannotRedo(let entry, let obstacle): Self.refusal(.redo, entry, obstacle)
    case .olderSchema(_, let version):
      "read-only: another process migrated the database to v\(version.rawValue); "
        + "quit and start again"
    case .newerSchema(_, let version):
      "read-only: another process migrated the database to v\(version); "
        + "quit and use a newer version of movies"
    case .refused(_, let detail):
      "rejected by SQLite: \(detail); nothing was changed"
    default: ErrorMessage(self).text
    }
  }

  /// The movie is at the start, so that a narrow screen shows it.
  private static func refusal(
    _ direction: HistoryEntry.Direction, _ entry: HistoryEntry, _ obstacle: HistoryObstacle
  ) -> String {
    guard case .moviesChanged(let differences, let count) = obstacle, let first = differences.first
    else { return "cannot \(direction) (\(entry.summary)): \(obstacle)" }
    return "cannot \(direction): \(first.difference); another program changed "
      + (count == 1 ? "it" : Formatting.pluralized(count, "movie"))
  }
}
