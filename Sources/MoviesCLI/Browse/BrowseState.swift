internal import MovieStore
package import MovieTerminal

/// The state of the browser. Only keys, commands and results change it.
package struct BrowseState: Sendable {
  /// The lists from the first to the visible one.
  package internal(set) var lists: [BrowseList]
  package internal(set) var overlay: Overlay?
  /// The result of the latest key, until the next one.
  package internal(set) var message: BrowseMessage?
  /// Whether changes by another process have not been read yet.
  private(set) var hasExternalChange = false
  /// The row that the latest change deleted.
  private var deletedRow: BrowseRow.ID?
  /// The error that currently prevents reading the catalog.
  package internal(set) var banner: String?
  package internal(set) var pageRows: Int
  private var isTooSmall = false
  let frontEnd: BrowseFrontEnd

  /// A view that replaces the list, or its message.
  package enum Overlay: Hashable, Sendable {
    /// The keys, from the line with this index.
    case help(top: Int)
    case filter(FilterPrompt)
  }

  package struct FilterPrompt: Hashable, Sendable {
    package var editor = LineEditor()
    /// The selected row before the first key.
    let previousRow: BrowseRow?
  }

  /// A state that shows the whole catalog, or the movies with these words in their titles.
  package init(filter: String = "", pageRows: Int, for frontEnd: BrowseFrontEnd = .screen) {
    var list = BrowseList(.catalog)
    list.query.filter = filter
    lists = [list]
    self.pageRows = pageRows
    self.frontEnd = frontEnd
  }

  package internal(set) var list: BrowseList {
    get { lists[lists.count - 1] }
    set { lists[lists.count - 1] = newValue }
  }

  package var isAtRoot: Bool { lists.count == 1 }

  package var mode: BrowseMode {
    if isTooSmall { return .tooSmall }
    return switch overlay {
    case .filter: .filter
    case .help: .help
    case nil: .list
    }
  }

  package mutating func resize(pageRows: Int, isTooSmall: Bool = false) {
    self.pageRows = max(1, pageRows)
    self.isTooSmall = isTooSmall
    for index in lists.indices { lists[index].showCursor(pageRows: self.pageRows) }
  }

  package var request: RowRequest? { list.request(pageRows: pageRows) }

  package mutating func apply(_ page: RowPage, for request: RowRequest) {
    // A deletion by another process replaces the message of an earlier key.
    if message == nil || hasExternalChange, let row = list.selected, row.id != deletedRow,
      page.missing.contains(row.id)
    {
      message = BrowseMessage(title: row.name, " is no longer in the catalog")
    }
    hasExternalChange = false
    list.apply(page, for: request, pageRows: pageRows)
  }

  package mutating func apply(_ outcome: BrowseOutcome) {
    message = BrowseMessage(outcome, for: frontEnd)
    deletedRow = nil
    for index in lists.indices { lists[index].reload() }
    switch outcome {
    case .changed(let change, let movie?, _):
      if change == .addRandom {
        // The whole catalog contains every movie.
        lists.removeLast(lists.count - 1)
        list.change(readingAt: .around([])) { ($0.filter, $0.favoritesOnly) = ("", false) }
      }
      show(movie)
    case .replayed(_, _, let movie?, _): show(movie)
    default: break
    }
  }

  /// Moves the cursor to a changed movie.
  private mutating func show(_ changed: ChangedMovie) {
    if changed.outcome == .deleted { return deletedRow = .movie(changed.id) }
    // The path shows its star and its year.
    for index in lists.indices { lists[index].refresh(changed.movie) }
    if list.query.source.isOfMovies { list.reload(around: [.movie(changed.movie)]) }
  }

  /// Marks all lists to be read again, because another process changed the catalog.
  package mutating func reload() {
    hasExternalChange = true
    for index in lists.indices { lists[index].reload() }
  }
}
