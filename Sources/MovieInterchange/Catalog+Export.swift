public import MovieFormats
internal import MovieSQLite
public import MovieStore
package import MovieSystem

extension Catalog {
  /// The result of an export.
  public struct ExportReport: Hashable, Sendable {
    /// The number of movies written.
    public internal(set) var movies = 0
    /// The fields that movies have and CSV or TSV leaves out, at most 64: without a column, or with
    /// an empty text.
    public internal(set) var omittedFields: [FieldCount] = []
    /// The number of texts that look like numbers in CSV or TSV, and are numbers after an import.
    public internal(set) var numericTexts = 0
    /// The number of movies that the list of a service does not have: of Letterboxd those on the
    /// watchlist, of IMDb those without a rating.
    public internal(set) var unlistedMovies = 0
    /// Whether the list of a service is a watchlist: all movies have the tag `watchlist`.
    public internal(set) var isWatchlist = false
    /// The files of a list for a service.
    public internal(set) var files: [String] = []

    init() {}

    init(_ counts: InterchangeWriter.Counts) {
      (movies, omittedFields) = (counts.movies, counts.omittedFields)
      numericTexts = counts.numericTexts
    }
  }

  /// Writes the movies that match the query to a file, in the order.
  ///
  /// Memory use is bounded. Only the owner has access to the new file, which is synced to disk and
  /// appears only when it is complete. If the current task is cancelled, the export ends within half
  /// a second.
  /// ``importMovies(from:_:onRecord:onInvalid:progress:)`` reads its titles, casts,
  /// favorites and attributes; the movies get new ids.
  ///
  /// - Parameters:
  ///   - query: The movies to write. By default, all movies.
  ///   - order: Their order.
  ///   - descending: Whether the order is reversed.
  ///   - limit: The maximum number of movies, 0 or more, or `nil` for no limit.
  ///   - offset: The number of movies to skip first, 0 or more.
  ///   - file: The path of the file, absolute or relative to the working directory. It must not be
  ///     a symbolic link.
  ///   - format: The format to write.
  ///   - columns: The columns of CSV and TSV, of which import requires the title; `nil` for title,
  ///     favorite, cast and all attributes of the movies. JSON has all attributes.
  ///   - replacing: Whether to replace an existing file.
  ///   - progress: A closure that is called after every few hundred movies, and once at the end before
  ///     the file appears. The total is not known. An error that the closure throws ends the export,
  ///     leaves no file, and is rethrown.
  /// - Returns: The number of movies written, and what the columns leave out.
  /// - Throws: Any error that `progress` throws; `CancellationError` if the current task is
  ///   cancelled before the file appears; otherwise ``StoreError``: `uncreatableFile` if the file
  ///   exists and `replacing` is `false`, and for a symbolic link, the database itself, or a path
  ///   that conflicts with the journal or log of a database; `invalidInput`; otherwise as for every
  ///   read.
  @discardableResult
  public func exportMovies(
    _ query: MovieQuery = .all, order: MovieOrder = .title, descending: Bool = false,
    limit: Int? = nil, offset: Int = 0, to file: String, as format: InterchangeFormat,
    columns: [InterchangeColumn]? = nil, replacing: Bool = false,
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> ExportReport {
    let list = try MovieList(
      query, by: order, descending: descending, limit: limit, offset: offset)
    return try writeFile(file, replacing: replacing) { sink in
      try exportMovies(list, as: format, columns: columns, to: sink, progress: progress)
    }
  }

  /// Writes a file that is not part of a database, and appears only when it is complete.
  ///
  /// - Throws: Any error that `body` throws, and those of an export.
  package func writeFile<Result>(
    _ file: String, replacing: Bool, _ body: (ByteSink) throws -> Result
  ) throws -> Result {
    try withCancellation {
      do {
        return try CatalogFile(output: file).write(besides: path, replacing: replacing, body)
      } catch let error as SystemError {
        throw StoreError(error, path: file)
      }
    }
  }

  /// Writes the movies of the query in an interchange format, in bounded memory.
  ///
  /// - Parameters:
  ///   - afterEach: Called after each movie, when its bytes are in the sink.
  /// - progress: Called as in
  /// `exportMovies(_:order:descending:limit:offset:to:as:columns:replacing:progress:)`, with the
  /// bytes that were added to the sink.
  /// - Returns: The number of movies written, and what the columns leave out.
  /// - Throws: `SystemError` if the sink fails; any error that a closure throws; otherwise `StoreError`.
  package func exportMovies(
    _ query: MovieQuery = .all, order: MovieOrder = .title, descending: Bool = false,
    limit: Int? = nil, offset: Int = 0, as format: InterchangeFormat,
    columns: [InterchangeColumn]? = nil, to sink: ByteSink,
    afterEach: () throws -> Void = {}, progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> ExportReport {
    try exportMovies(
      MovieList(query, by: order, descending: descending, limit: limit, offset: offset),
      as: format, columns: columns, to: sink, afterEach: afterEach, progress: progress)
  }

  private func exportMovies(
    _ list: MovieList, as format: InterchangeFormat, columns: [InterchangeColumn]?,
    to sink: ByteSink, afterEach: () throws -> Void = {},
    progress: (OperationProgress) throws -> Void
  ) throws -> ExportReport {
    if let columns { try InterchangeColumn.requireValid(columns) }
    var meter = TransferMeter("export")
    let start = sink.byteCount
    let usesSmallCache = list.isWholeCatalog && !core.connection.isInTransaction
    defer {
      // It does not touch the file, and fails only without memory.
      if usesSmallCache {
        do {
          try core.connection.execute("PRAGMA cache_size = -\(raw: ConnectionSetup.pageCache)")
        } catch {}
      }
    }
    return try core.transaction(.read) { catalog in
      // Most catalogs have none: do not look for those of each movie.
      let hasAttributes =
        try catalog.hasAttributes
        && catalog.database.fetchInt("SELECT EXISTS (SELECT 1 FROM MovieAttribute)") == 1
      var writer = InterchangeWriter(
        format: format,
        columns: try columns
          ?? InterchangeColumn.all(
            with: hasAttributes ? keys(of: list, in: catalog) : []),
        sink: sink)
      try writer.begin()
      var casts = try CastNameReader(in: catalog)
      if list.isWholeCatalog {
        // A scan of the whole catalog does not read a page twice: a small page cache leaves memory for
        // the names.
        if usesSmallCache { try catalog.database.execute("PRAGMA cache_size = -1024") }
        try casts.loadNames(in: catalog)
      }
      try list.forEachRow(
        "m.id, m.title, m.favorite", in: catalog
      ) { row in
        let id = try row.int(at: 0)
        try row.withText(at: 1) { writer.beginMovie(titled: $0) }
        try casts.forEachName(of: id) { writer.addName($0) }
        try writer.endMovie(
          isFavorite: row.bool(at: 2),
          attributes: hasAttributes
            ? catalog.attributes(of: Movie.ID(rawValue: id)) : MovieAttributes())
        try afterEach()
        try meter.update(
          records: writer.counts.movies, bytes: sink.byteCount - start, progress)
      }
      try writer.end()
      try meter.finish(records: writer.counts.movies, bytes: sink.byteCount - start, progress)
      return ExportReport(writer.counts)
    }
  }

  /// Returns the valid keys of the movies of the query, in their order.
  private func keys(
    of query: MovieList, in catalog: borrowing CatalogTransaction
  ) throws -> [AttributeKey] {
    if query.isWholeCatalog { return try AttributeTable.keys(in: catalog) }
    var find = try catalog.database.prepare(
      "SELECT DISTINCT key FROM MovieAttribute WHERE movieID = ?")
    var names: Set<AttributeKey> = []
    try query.forEachRow("m.id", in: catalog) { row in
      try find.bind(try row.int(at: 0), at: 1)
      try find.forEachRow { row throws(SQLiteError) in
        names.insert(AttributeKey(unchecked: try row.text(at: 0)))
      }
    }
    return names.filter { AttributeKey.isValid($0.name) }.sorted()
  }
}

extension InterchangeColumn {
  fileprivate static func requireValid(_ columns: [InterchangeColumn]) throws(StoreError) {
    if columns.isEmpty { throw .invalid(.argument, "the export has no columns") }
    var seen: Set<InterchangeColumn> = []
    if let column = columns.first(where: { !seen.insert($0).inserted }) {
      throw .invalid(.argument, "the export has the column '\(column.name)' twice")
    }
  }
}
