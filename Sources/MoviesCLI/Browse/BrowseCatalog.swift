package import MovieStore
internal import MovieSystem

package struct BrowseCatalog: ~Copyable {
  /// Lock timeouts in milliseconds.
  static let readingTimeout: Int32 = 20
  static let changingTimeout: Int32 = 150

  /// The number of movies up to which matches are ranked after each typed letter.
  private static let rankedCount: Int64 = 200_000

  var store: Catalog
  /// The entries of the history that the session added or redid, and those that it undid, each with its
  /// state after that. All fields are compared, because a restored file numbers its entries from 1.
  var sessionEntries: Set<HistoryEntry> = []
  /// The version when the database was last checked for changes by other processes.
  private var version: DatabaseVersion?
  /// The default file, which the first change creates; until then, the catalog is empty.
  private var pendingPath: String?
  /// The description of changes to that file in the history.
  private var pendingDescription: String?

  package init(_ store: consuming Catalog) throws(StoreError) {
    store.busyTimeout = Self.readingTimeout
    version = try DatabaseVersion(of: store)
    self.store = store
  }

  /// Whether the best matches of any text are found before the next letter is typed.
  var isFastToRank: Bool {
    do {
      let newest = try store.movies(order: .added, descending: true, limit: 1).first
      return newest?.id.rawValue ?? 0 <= Self.rankedCount
    } catch {
      return false
    }
  }

  package init(pendingPath: String, description: String?) throws(StoreError) {
    store = try Catalog()
    self.pendingPath = pendingPath
    pendingDescription = description
  }

  mutating func createFile() throws(StoreError) {
    guard let path = pendingPath else { return }
    store = try Catalog(path: path, access: .writing)
    store.defaultDescription = pendingDescription
    store.busyTimeout = Self.readingTimeout
    pendingPath = nil
    version = nil
  }

  /// Whether another process changed the catalog since the last check.
  package mutating func hasExternalChange() throws(StoreError) -> Bool {
    if let pendingPath, FileMetadata.exists(pendingPath) {
      try createFile()
      return true
    }
    let version = try DatabaseVersion(of: store)
    defer { self.version = version }
    return version.hasExternalChange(since: self.version)
  }

  /// - Parameter descriptor: Input on it interrupts the read.
  package mutating func page(
    for request: RowRequest, untilInputFrom descriptor: Int32?
  ) throws(StoreError) -> RowPage {
    try read(untilInputFrom: descriptor) { store throws(StoreError) in
      switch request.query.source {
      case .catalog, .moviesHaving:
        return try Self.movies(request, source: request.query.source, in: store)
      case .movies(let actor):
        let source = try store.actor(id: actor.id).map { ListSource.movies(with: $0.actor) }
        return try Self.movies(request, source: source, in: store)
      case .cast, .actors, .attributeKeys, .values:
        return try Self.rows(of: request.query, in: store)
      }
    }
  }

  package mutating func count(
    _ query: BrowseQuery, untilInputFrom descriptor: Int32?
  ) throws(StoreError) -> Int {
    try read(untilInputFrom: descriptor) { store throws(StoreError) in
      try store.movieCount(query.movies)
    }
  }

  package mutating func nearMisses(
    _ query: BrowseQuery, untilInputFrom descriptor: Int32?
  ) throws(StoreError) -> [String] {
    try read(untilInputFrom: descriptor) { store throws(StoreError) in
      var messages: [String] = []
      for term in query.movies.terms {
        messages += try AttributeSuggestions.unknownKeys(of: term, in: store)
        messages += try [AttributeSuggestions.advice(comparing: term, in: store)].compactMap(\.self)
      }
      return try messages.isEmpty ? NearMisses.messages(for: query.movies, in: store) : messages
    }
  }

  mutating func read<Result>(
    untilInputFrom descriptor: Int32? = nil,
    _ body: (borrowing Catalog) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    // SQLite could apply the journal of a new file at this path to the open one.
    if try !store.isInPlace { throw StoreError(.replaced(path: store.path)) }
    return try store.interruptingReads(onInputFrom: descriptor, body)
  }

  private static func movies(
    _ request: RowRequest, source: ListSource?, in store: borrowing Catalog
  ) throws(StoreError) -> RowPage {
    let query = request.query
    let anchors: [MoviePage.Anchor] =
      switch request.anchor {
      case .first: [.first]
      case .last: [.last]
      case .after(let row): row.movie.map { [.after($0)] } ?? []
      case .before(let row): row.movie.map { [.before($0)] } ?? []
      case .around(let rows): rows.compactMap(\.movie).map { .around($0) }
      }
    var result = RowPage(rows: [], source: source)
    for anchor in anchors.isEmpty ? [.first] : anchors {
      let page = try store.page(
        of: query.movies, order: query.movieOrder, descending: query.descending, at: anchor,
        rows: request.rows)
      result.rows = page.movies.map(BrowseRow.movie)
      (result.hasMoreBefore, result.hasMoreAfter) = (page.hasMoreBefore, page.hasMoreAfter)
      // The position of a deleted movie is still known.
      guard case .around(let movie) = anchor, !page.movies.contains(where: { $0.id == movie.id })
      else { break }
      if try store.movie(id: movie.id) == nil { result.missing.insert(.movie(movie.id)) }
    }
    return result
  }
}
