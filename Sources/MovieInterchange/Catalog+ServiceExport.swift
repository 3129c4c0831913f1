public import MovieFormats
public import MovieStore
internal import MovieSystem

extension Catalog {
  /// Writes the movies that match the query as the list of another service, which that service, and
  /// ``importMovies(from:_:onRecord:onInvalid:progress:)``, reads.
  ///
  /// The report counts the fields that the service does not have, or not exactly. The tags `seen`
  /// and `watchlist` are never written as tags.
  ///
  /// - Parameters:
  ///   - query: The movies to write. By default, all movies.
  ///   - order: Their order.
  ///   - descending: Whether the order is reversed.
  ///   - limit: The maximum number of movies, 0 or more, or `nil` for no limit.
  ///   - offset: The number of movies to skip first, 0 or more.
  ///   - path: The path of the file; of the directory for NFO files, which is created if needed. A
  ///     list that is larger than the service allows is continued in files with a number in their
  ///     names.
  ///   - service: The service.
  ///   - replacing: Whether to replace existing files.
  /// - Returns: The number of movies written, what the service does not have of them, and the files.
  /// - Throws: ``StoreError``: `uncreatableFile` if a file exists and `replacing` is `false`;
  ///   otherwise as for every read.
  @discardableResult
  public func exportMovies(
    _ query: MovieQuery = .all, order: MovieOrder = .title, descending: Bool = false,
    limit: Int? = nil, offset: Int = 0, to path: String, for service: ExportService,
    replacing: Bool = false
  ) throws -> ExportReport {
    let list = try MovieList(query, by: order, descending: descending, limit: limit, offset: offset)
    return try withCancellation {
      var files = ServiceFiles(service, path, replacing: replacing, database: self.path)
      do {
        try core.transaction(.read) { catalog in
          try list.forEachMovie(in: catalog) { movie in try files.write(movie) }
        }
        if Interruption.isRequested { throw StoreError(.interrupted) }
        return try files.finish()
      } catch {
        files.removeNew()
        throw (error as? SystemError).map { StoreError($0, path: $0.path ?? path) } ?? error
      }
    }
  }
}

/// The files of a list for a service.
private struct ServiceFiles: ~Copyable {
  private let service: ExportService
  private let path: String
  private let replacing: Bool
  private let database: String
  private var list: ServiceList
  /// The list of all movies, while each is on the watchlist and the service has a list of these.
  private var watchlist: ServiceList?
  /// The number of movies that are not in the list.
  private var unlistedMovies = 0
  /// The files that were stored, and those that were written.
  private var files: [String] = []
  private var written = AtomicFiles()
  /// The names of NFO files.
  private var names = DistinctNames()

  init(_ service: ExportService, _ path: String, replacing: Bool, database: String) {
    (self.service, self.path, self.replacing) = (service, path, replacing)
    self.database = database
    list = ServiceList(for: service)
    watchlist = service == .letterboxd ? list : nil
  }

  mutating func write(_ movie: Movie) throws {
    var listed = ServiceMovie(movie)
    if listed.isOnWatchlist { watchlist?.append(movie, listed) } else { watchlist = nil }
    guard listed.isListed(by: service) else {
      unlistedMovies += 1
      return
    }
    if service == .nfo {
      if list.report.movies == 0 { try Directory.create(path) }
      try store(listed.nfo(), at: "\(path)/\(names.next(listed.fileName)).nfo")
    }
    list.append(movie, listed)
  }

  /// Writes the files of rows, or none if one of them exists.
  private mutating func storeRows(_ files: [[UInt8]]) throws {
    let dot = FilePath.name(of: path).contains(".") ? path.lastIndex(of: ".") : nil
    let end = dot ?? path.endIndex
    let paths = files.indices.map { index in
      index == 0 ? path : "\(path[..<end])-\(index + 1)\(path[end...])"
    }
    if !replacing, let file = paths.first(where: FileMetadata.exists) {
      throw StoreError(.fileExists(path: file))
    }
    for (file, path) in zip(files, paths) { try store(file, at: path) }
  }

  private mutating func store(_ bytes: [UInt8], at path: String) throws {
    // All files are in one directory, which is read once.
    let isFirst = files.isEmpty && written.isEmpty
    let file = try CatalogFile(output: path).created(
      besides: database, replacing: replacing, removesAbandoned: isFirst)
    try file.sink.append(bytes)
    try written.append(file)
    if written.isFull { try commit() }
  }

  private mutating func commit() throws {
    if Interruption.isRequested { throw StoreError(.interrupted) }
    try written.commit { files.append($0) }
  }

  /// Removes the files, unless they can have replaced others.
  func removeNew() {
    if !replacing { for path in files { Directory.removeFile(path) } }
  }

  /// Writes the last rows, and returns the report.
  mutating func finish() throws -> Catalog.ExportReport {
    let isWatchlist = watchlist.map { $0.report.movies > 0 } ?? false
    if isWatchlist, let watchlist { (list, unlistedMovies) = (watchlist, 0) }
    if service == .nfo {
      try Directory.create(path)
    } else {
      try storeRows(list.files)
    }
    try commit()
    var report = list.report
    (report.unlistedMovies, report.files) = (unlistedMovies, files)
    if isWatchlist {
      report.isWatchlist = true
      report.omittedFields.removeAll { $0.name == ServiceMovie.watchlistMark }
    }
    return report
  }
}

/// The rows of a list for a service, and what the service does not have of its movies.
private struct ServiceList {
  private let service: ExportService
  private(set) var report = Catalog.ExportReport()
  /// The bytes of the current file of rows, and those of the files before it.
  private var rows: [UInt8]
  private var fullFiles: [[UInt8]] = []
  /// The titles with years so far.
  private var titles: Set<String> = []

  init(for service: ExportService) {
    self.service = service
    rows = service.header
  }

  /// The contents of the files.
  var files: [[UInt8]] { fullFiles + [rows] }

  mutating func append(_ movie: Movie, _ listed: ServiceMovie) {
    var listed = listed
    switch service {
    case .letterboxd: append(listed.letterboxdRows())
    case .imdb: append(listed.imdbRow())
    case .nfo: break
    }
    report.movies += 1
    // Movies that only their casts tell apart come back as one.
    if !titles.insert(Folding.fold(movie.titleWithYear)).inserted {
      report.omittedFields.add("title")
    }
    for field in listed.losses.sorted() { report.omittedFields.add(field) }
  }

  private mutating func append(_ bytes: [UInt8]) {
    if rows.count + bytes.count > service.fileByteLimit, rows.count > service.header.count {
      fullFiles.append(rows)
      rows = service.header
    }
    rows += bytes
  }
}
