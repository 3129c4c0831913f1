internal import MovieSQLite
package import MovieSystem

extension MovieStore {
  /// How records are taken in.
  package struct ImportOptions: Sendable {
    /// The format of every source; `nil` looks at the first bytes of each.
    package var format: InterchangeFormat?
    /// Whether records whose title and cast are in the catalog already are passed over.
    package var skipsExisting: Bool
    /// Whether bad records are passed over; else the first one ends the import.
    package var skipsBad: Bool
    /// Whether to count the movies that were in the catalog before.
    package var countsExisting: Bool
    /// Names after which their numbers begin anew: a bound of memory.
    package var mostNames = StringInterner.mostNames

    package init(
      format: InterchangeFormat? = nil, skipsExisting: Bool = false, skipsBad: Bool = false,
      countsExisting: Bool = false
    ) {
      self.format = format
      self.skipsExisting = skipsExisting
      self.skipsBad = skipsBad
      self.countsExisting = countsExisting
    }
  }

  /// Something to import, and the name that errors call it by.
  package struct ImportSource {
    package let name: String
    /// `nil` for a file that is opened when its turn comes: there may be more files than can be open.
    fileprivate let bytes: ByteSource?

    /// A file.
    package init(path: String) {
      name = path
      bytes = nil
    }

    /// What is open already.
    package init(name: String, _ bytes: ByteSource) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// Adds the movies of all sources, or none of them, in bounded memory.
  ///
  /// The catalog is locked only while movies are added: what comes from a terminal or a pipe is read to
  /// its end before, and kept in memory or a temporary file.
  ///
  /// - Parameters:
  ///   - onBad: called with each bad record that is passed over.
  ///   - progress: called now and then with the records so far, and the bytes read and in all of the
  ///     source at hand.
  /// - Throws: `InterchangeError` for a bad record, `SystemError` where a source cannot be read,
  ///   what the bodies throw, and `StoreError`; nothing is imported then.
  @discardableResult
  package mutating func importMovies(
    from sources: [ImportSource], _ options: ImportOptions = ImportOptions(),
    onBad: (InterchangeError) throws -> Void = { _ in },
    progress: (_ records: Int, _ bytes: Int64, _ totalBytes: Int64?) throws -> Void = { _, _, _ in }
  ) throws -> ImportReport {
    for source in sources where DatabaseFile.isPart(source.name, of: path) {
      // To close it would release the locks that this process has on it.
      throw StoreError.unreadable(path: source.name, reason: "it is the database itself")
    }
    let staged = try sources.map { source in
      try StagedSource(
        source, options, memoryLimit: SpooledBytes.memoryLimit / sources.count, onBad: onBad
      ) { records, bytes in
        try progress(records, bytes, nil)
      }
    }
    return try transaction(.bulkWrite) { transaction, _ in
      var importer = try Importer(options, in: transaction)
      for source in staged {
        let recordsBefore = importer.readCount
        try BatchPipeline.forEach(from: source, options) { batch in
          try importer.take(batch, in: transaction) { error in
            if !source.isStaged { try onBad(error) }
          }
          try progress(
            importer.recordCount, batch.bytesRead, source.isStaged ? nil : batch.totalBytes)
        }
        if importer.readCount == recordsBefore { importer.note(emptySource: source.name) }
      }
      return try importer.finished(in: transaction)
    }
  }
}

/// A source whose bytes can be read without waiting for a user or another program.
private struct StagedSource {
  let name: String
  /// `nil` for a file that is opened when its turn comes.
  private let bytes: ByteSource?
  /// What holds the bytes of a source that had to be waited for.
  private let spool: SpooledBytes?

  /// Whether the source had to be waited for: its bad records were reported as they came.
  var isStaged: Bool { spool != nil }

