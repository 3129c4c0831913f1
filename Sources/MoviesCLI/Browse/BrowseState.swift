internal import MovieStore
internal import MovieSystem
package import MovieTerminal

/// The state of the browser. Only keys, commands and results change it.
package struct BrowseState: Sendable {
  /// The lists from the first to the visible one.
  package internal(set) var lists: [BrowseList]
  package internal(set) var overlay: Overlay?
  /// The result of the latest key, until the next one.
  package internal(set) var message: BrowseMessage? { didSet { isMessageSeen = false } }
  /// Whether the user can have read the message. Only then its offer can be accepted.
  private var isMessageSeen = false
  /// Whether changes by another process have not been read yet.
  private(set) var hasExternalChange = false
  /// The row that the latest change deleted.
  private var deletedRow: BrowseRow.ID?
  /// The error that currently prevents reading the catalog.
  package internal(set) var banner: String?
  package internal(set) var columns = BrowseColumn.standard
  package internal(set) var pane = DetailPane()
  private(set) var size: ScreenSize
  let frontEnd: BrowseFrontEnd
  /// Whether the best matches of a filter are first while it is typed.
  package internal(set) var ranksTypedFilters = true
  /// Whether changes are about the marked movies, if there are any.
  package var usesMarks = true

  /// A view in front of the list.
  package enum Overlay: Hashable, Sendable {
    case prompt(BrowsePrompt)
    case menu(BrowseMenu)
    case form(MovieForm)
  }

  /// A state that shows the whole catalog, or the movies of a filter.
  package init(
    filter: String = "", size: ScreenSize = ScreenSize(columns: 80, rows: 24),
    for frontEnd: BrowseFrontEnd = .screen
  ) {
    var list = BrowseList(.catalog)
    list.query.filter = filter
    lists = [list]
    self.size = size
    self.frontEnd = frontEnd
  }

  package internal(set) var list: BrowseList {
    get { lists[lists.count - 1] }
    set { lists[lists.count - 1] = newValue }
  }

  package var isAtRoot: Bool { lists.count == 1 }

  package var mode: BrowseMode {
    if BrowseLayout.isTooSmall(size) { return .tooSmall }
    return switch overlay {
    case .prompt: .prompt
    case .menu: .menu
    case .form: .form
    case nil: .list
    }
  }

  var layout: BrowseLayout { layout(of: size) }

  /// The layout of a window, which can be another one before its change is known. Only lists of
  /// movies and casts have details.
  func layout(of size: ScreenSize) -> BrowseLayout {
    let canShowPane: Bool =
      switch list.query.source {
      case .catalog, .movies, .moviesHaving, .cast: frontEnd == .screen
      case .actors, .attributeKeys, .values: false
      }
    return BrowseLayout(size, showsPane: canShowPane ? pane.isShown : false)
  }

  package var pageRows: Int { layout.list.rows }

  package mutating func resize(to size: ScreenSize) {
    self.size = size
    showCursors()
    editMenu { _ in }
  }

  /// Scrolls lists so that their cursors are on the screen, after its rows changed.
  mutating func showCursors() {
    for index in lists.indices { lists[index].showCursor(pageRows: pageRows) }
  }

  mutating func messageWasSeen() { isMessageSeen = true }

  var hasOffer: Bool { message?.offer != nil }

  /// What the next key can accept.
  var acceptableOffer: BrowseOffer? { isMessageSeen ? message?.offer : nil }

  package var request: RowRequest? { list.request(pageRows: pageRows) }

  package mutating func apply(_ page: RowPage, for request: RowRequest) {
    // A deletion by another process replaces the message of an earlier key. A form says it itself.
    if message == nil || hasExternalChange, mode != .form, let row = list.selected,
      row.id != deletedRow,
      page.missing.contains(row.id)
    {
      message = BrowseMessage(title: row.name, " is no longer in the catalog")
    }
    hasExternalChange = false
    list.apply(page, for: request, pageRows: pageRows)
  }

  /// - Parameter notices: What is unusual about a change.
  package mutating func apply(_ outcome: BrowseOutcome, noting notices: [String] = []) {
    message = BrowseMessage(outcome, for: frontEnd, noting: notices)
    // An offer is accepted by another Enter.
    if outcome.isFinal { overlay = nil }
    deletedRow = nil
    if case .changed(.edit(.delete, .marked), _, _) = outcome, let row = list.selected,
      let movie = row.movie, list.marks.contains(movie.id)
    {
      deletedRow = row.id
    }
    reloadLists()
    switch outcome {
    case .changed(let change, let movies, _):
      if case .edit(.delete, .marked) = change { list.marks = MovieMarks() }
      guard let movie = movies.only else { return }
      if movie.outcome == .added {
        // The whole catalog contains every movie.
        lists.removeLast(lists.count - 1)
        list.change(readingAt: .around([])) { ($0.filter, $0.favoritesOnly) = ("", false) }
      }
      show(movie)
    case .replayed(_, _, let movies, _): if let movie = movies.only { show(movie) }
    default: break
    }
  }

  /// Moves the cursor to a changed movie.
  private mutating func show(_ changed: MovieChange) {
    if changed.outcome == .deleted { return deletedRow = .movie(changed.movie.id) }
    // The path shows its star and its year.
    for index in lists.indices { lists[index].refresh(changed.movie) }
    if list.query.source.isOfMovies { list.reload(around: [.movie(changed.movie)]) }
  }

  /// The movie of the details: the selected one, or that of a cast.
  var detailedMovie: Movie? {
    if case .cast(let movie) = list.query.source { return movie }
    return list.selected?.movie
  }

  /// The movie whose details are shown without the numbers of movies of its actors.
  var movieWithoutCounts: Movie? {
    guard layout.pane != nil, let movie = detailedMovie, !movie.cast.isEmpty,
      pane.counts?.movie != movie || pane.counts?.isStale == true
    else { return nil }
    return movie
  }

  func detailLines(of movie: Movie, columns: Int, _ glyphs: Glyphs) -> [String] {
    var record = MovieRecord(movie.with(cast: Array(movie.cast.prefix(DetailPane.castLimit))))
    if let counts = pane.counts, counts.movie == movie { record.movieCounts = counts.movies }
    return MovieCard(
      record: record, columns: columns, glyphs: glyphs, isColored: false,
      castSize: movie.cast.count
    ).lines
  }

  mutating func scrollPane(by distance: Int) {
    guard let area = layout.pane, let movie = detailedMovie else { return }
    let lines = detailLines(of: movie, columns: area.columns, Glyphs(isUTF8: true)).count
    let top = max(0, min(pane.top(of: movie) + distance, lines - area.rows))
    pane.scrolled = (movie.id, top)
  }

  /// Moves the cursor to a movie of the list.
  mutating func go(to movie: Movie?) {
    guard let movie else { return message = BrowseMessage("the list has no other") }
    list.reload(around: [.movie(movie)])
  }

  /// Moves the cursor to the movie that a text means, and searches for the text; without one, the
  /// cursor stays.
  mutating func go(to position: BrowsePosition, named text: String) {
    let pattern = LoosePattern(text)
    if case .movie(let movie) = position {
      if pattern?.matches(movie.title) == true { list.search = [.title(text)] }
      return go(to: movie)
    }
    if pattern != nil { list.search = [.title(text)] }
    message = BrowseMessage(position, of: text, in: list.query, for: frontEnd)
  }

  /// Moves the cursor to the first row whose name is the text, begins with it, or has it.
  mutating func go(toRow text: String) {
    let folded = Array(Folding.fold(text).utf8)
    let names = list.rows.map { Array(Folding.fold($0.name).utf8) }
    let index =
      names.firstIndex(of: folded) ?? names.firstIndex { $0.starts(with: folded) }
      ?? names.firstIndex { $0.contains(folded) }
    guard let index else { return message = .noMatch(text) }
    list.move(by: index - list.cursor, isPaging: false, pageRows: pageRows)
  }

  /// - Parameter ids: The movies of a range up to one; `nil` if there are too many.
  mutating func mark(_ ids: [Movie.ID]?, upTo end: Movie) {
    if let ids { list.marks.insert(ids, upTo: end) } else { message = .tooManyMovies }
  }

  /// Marks all lists to be read again, because another process changed the catalog.
  package mutating func reload() {
    hasExternalChange = true
    reloadLists()
  }

  private mutating func reloadLists() {
    for index in lists.indices { lists[index].reload() }
    pane.counts?.isStale = true
  }
}

/// The details of the selected movie, beside or below the list.
package struct DetailPane: Sendable {
  /// Of a longer cast, the first names are shown.
  static let castLimit = 200

  /// `nil` if the width of the screen decides.
  package internal(set) var isShown: Bool?
  /// The first line of the details of a movie.
  var scrolled: (movie: Movie.ID, top: Int)?
  /// The numbers of movies of the actors of a movie.
  package internal(set) var counts: Counts?

  package struct Counts: Sendable {
    let movie: Movie
    let movies: [Actor.ID: Int]
    /// Whether the catalog was changed since they were read.
    var isStale = false
  }

  func top(of movie: Movie) -> Int {
    scrolled.flatMap { $0.movie == movie.id ? $0.top : nil } ?? 0
  }
}
