internal import MovieSQLite
package import MovieSystem

extension Catalog {
  /// The result of an import or of seeding: the numbers of records added and skipped.
  public struct ImportReport: Hashable, Codable, Sendable {
    /// The number of movies added.
    public internal(set) var movies = 0
    /// The number of actors added because the catalog did not have them yet.
    public internal(set) var newActors = 0
    /// The number of records skipped because their movie is already in the catalog.
    public internal(set) var skipped = 0
    /// The number of movies added although the catalog already had a movie with the same title and,
    /// if both have one, year before the import, and the same cast unless the added movie has none.
    ///
    /// Only imports of the `movies` program count duplicates; otherwise the number is 0.
    public internal(set) var duplicates = 0
    /// The number of records skipped because they are invalid.
    public internal(set) var invalid = 0
    /// The keys and columns that were not kept, in the order in which they first appear, at most 64.
    public internal(set) var ignoredFields: [IgnoredField] = []
    /// The names of the sources without any record, in their order.
    package internal(set) var emptySources: [String] = []
    /// The names of the sources with several ratings of which none exceeds 5, without exports.
    package internal(set) var lowRatedSources: [String] = []
    /// The fields to keep or to ignore that the sources have.
    package internal(set) var namedFields: Set<AttributeKey> = []

    fileprivate var records: Int { movies + skipped + invalid }

    fileprivate mutating func add(_ fields: SourceFields, of source: String) {
      for field in fields.ignored { ignoredFields.add(field.name, field.count) }
      namedFields.formUnion(fields.named)
      if fields.hasLowRatings { lowRatedSources.append(source) }
    }
  }

  /// Adds the movies of a file to the catalog.
  ///
  /// Either all movies are added, or none. Memory use is bounded. The file is opened once. A pipe is
  /// read to its end before the catalog is locked. If the current task is cancelled, the import ends
  /// within half a second.
  ///
  /// - Parameters:
  ///   - file: The path of the file, absolute or relative to the working directory. It can be a
  ///     pipe or a device.
  ///   - format: The format of the file. If it is `nil`, the format is detected from the first
  ///     bytes.
  ///   - skipsExisting: Whether to skip movies whose title and, if both have one, year are already
  ///     in the catalog, with the same cast unless the record has none.
  ///   - skipsInvalid: Whether to skip records that are not valid movies. Otherwise the first one
  ///     ends the import. An invalid header always does.
  ///   - kept: The fields that become attributes, in addition to those of the known keys.
  ///   - ignored: The names of fields to ignore, which can be those of known keys: `rating` of a list has another meaning.
  ///   - progress: A closure that is called after every few hundred records, and once at the end before
  ///     the commit. The total is the size of the file. An error that the closure throws rolls back the
  ///     import and is rethrown.
  ///   - onInvalid: A closure that is called with the error of each invalid record that is skipped.
  ///     An error that it throws rolls back the import and is rethrown.
  /// - Returns: The numbers of records added and skipped.
  /// - Throws: Any error that a closure throws; `CancellationError` if the current task is
  ///   cancelled before the commit; otherwise ``InterchangeError`` for an invalid record, or for
  ///   malformed text after which reading cannot continue; ``StoreError``: `unreadableFile` for the
  ///   file, and as for every change. If an error is thrown, nothing is added.
  @discardableResult
  public mutating func importMovies(
    from file: String, as format: InterchangeFormat? = nil, skipsExisting: Bool = false,
    skipsInvalid: Bool = false, keeping kept: KeptFields = .named([]),
    ignoring ignored: [String] = [],
    progress: (OperationProgress) throws -> Void = { _ in },
    onInvalid: (InterchangeError) throws -> Void = { _ in }
  ) throws -> ImportReport {
    let options = ImportOptions(
      format: format, skipsExisting: skipsExisting, skipsInvalid: skipsInvalid, kept: kept,
      ignored: ignored)
    return try withCancellation {
      do {
        return try importMovies(
          from: [ImportSource(path: file)], options, onInvalid: onInvalid, progress: progress)
      } catch let error as SystemError {
        throw error.isMissingFile
          ? StoreError(.unreadable(path: file, reason: error.reason))
          : StoreError(error, path: file)
      }
    }
  }

  package struct ImportOptions: Sendable {
    /// The format of every source, or `nil` to detect the format of each.
    package var format: InterchangeFormat?
    /// Whether to skip records of which the catalog has the title and, if both have one, the year,
    /// with the same cast unless the record has none.
    package var skipsExisting: Bool
    /// Whether to skip invalid records. Otherwise the first one ends the import.
    package var skipsInvalid: Bool
    /// Whether to count the movies that the catalog had before.
    package var countsDuplicates: Bool
    /// The fields that become attributes, in addition to those of the known keys.
    package var kept: KeptFields
    /// The names of fields to ignore.
    package var ignored: [String]
    /// The number of names after which the import starts to number them again: a limit of memory.
    package var nameLimit = NameNumbers.limit

    package init(
      format: InterchangeFormat? = nil, skipsExisting: Bool = false, skipsInvalid: Bool = false,
      countsDuplicates: Bool = false, kept: KeptFields = .named([]), ignored: [String] = []
    ) {
      self.format = format
      self.skipsExisting = skipsExisting
      self.skipsInvalid = skipsInvalid
      self.countsDuplicates = countsDuplicates
      self.kept = kept
      self.ignored = ignored
    }
  }