  /// - Parameters:
  ///   - memoryLimit: the most bytes that are kept in memory.
  ///   - onBad: called with each bad record of a source that has to be waited for.
  ///   - progress: called now and then with its records and bytes.
  /// - Throws: `InterchangeError` for the first bad record, unless they are skipped; `SystemError`; what
  ///   the bodies throw.
  init(
    _ source: MovieStore.ImportSource, _ options: MovieStore.ImportOptions, memoryLimit: Int,
    onBad: (InterchangeError) throws -> Void,
    progress: (_ records: Int, _ bytes: Int64) throws -> Void
  ) throws {
    name = source.name
    let opened = try source.bytes ?? ByteSource(path: source.name)
    guard opened.totalBytes == nil else {
      (bytes, spool) = (source.bytes, nil)
      return
    }
    let spool = SpooledBytes(limit: memoryLimit)
    let copied = try ByteSource(opened.shared, copyingInto: spool)
    var reader = InterchangeReader(source: copied, fileName: name, format: options.format)
    var records = 0
    while let record = try reader.next() {
      switch record {
      case .movie:
        records += 1
        if records.isMultiple(of: 512) { try progress(records, copied.bytesRead) }
      case .badRecord(let error), .unreadable(let error):
        if !options.skipsBad { throw error }
        try onBad(error)
      }
    }
    bytes = try spool.source()
    self.spool = spool
  }

  func open() throws(SystemError) -> ByteSource {
    if let bytes { return bytes }
    return try ByteSource(path: name)
  }
}

extension BatchPipeline {
  fileprivate static func forEach(
    from source: StagedSource, _ options: MovieStore.ImportOptions,
    _ body: (MovieBatch) throws -> Void
  ) throws {
    let bytes = try source.open()
    let (name, origin) = (source.name, bytes.shared)
    // A small source is not worth a thread.
    let isLarge = bytes.totalBytes.map { $0 > Int64(MovieBatch.mostBytes) } != false
    try forEach(isParallel: isLarge) { give in
      do throws(SystemError) {
        var reader = ImportBatchReader(
          try ByteSource(origin), name: name, format: options.format,
          keepsDrafts: options.skipsExisting, mostNames: options.mostNames)
        while let batch = reader.next(), give(batch) {}
      } catch {
        var batch = MovieBatch()
        batch.failure = error
        _ = give(batch)
      }
    } _: { batch in
      try body(batch)
      return true
    }
  }
}

/// An import under way.
private struct Importer: ~Copyable {
  private var report: MovieStore.ImportReport
  private let options: MovieStore.ImportOptions
  private var loader: BulkInserter
  private var existing: DuplicateFinder
  /// The last movie before the first that is put in.
  private let newestBefore: Int64

  init(
    _ options: MovieStore.ImportOptions, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let loader = try BulkInserter(
      showsEachMovie: options.skipsExisting, keepsTitleIndex: options.skipsExisting, in: transaction
    )
    let existing = try DuplicateFinder(in: transaction)
    newestBefore = loader.newest
    self.options = options
    self.loader = loader
    self.existing = existing
    report = MovieStore.ImportReport()
  }

  /// Movies put in and passed over.
  var recordCount: Int { loader.movieCount + report.skipped }

  /// Records of any kind.
  var readCount: Int { recordCount + report.bad }

  mutating func note(emptySource name: String) { report.emptySources.append(name) }

  mutating func take(
    _ batch: MovieBatch, in transaction: borrowing Transaction,
    onBad: (InterchangeError) throws -> Void
  ) throws {
    try loader.begin(batch, in: transaction)
    for (index, film) in batch.films.enumerated() {
      if options.skipsExisting, try existing.contains(batch.drafts[index]) {
        report.skipped += 1
      } else {
        try loader.add(film, of: batch, isFavorite: film.isFavorite)
      }
    }
    // They end a batch.
    for error in batch.badRecords {
      if !options.skipsBad { throw error }
      report.bad += 1
      try onBad(error)
    }
    note(ignoredKeys: batch.ignoredKeys)
    if let failure = batch.failure { throw failure }
  }

  private mutating func note(ignoredKeys keys: [String]) {
    for key in keys where report.ignoredKeys.count < 64 && !report.ignoredKeys.contains(key) {
      report.ignoredKeys.append(key)
    }
  }

  consuming func finished(
    in transaction: borrowing Transaction
  ) throws(SQLiteError) -> MovieStore.ImportReport {
    try loader.finish(in: transaction)
    var report = report
    report.movies = loader.movieCount
    report.newActors = loader.newActorCount
    if options.countsExisting {
      report.existing = try DuplicateFinder.count(of: newestBefore, in: transaction)
    }
    return report
  }
}
