internal import MovieStore

/// A list on the way: what it is of, the rows that are read, and where the person is in them.
package struct BrowseLevel: Hashable, Sendable {
  package internal(set) var query: BrowseQuery
  /// The rows at hand: those on the screen and some around them.
  package private(set) var rows: [BrowseRow] = []
  private var hasMoreBefore = false
  private var hasMoreAfter = false
  /// The selected row, and the first one on the screen, among those at hand.
  package private(set) var cursor = 0
  package private(set) var top = 0
  /// From where the rows are to be read anew; `nil` where those at hand are right.
  private(set) var place: BrowseRequest.Place? = .first
  /// How many rows the list had when they were counted; `nil` before that.
  package private(set) var count: Int?
  /// Whether they are to be counted anew.
  package private(set) var needsCount = true
  /// Whether what the list is of is in the catalog.
  package private(set) var isThere = true

  init(_ subject: BrowseSubject) { query = BrowseQuery(subject) }

  package var selected: BrowseRow? { rows.indices.contains(cursor) ? rows[cursor] : nil }

  /// Whether the rows at hand are those of the query.
  package var isRead: Bool { place == nil }

  // MARK: What is to be read

  /// The rows that are needed next: those on the screen, and a page before and behind them.
  func request(pageRows: Int) -> BrowseRequest? {
    func request(_ place: BrowseRequest.Place) -> BrowseRequest {
      BrowseRequest(query: query, place: place, rows: 2 * pageRows)
    }
    switch place {
    case .around(let wanted):
      let candidates = wanted + (selected.map { [$0] } ?? [])
      return request(candidates.isEmpty ? .first : .around(candidates))
    case let place?: return request(place)
    case nil: break
    }
    if hasMoreAfter, let last = rows.last, rows.count - top < 2 * pageRows {
      return request(.after(last))
    }
    if hasMoreBefore, let first = rows.first, top < pageRows { return request(.before(first)) }
    return nil
  }

  /// Takes what was read for the latest request.
  mutating func take(_ answer: BrowseAnswer, for request: BrowseRequest, pageRows: Int) {
    if let subject = answer.subject { query.subject = subject }
    isThere = answer.subject != nil
    switch request.place {
    case .after: append(answer)
    case .before: prepend(answer)
    case .first, .last, .around: replace(by: answer, at: request.place)
    }
    showCursor(pageRows: pageRows)
    dropFarRows(pageRows: pageRows)
    if !hasMoreBefore, !hasMoreAfter { take(count: rows.count) }
  }

  private mutating func append(_ answer: BrowseAnswer) {
    rows += answer.rows
    hasMoreAfter = answer.hasMoreAfter
  }

  private mutating func prepend(_ answer: BrowseAnswer) {
    rows.insert(contentsOf: answer.rows, at: 0)
    cursor += answer.rows.count
    top += answer.rows.count
    hasMoreBefore = answer.hasMoreBefore
  }

  private mutating func replace(by answer: BrowseAnswer, at place: BrowseRequest.Place) {
    let screenRow = if case .around = place { cursor - top } else { 0 }
    // At its beginning, a list shows what is added there.
    let isAtBeginning = top == 0 && !hasMoreBefore && !answer.hasMoreBefore
    cursor = index(in: answer.rows, at: place)
    top = isAtBeginning ? 0 : cursor - screenRow
    rows = answer.rows
    hasMoreBefore = answer.hasMoreBefore
    hasMoreAfter = answer.hasMoreAfter
    self.place = nil
  }

  /// Where the cursor goes: to the row that was asked for, else to the nearest of its neighbors.
  private func index(in new: [BrowseRow], at place: BrowseRequest.Place) -> Int {
    let wanted: [BrowseRow] =
      switch place {
      case .last: new.suffix(1)
      case .around(let candidates):
        candidates + rows.dropFirst(cursor) + rows.prefix(cursor).reversed()
      default: []
      }
    let places = Dictionary(new.indices.map { (new[$0].id, $0) }, uniquingKeysWith: { $1 })
    return wanted.lazy.compactMap { places[$0.id] }.first ?? 0
  }

  private mutating func dropFarRows(pageRows: Int) {
    let most = 4 * pageRows
    let (before, after) = (top - most, rows.count - (top + pageRows) - most)
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

  mutating func take(count: Int) {
    self.count = count
    needsCount = false
  }

  /// Takes a movie as it is now, where the list is its cast.
  mutating func refresh(_ movie: Movie) {
    if case .cast(let known) = query.subject, known.id == movie.id {
      query.subject = .cast(of: movie)
    }
  }

  // MARK: What a person does

  /// Changes which rows there are, and has them read from a place on.
  mutating func change(
    readingAt place: BrowseRequest.Place, _ body: (inout BrowseQuery) -> Void
  ) {
    body(&query)
    self.place = place
    count = nil
    needsCount = true
  }

  /// Has the rows read anew, around the first of these that is in the list, else the selected one.
  mutating func reload(around rows: [BrowseRow] = []) {
    needsCount = true
    // Where the person was going before the rows could be read is still where to go.
    if !rows.isEmpty || place == nil { place = .around(rows) }
  }

  /// Goes so many rows down, or up; a page takes the rows on the screen along.
  mutating func move(by distance: Int, isPaging: Bool, pageRows: Int) {
    guard !rows.isEmpty else { return }
    if case .around = place { place = .around([]) }
    cursor = min(max(0, cursor + distance), rows.count - 1)
    if isPaging { top += distance }
    showCursor(pageRows: pageRows)
  }

  mutating func moveToFirst(pageRows: Int) {
    if hasMoreBefore || place != nil { return place = .first }
    (cursor, top) = (0, 0)
  }

  mutating func moveToLast(pageRows: Int) {
    if hasMoreAfter || place != nil { return place = .last }
    cursor = max(0, rows.count - 1)
    showCursor(pageRows: pageRows)
  }

  /// - Returns: whether the row is there.
  mutating func select(_ id: BrowseRow.ID) -> Bool {
    guard let index = rows.firstIndex(where: { $0.id == id }) else { return false }
    cursor = index
    return true
  }

  /// Puts the cursor on a row that is there, and that row on the screen, which is full if it can be.
  mutating func showCursor(pageRows: Int) {
    cursor = min(max(0, cursor), max(0, rows.count - 1))
    top = min(max(top, cursor - pageRows + 1), cursor)
    if !hasMoreAfter { top = min(top, rows.count - pageRows) }
    top = max(0, top)
  }

  /// The rows on the screen.
  package func visibleRows(pageRows: Int) -> ArraySlice<BrowseRow> {
    rows[min(top, rows.count)..<min(top + pageRows, rows.count)]
  }
}
