internal import MovieStore

/// What the browser shows. Keys and answers change it, and nothing else does.
package struct BrowseState: Sendable {
  /// The lists from the first to the one that is seen.
  package internal(set) var levels: [BrowseLevel]
  package internal(set) var overlay: Overlay?
  /// What the latest key did; until the next one.
  package internal(set) var message: BrowseMessage?
  /// Whether changes by another process have not been read yet.
  private(set) var hasExternalChange = false
  /// The row that a key deleted last.
  private var deletedRow: BrowseRow.ID?
  /// What stands in the way, as long as it does.
  package internal(set) var banner: String?
  /// How many rows of a list there is room for.
  package internal(set) var pageRows: Int
  /// Whether the screen is large enough for a list; where it is not, keys would act unseen.
  private(set) var isVisible = true

  /// What is above the list.
  package enum Overlay: Hashable, Sendable {
    /// The keys; the number of the first line that is seen.
    case help(top: Int)
    /// The filter while it is typed.
    case filter(FilterPrompt)
  }

  /// A state that shows the whole catalog, or the movies with words in their titles.
  package init(filter: String = "", pageRows: Int) {
    var level = BrowseLevel(.catalog)
    level.query.filter = filter
    levels = [level]
    self.pageRows = pageRows
  }

  /// The list that is seen.
  package internal(set) var level: BrowseLevel {
    get { levels[levels.count - 1] }
    set { levels[levels.count - 1] = newValue }
  }

  package var isAtRoot: Bool { levels.count == 1 }

  /// Whether a filter is being typed.
  package var isTyping: Bool {
    if case .filter = overlay { return true }
    return false
  }

  /// Makes room for so many rows.
  ///
  /// - Parameter isLargeEnough: whether they can be seen at all.
  package mutating func resize(pageRows: Int, isLargeEnough: Bool = true) {
    self.pageRows = max(1, pageRows)
    isVisible = isLargeEnough
    for index in levels.indices { levels[index].showCursor(pageRows: self.pageRows) }
  }

  // MARK: Answers

  /// The rows that are needed next.
  package var request: BrowseRequest? { level.request(pageRows: pageRows) }

  /// Takes the rows that were read.
  package mutating func take(_ answer: BrowseAnswer, for request: BrowseRequest) {
    // A deletion by another process replaces the message of an earlier key.
    if message == nil || hasExternalChange, let row = level.selected, answer.gone.contains(row.id),
      row.id != deletedRow
    {
      message = BrowseMessage(title: row.name, " is no longer in the catalog")
    }
    hasExternalChange = false
    level.take(answer, for: request, pageRows: pageRows)
  }

  package mutating func take(count: Int) { level.take(count: count) }

  /// Marks all lists to be read again, because another process changed the catalog.
  package mutating func reload() {
    hasExternalChange = true
    for index in levels.indices { levels[index].reload() }
  }

  /// Sets a message that the list changed, unless there is a more specific one.
  mutating func reportExternalChange() {
    message = message ?? BrowseMessage("another process changed the list; check it and try again")
  }

  /// Takes what became of a change.
  package mutating func take(_ outcome: BrowseOutcome) {
    message = outcome.message
    guard outcome.isChange else { return }
    deletedRow = outcome.deletedMovie.map { .movie($0) }
    if let movie = outcome.movie?.movie {
      // The way names it with its star.
      for index in levels.indices { levels[index].refresh(movie) }
    }
    if outcome.isNewMovie { showCatalog() }
    let focus = outcome.movie.map { [BrowseRow.movie($0)] } ?? []
    for index in levels.indices.dropLast() { levels[index].reload() }
    level.reload(around: level.query.subject.isOfMovies ? focus : [])
  }

  /// Goes back to the whole catalog, where every movie is.
  private mutating func showCatalog() {
    levels.removeLast(levels.count - 1)
    level.change(readingAt: .around([])) { query in
      query.filter = ""
      query.favoritesOnly = false
    }
  }
}
