package import MovieStore
internal import MovieSystem

/// The catalog as the browser reads and changes it: a few rows at a time, and never waiting long.
package struct BrowseCatalog: ~Copyable {
  /// How long an attempt to read, or to change, waits for a lock, in milliseconds.
  static let readingTimeout: Int32 = 20
  static let changingTimeout: Int32 = 150

  var store: MovieStore
  var history = ChangeHistory()
  /// The version when the database was last checked for changes by other processes.
  private var version: DatabaseVersion?
  /// The default file, which is not there yet; till the first change, the catalog is empty.
  private var unmadePath: String?

  /// The catalog of a store.
  package init(_ store: consuming MovieStore) throws(StoreError) {
    store.busyTimeout = Self.readingTimeout
    version = try DatabaseVersion(of: store)
    self.store = store
  }

  /// The empty catalog of a file that is made by the first change.
  package init(unmadePath: String) throws(StoreError) {
    store = try MovieStore()
    self.unmadePath = unmadePath
  }

  mutating func makeFile() throws(StoreError) {
    guard let path = unmadePath else { return }
    store = try MovieStore(path: path, access: .writing)
    store.busyTimeout = Self.readingTimeout
    unmadePath = nil
    version = nil
  }

  // MARK: Reading

  /// Whether another process changed the catalog since the last check.
  ///
  /// - Throws: `replaced` while the path does not refer to the open file.
  package mutating func hasExternalChange() throws(StoreError) -> Bool {
    if let unmadePath, FileMetadata.exists(unmadePath) {
      try makeFile()
      return true
    }
    let version = try DatabaseVersion(of: store)
    defer { self.version = version }
    return version.hasExternalChange(since: self.version)
  }

  /// A replaced file is not read: SQLite could apply the journal of the new file to it.
  private func requirePlace() throws(StoreError) {
    if !store.isInPlace { throw .replaced(path: store.path) }
  }

  /// The rows of a request.
  ///
  /// - Parameter descriptor: the reading ends as `interrupted` once it has input.
  package mutating func answer(
    _ request: BrowseRequest, givingWayTo descriptor: Int32?
  ) throws(StoreError) -> BrowseAnswer {
    try reading(givingWayTo: descriptor) { store throws(StoreError) in
      switch request.query.subject {
      case .cast(let movie): try Self.cast(of: movie, request, in: store)
      case .catalog, .movies: try Self.movies(request, in: store)
      }
    }
  }

  /// How many rows the query has.
  package mutating func count(
    _ query: BrowseQuery, givingWayTo descriptor: Int32?
  ) throws(StoreError) -> Int {
    try reading(givingWayTo: descriptor) { store throws(StoreError) in
      try store.movieCount(query.movies)
    }
  }

  private mutating func reading<Answer>(
    givingWayTo descriptor: Int32?,
    _ body: (borrowing MovieStore) throws(StoreError) -> Answer
  ) throws(StoreError) -> Answer {
    try requirePlace()
    return try store.interruptingReads(onInputFrom: descriptor, body)
  }

  private static func cast(
    of movie: Movie, _ request: BrowseRequest, in store: borrowing MovieStore
  ) throws(StoreError) -> BrowseAnswer {
    guard let found = try store.movie(id: movie.id) else {
      return BrowseAnswer(rows: [], subject: nil)
    }
    let actors = try store.actors(request.query.actors(of: movie.id))
    return BrowseAnswer(rows: actors.map(BrowseRow.actor), subject: .cast(of: found.movie))
  }

  private static func movies(
    _ request: BrowseRequest, in store: borrowing MovieStore
  ) throws(StoreError) -> BrowseAnswer {
    var gone: Set<BrowseRow.ID> = []
    let window = try window(for: request, in: store, gone: &gone)
    var answer = BrowseAnswer(
      rows: window.movies.map(BrowseRow.movie),
      subject: try subject(request.query.subject, in: store))
    answer.hasMoreBefore = window.hasMoreBefore
    answer.hasMoreAfter = window.hasMoreAfter
    answer.gone = gone
    return answer
  }

  private static func window(
    for request: BrowseRequest, in store: borrowing MovieStore, gone: inout Set<BrowseRow.ID>
  ) throws(StoreError) -> MoviePage {
    let query = request.query.movies
    let candidates: [BrowseRow]
    switch request.place {
    case .after(.movie(let row)):
      return try store.page(of: query, at: .after(row.movie), rows: request.rows)
    case .before(.movie(let row)):
      return try store.page(of: query, at: .before(row.movie), rows: request.rows)
    case .last: return try store.page(of: query, at: .last, rows: request.rows)
    case .around(let rows): candidates = rows
    default: candidates = []
    }
    var window: MoviePage?
    for case .movie(let row) in candidates {
      let movie = try store.movie(id: row.id)
      if movie == nil { gone.insert(.movie(row.id)) }
      // A movie that is gone, or another one now, still marks the place where it was.
      let found = try store.page(
        of: query, at: .around(movie?.movie ?? row.movie), rows: request.rows)
      window = found
      if found.movies.contains(where: { $0.id == row.id }) { break }
    }
    if let window { return window }
    return try store.page(of: query, at: .first, rows: request.rows)
  }

  /// What a list is of, as it is now; `nil` where it is gone.
  private static func subject(
    _ subject: BrowseSubject, in store: borrowing MovieStore
  ) throws(StoreError) -> BrowseSubject? {
    guard case .movies(let actor) = subject else { return subject }
    return try store.actor(id: actor.id).map { .movies(with: $0.actor) }
  }
}
