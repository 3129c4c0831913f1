internal import MovieStore

/// A list: its query, the rows that were read, and the cursor.
package struct BrowseList: Hashable, Sendable {
  package internal(set) var query: BrowseQuery
  /// The loaded rows: those on the screen and some around them.
  package private(set) var rows: [BrowseRow] = []
  private var hasMoreBefore = false
  private var hasMoreAfter = false
  /// The indices of the selected row and of the first row on the screen.
  package private(set) var cursor = 0
  package private(set) var top = 0
  /// The position from which to read the rows again; `nil` if they are up to date.
  private var anchor: RowRequest.Anchor? = .first
  /// The number of rows in the list; `nil` before the first count.
  package private(set) var count: Int?
  package private(set) var needsCount = true
  /// What the filter of a list without rows can mean; `nil` until it was looked for.
  package internal(set) var suggestions: [String]?
  /// Whether the source of the list is in the catalog.
  package private(set) var exists = true
  package internal(set) var marks = MovieMarks()
  /// What the latest search in the list looked for.
  var search: [MovieQuery.Term] = []
  /// The selected row before the list was filtered.
  var unfilteredRow: BrowseRow?

  init(_ source: ListSource) { query = BrowseQuery(source) }

  package var selected: BrowseRow? { rows.indices.contains(cursor) ? rows[cursor] : nil }

  /// Whether the loaded rows belong to the query.
  package var isRead: Bool { anchor == nil }

  /// Whether rows follow those on the screen.
  func hasMore(pageRows: Int) -> Bool { hasMoreAfter || rows.count > top + pageRows }

  /// Whether the first row of the list is selected.
  var isAtStart: Bool { cursor == 0 && !hasMoreBefore }

  var needsSuggestions: Bool {
    isRead && rows.isEmpty && suggestions == nil && query.source.isOfMovies && query.isFiltered
  }

  /// The rows to read next: those on the screen, and a page before and after them.
  func request(pageRows: Int) -> RowRequest? {
    var anchor = anchor
    if case .around(let wanted) = anchor {
      anchor = .around(wanted + (selected.map { [$0] } ?? []))
    } else if isRead, hasMoreAfter, rows.count - top < 2 * pageRows {
      anchor = rows.last.map { .after($0) }
    } else if isRead, hasMoreBefore, top < pageRows {
      anchor = rows.first.map { .before($0) }
    }
    return anchor.map { RowRequest(query: query, anchor: $0, rows: 2 * pageRows) }
  }

  mutating func apply(_ page: RowPage, for request: RowRequest, pageRows: Int) {
    if let source = page.source { query.source = source }
    exists = page.source != nil
    switch request.anchor {
    case .after:
      rows += page.rows
      hasMoreAfter = page.hasMoreAfter
    case .before:
      rows.insert(contentsOf: page.rows, at: 0)
      cursor += page.rows.count
      top += page.rows.count
      hasMoreBefore = page.hasMoreBefore
    case .first, .last, .around:
      let screenRow = if case .around = request.anchor { cursor - top } else { 0 }
      // A list that is scrolled to its start shows rows that are added there.
      let isAtStart = top == 0 && !hasMoreBefore && !page.hasMoreBefore
      cursor = newCursor(in: page.rows, at: request.anchor)
      top = isAtStart ? 0 : cursor - screenRow
      rows = page.rows
      (hasMoreBefore, hasMoreAfter) = (page.hasMoreBefore, page.hasMoreAfter)
      anchor = nil
    }
    showCursor(pageRows: pageRows)
    dropFarRows(pageRows: pageRows)
    if !hasMoreBefore, !hasMoreAfter { apply(count: page.count ?? rows.count) }
  }

  /// The index of the requested row, otherwise of its nearest neighbor.
  private func newCursor(in new: [BrowseRow], at anchor: RowRequest.Anchor) -> Int {
    if anchor == .last { return max(0, new.count - 1) }
    guard case .around(let wanted) = anchor else { return 0 }
    let candidates = wanted + rows.dropFirst(cursor) + rows.prefix(cursor).reversed()
    let indices = Dictionary(new.indices.map { (new[$0].id, $0) }, uniquingKeysWith: { $1 })
    return candidates.lazy.compactMap { indices[$0.id] }.first ?? 0
  }

  private mutating func dropFarRows(pageRows: Int) {
    // Other lists are read as a whole.
    guard query.source.isOfMovies else { return }
    let limit = 4 * pageRows
    let (before, after) = (top - limit, rows.count - (top + pageRows) - limit)
    if after > 0 {
      rows.removeLast(after)
      hasMoreAfter = true
    }
    if before > 0 {
      rows.removeFirst(before)
      cursor -= before
      top -= before
      hasMoreBefore = true
    }
  }

  mutating func apply(count: Int) {
    self.count = count
    needsCount = false
  }

  mutating func refresh(_ movie: Movie) {
    if case .cast(let known) = query.source, known.id == movie.id {
      query.source = .cast(of: movie)
    }
  }

  mutating func change(
    readingAt anchor: RowRequest.Anchor, _ body: (inout BrowseQuery) -> Void
  ) {
    let old = query
    body(&query)
    self.anchor = anchor
    // Another order has the same rows.
    if query.filter == old.filter, query.favoritesOnly == old.favoritesOnly { return }
    (count, suggestions) = (nil, nil)
    needsCount = true
    // Marks that are not on the screen would be forgotten.
    marks = MovieMarks()
  }

  /// Marks the rows to be read again, around the first of these that is in the list, otherwise around
  /// the selected one.
  mutating func reload(around rows: [BrowseRow] = []) {
    needsCount = true
    // A target that could not be read yet stays the target.
    if !rows.isEmpty || anchor == nil { anchor = .around(rows) }
  }

  /// Moves the cursor down, or up; paging scrolls by the same distance.
  mutating func move(by distance: Int, isPaging: Bool, pageRows: Int) {
    guard !rows.isEmpty else { return }
    if case .around = anchor { anchor = .around([]) }
    cursor = min(max(0, cursor + distance), rows.count - 1)
    if isPaging { top += distance }
    showCursor(pageRows: pageRows)
  }

  mutating func moveToFirst() {
    if hasMoreBefore || anchor != nil { return anchor = .first }
    (cursor, top) = (0, 0)
  }

  mutating func moveToLast(pageRows: Int) {
    if hasMoreAfter || anchor != nil { return anchor = .last }
    cursor = max(0, rows.count - 1)
    showCursor(pageRows: pageRows)
  }

  mutating func select(_ id: BrowseRow.ID) {
    cursor = rows.firstIndex { $0.id == id } ?? cursor
  }

  /// Limits the cursor to the loaded rows, and scrolls it onto a screen that is as full as possible.
  mutating func showCursor(pageRows: Int) {
    cursor = min(max(0, cursor), max(0, rows.count - 1))
    top = min(max(top, cursor - pageRows + 1), cursor)
    if !hasMoreAfter { top = min(top, rows.count - pageRows) }
    top = max(0, top)
  }

  package func visibleRows(pageRows: Int) -> ArraySlice<BrowseRow> {
    rows[min(top, rows.count)..<min(top + pageRows, rows.count)]
  }
}
