internal import MovieStore
internal import MovieSystem
package import MovieTerminal

/// The state and the catalog together: handles keys and draws frames, without a terminal.
package struct Browser: ~Copyable {
  package internal(set) var state: BrowseState
  private var catalog: BrowseCatalog
  /// Whether a lock of another process prevented a change since the latest check for changes.
  private var isBlockedByLock = false
  /// Whether the movie of a form can have changed since the form was told.
  private var mustCheckForm = false

  package init(_ catalog: consuming BrowseCatalog, state: BrowseState) {
    self.catalog = catalog
    self.state = state
    self.state.ranksTypedFilters = self.catalog.isFastToRank
  }

  package mutating func resize(to size: ScreenSize) { state.resize(to: size) }

  /// The user can have read the message, so that the next key accepts its offer.
  package mutating func messageWasSeen() { state.messageWasSeen() }

  package mutating func handle(_ key: Key) -> FrontEndEffect? {
    let action = KeyBinding.action(of: key, in: state.mode)
    let onlyTypes: Bool =
      switch state.mode {
      case .list, .tooSmall: false
      case .prompt, .menu: action != .accept
      case .form: action != .save
      }
    // Each key would wait for the lock again.
    if isBlockedByLock, action != .quit, !onlyTypes { return nil }
    if let action { return perform(action) }
    state.handleUnbound(key)
    return nil
  }

  /// Performs an action, unless it is about a row that another process changed since it was shown.
  package mutating func perform(_ action: BrowseAction) -> FrontEndEffect? {
    // A text that is being typed needs no rows between two keys of one read.
    if state.mode == .list, action.needsRows {
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
    return apply(state.perform(action))
  }

  /// Chooses a line of a menu.
  mutating func choose(_ choice: BrowseMenu.Choice) -> FrontEndEffect? {
    apply(state.choose(choice))
  }

  private mutating func apply(_ effect: BrowseEffect?) -> FrontEndEffect? {
    do {
      switch effect {
      case .change(let change, let accepted):
        let notices = try catalog.notices(about: change)
        let outcome = try catalog.perform(change, accepted: accepted)
        if case .lost(let movie) = outcome, state.mode == .prompt,
          let found = try catalog.movie(movie.id)
        {
          state.retarget(found)
          return nil
        }
        state.apply(outcome, noting: notices)
        return nil
      case .lookup(let lookup): return try look(lookup)
      case .frontEnd(let effect): return effect
      case nil: return nil
      }
    } catch {
      state.message = BrowseMessage(error.browseMessage)
      if case .busy = error.problem { isBlockedByLock = true }
      if error.category == .notFound, case .form = state.overlay {
        // The notice of the form says that its movie is gone.
        state.message = nil
        mustCheckForm = true
        checkForExternalChange()
      }
      return nil
    }
  }

  private mutating func look(_ lookup: BrowseLookup) throws(StoreError) -> FrontEndEffect? {
    let query = state.list.query
    switch lookup {
    case .orders:
      let keys = query.source.isOfMovies ? try catalog.attributeKeys() : []
      state.openMenu(.orders(of: query, keys: keys))
    case .columns: state.openMenu(.columns(keys: try catalog.attributeKeys()))
    case .position(let text):
      if query.source.isOfMovies {
        state.go(to: try catalog.position(text, in: query), named: text)
      } else {
        state.go(toRow: text)
      }
    case .everything:
      // Of a million movies, the former marks need memory.
      state.list.marks = MovieMarks()
      state.list.marks.insertAll(try catalog.everything(in: query))
    case .random: state.go(to: try catalog.randomMovie(of: query))
    case .match(let isForward):
      if state.list.marks.isEmpty, state.list.search.isEmpty {
        state.message = BrowseMessage(
          "mark movies, or search with \(state.frontEnd.searches) first")
      } else {
        state.go(to: try catalog.match(in: state.list, isForward: isForward))
      }
    case .range(let start, let end):
      let ids = try catalog.range(from: start, to: end, in: query)
      state.mark(ids, upTo: end)
    case .completion(let prompt):
      state.complete(prompt, with: try catalog.candidates(for: prompt, in: query))
    case .marked(let action): return try effect(of: action)
    }
    return nil
  }

  /// Copies or edits the marked movies.
  private mutating func effect(of action: BrowseAction) throws(StoreError) -> FrontEndEffect? {
    guard let movies = try catalog.movies(state.list.marks, of: state.list.query) else {
      state.message = .tooManyMovies
      return nil
    }
    if movies.isEmpty {
      state.message = BrowseMessage("the marked movies are no longer in the catalog")
      return nil
    }
    return switch action {
    case .editor: .editor(movies)
    case .copyIDs: .copy(movies.map(\.id.description))
    default: .copy(movies.map(\.titleWithYear))
    }
  }

  /// Lets an editor change movies, and shows what it tells.
  mutating func edit(_ movies: [Movie], _ editor: MovieEditor) {
    let told = Told()
    var message: String?
    do {
      let isChanged = try catalog.edit(movies) { try editor(movies, &$0) { told.text = $0 } }
      if isChanged { told.text? += " (\(state.frontEnd.name(of: .undo)) to undo)" }
    } catch let error as StoreError {
      message = error.browseMessage
    } catch {
      message = ErrorMessage(error).text
    }
    let texts = [message, told.text].compactMap(\.self)
    if !texts.isEmpty { state.message = BrowseMessage(texts.joined(separator: "; ")) }
    state.reload()
  }

  private final class Told {
    var text: String?
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

  /// Reads the numbers of movies of the actors in the details of the selected movie, if necessary.
  ///
  /// - Returns: Whether the frame changed.
  @discardableResult
  package mutating func readPane(untilInputFrom descriptor: Int32? = nil) -> Bool {
    guard state.request == nil, let movie = state.movieWithoutCounts else { return false }
    return readCounts(of: movie, untilInputFrom: descriptor)
  }

  /// Reads the numbers of movies of the actors of a movie.
  @discardableResult
  mutating func readCounts(of movie: Movie, untilInputFrom descriptor: Int32? = nil) -> Bool {
    do {
      let counts = try catalog.actorCounts(of: movie.id, untilInputFrom: descriptor)
      state.pane.counts = DetailPane.Counts(movie: movie, movies: counts)
      return true
    } catch {
      showError(error)
      return false
    }
  }

  /// Reads what can be shown a frame later: the details of the selected movie, the number of rows,
  /// and what the filter of an empty list can mean.
  ///
  /// - Returns: Whether the frame changed.
  package mutating func readDetails(untilInputFrom descriptor: Int32? = nil) -> Bool {
    if readPane(untilInputFrom: descriptor) { return true }
    let list = state.list
    guard state.request == nil else { return false }
    do {
      if list.needsCount {
        state.list.apply(count: try catalog.count(list.query, untilInputFrom: descriptor))
      } else if list.needsSuggestions {
        state.list.suggestions = try catalog.nearMisses(list.query, untilInputFrom: descriptor)
      } else {
        return false
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
      if try catalog.hasExternalChange() {
        state.reload()
        mustCheckForm = true
      }
      if mustCheckForm { try checkForm() }
      mustCheckForm = false
      if state.request == nil { state.banner = nil }
    } catch {
      showError(error)
    }
  }

  /// Tells the form about changes of its movie by another process.
  private mutating func checkForm() throws(StoreError) {
    guard case .form(let form) = state.overlay, let movie = form.original else { return }
    let found = try catalog.movie(movie.id)
    state.editForm { $0.update(found) }
  }

  private mutating func showError(_ error: StoreError) {
    if error.category != .interrupted { state.banner = error.browseMessage }
  }

  package func frame(_ size: ScreenSize, glyphs: Glyphs) -> Frame {
    BrowseView(state: state, size: size, glyphs: glyphs).frame
  }
}
