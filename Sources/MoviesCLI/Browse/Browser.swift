internal import MovieStore
package import MovieTerminal

/// The state and the catalog together: keys in, frames out. It knows of no terminal.
package struct Browser: ~Copyable {
  package private(set) var state: BrowseState
  private var catalog: BrowseCatalog
  /// Whether another program's lock kept the latest change from being made.
  private(set) var isHeldUp = false

  package init(_ catalog: consuming BrowseCatalog, state: BrowseState) {
    self.catalog = catalog
    self.state = state
  }

  /// Gives the lists as much room as a screen of the size has.
  package mutating func resize(to size: ScreenSize) {
    state.resize(
      pageRows: BrowseDrawing.pageRows(size), isLargeEnough: BrowseDrawing.isLargeEnough(size))
  }

  // MARK: Keys and words

  /// Takes a key; changes of the catalog are made at once.
  ///
  /// - Returns: what is left for the terminal to do.
  package mutating func take(_ key: Key) -> BrowseEffect? {
    // What is typed into the filter needs no rows between two keys of one reading.
    if !state.isTyping, !isSelectionKept(by: { $0.read() }), KeyBinding.isAboutRow(key) {
      state.reportExternalChange()
      return nil
    }
    return carryOut(state.take(key))
  }

  /// Whether the cursor is on the row that was seen, after what another program did was read.
  private mutating func isSelectionKept(by body: (inout Browser) -> Void) -> Bool {
    let (hasExternalChange, row, subject) = (
      state.hasExternalChange, state.level.selected, state.level.query.subject
    )
    body(&self)
    return !hasExternalChange || state.level.selected == row && state.level.query.subject == subject
  }

  /// Does what a word asks for, of the row where one is named.
  package mutating func perform(
    _ action: BrowseAction, on row: BrowseRow? = nil
  ) -> BrowseEffect? {
    if let row, !state.select(row) { return nil }
    return carryOut(state.perform(action))
  }

  /// Filters the list that is seen; an empty text takes the filter away.
  package mutating func setFilter(_ text: String) { state.setFilter(text) }

  /// Lets go of what was said about the latest change.
  package mutating func forgetMessage() { state.message = nil }

  private mutating func carryOut(_ effect: BrowseEffect?) -> BrowseEffect? {
    isHeldUp = false
    guard case .change(let change) = effect else { return effect }
    do {
      state.take(try catalog.perform(change))
    } catch {
      state.message = BrowseMessage(BrowseObstacle.message(error))
      if case .busy = error { isHeldUp = true }
    }
    return nil
  }

  // MARK: Reading

  /// Reads the rows that are needed, as far as that is possible now.
  ///
  /// - Parameter descriptor: the reading is put off once it has input.
  package mutating func read(givingWayTo descriptor: Int32? = nil) {
    do {
      while let request = state.request {
        state.take(try catalog.answer(request, givingWayTo: descriptor), for: request)
        state.banner = nil
      }
    } catch {
      meet(error)
    }
  }

  /// Counts the rows of the list, where that is still to be done and nothing more urgent is.
  ///
  /// - Returns: whether they were counted.
  package mutating func count(givingWayTo descriptor: Int32? = nil) -> Bool {
    guard state.level.needsCount, state.request == nil else { return false }
    do {
      state.take(count: try catalog.count(state.level.query, givingWayTo: descriptor))
      return true
    } catch {
      meet(error)
      return false
    }
  }

  /// Reads the lists again if another process changed the catalog.
  package mutating func checkForExternalChange() {
    do {
      if try catalog.hasExternalChange() { state.reload() }
      if state.request == nil { state.banner = nil }
    } catch {
      meet(error)
    }
  }

  private mutating func meet(_ error: StoreError) {
    if error != .interrupted { state.banner = BrowseObstacle.message(error) }
  }

  // MARK: Frames

  /// What a screen of the size shows.
  package func frame(_ size: ScreenSize, glyphs: BrowseGlyphs) -> Frame {
    BrowseDrawing(state: state, size: size, glyphs: glyphs).frame
  }
}