  /// Adds the movies of all sources, or none of them, in bounded memory.
  ///
  /// - Parameters:
  ///   - onInvalid: Called with each invalid record that is skipped.
  ///   - progress: Called as in `importMovies(from:as:skipsExisting:skipsInvalid:keeping:ignoring:progress:onInvalid:)`, with
  ///     the records and bytes of all sources together.
  /// - Throws: `InterchangeError` for an invalid record, `SystemError` if a source cannot be read, any
  ///   error that a closure throws, and `StoreError`. If an error is thrown, nothing is imported.
  @discardableResult
  package mutating func importMovies(
    from sources: [ImportSource], _ options: ImportOptions = ImportOptions(),
    onInvalid: (InterchangeError) throws -> Void = { _ in },
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> ImportReport {
    for source in sources where try CatalogFile(path).hasPart(at: source.name) {
      // Closing the database would release the locks that this process has on it.
      throw StoreError(.unreadable(path: source.name, reason: "it is the database itself"))
    }
    var meter = TransferMeter("import", totalBytes: ImportSource.totalBytes(of: sources))
    var spooledBytes: Int64 = 0
    let sources = try sources.map { source in
      try source.spooled(memoryLimit: SpooledBytes.memoryLimit / sources.count) { count in
        spooledBytes += count
        try meter.update(records: 0, bytes: spooledBytes, progress)
      }
    }
    let existing: BulkInserter.Existing? = options.skipsExisting ? .equal : nil
    return try insertMovies(skipping: existing) { inserter in
      var bytesBefore: Int64 = 0
      for source in sources {
        let recordsBefore = inserter.report.records
        var bytes: Int64 = 0
        try source.forEachBatch(options) { batch in
          try inserter.insert(batch)
          if let error = batch.invalidRecord {
            if !options.skipsInvalid || error.precedesRecords { throw error }
            inserter.report.invalid += 1
            try onInvalid(error)
          }
          if let fields = batch.fields { inserter.report.add(fields, of: source.name) }
          bytes = batch.bytesRead
          try meter.update(records: inserter.report.records, bytes: bytesBefore + bytes, progress)
        }
        bytesBefore += bytes
        if inserter.report.records == recordsBefore {
          inserter.report.emptySources.append(source.name)
        }
      }
      try inserter.finish()
      if options.countsDuplicates {
        inserter.report.duplicates =
          try inserter.catalog.duplicateCount(after: inserter.newest)
      }
      try meter.finish(records: inserter.report.records, bytes: bytesBefore, progress)
    }
  }

  /// A source of movies, which is opened once.
  package struct ImportSource {
    /// The name of the source in errors.
    package let name: String
    /// `nil` for a regular file, which is opened when its turn comes: there can be more files than
    /// descriptors.
    private let bytes: ByteSource?
    /// The number of bytes, or `nil` for a pipe or a terminal.
    private let totalBytes: Int64?

    /// A file. A pipe or a device is opened immediately.
    ///
    /// - Throws: `SystemError` if the file cannot be read.
    package init(path: String) throws(SystemError) {
      name = path
      try FileMetadata.requireReadable(path)
      let file = try FileMetadata(of: path, followingLinks: true)
      bytes = try file.isRegular ? nil : ByteSource(path: path)
      totalBytes = file.isRegular ? file.size : nil
    }

    package init(name: String, _ bytes: ByteSource) {
      self.name = name
      self.bytes = bytes
      totalBytes = bytes.totalBytes
    }
  }
}

extension Catalog.ImportSource {
  /// The number of bytes of all sources, or `nil` if it is not known.
  fileprivate static func totalBytes(of sources: [Self]) -> Int64? {
    let sizes = sources.compactMap(\.totalBytes)
    return sizes.count == sources.count ? sizes.reduce(0, +) : nil
  }

  /// Returns the source, after reading it to its end if its length is not known: the catalog is
  /// locked only while movies are inserted, not while a pipe or a terminal is read.
  ///
  /// - Parameters:
  ///   - memoryLimit: The number of bytes after which a temporary file is used.
  ///   - progress: Called with the number of bytes of each read.
  fileprivate func spooled(
    memoryLimit: Int, progress: (Int64) throws -> Void
  ) throws -> Self {
    guard let bytes, bytes.totalBytes == nil else { return self }
    let spool = SpooledBytes(limit: memoryLimit)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = try bytes.read(into: &buffer, from: 0), count > 0 {
      try spool.append(Array(buffer[..<count]))
      try progress(Int64(count))
      try Interruption.checkBeforeReading(name)
    }
    return Self(name: name, try spool.source())
  }

  /// Parses the source on a second thread.
  fileprivate func forEachBatch(
    _ options: Catalog.ImportOptions, _ body: (MovieBatch) throws -> Void
  ) throws {
    let bytes = try bytes ?? ByteSource(path: name)
    let (name, origin) = (name, bytes.shared)
    try BatchPipeline<MovieBatch>.forEach { send throws(SystemError) in
      var reader = InterchangeReader(
        source: try ByteSource(origin), fileName: name, format: options.format,
        keeping: options.kept, ignoring: options.ignored)
      var names = NameNumbers(limit: options.nameLimit)
      while let batch = try reader.nextBatch(
        isCompared: options.skipsExisting, numbering: &names), send(batch)
      {}
    } consume: { batch in
      try body(batch)
      return true
    }
  }
}
