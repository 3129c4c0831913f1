internal import MovieSQLite

extension MovieStore {
  /// How records are taken in.
  package struct ImportOptions: Sendable {
    /// The format of every source; `nil` looks at the first bytes of each.
    package var format: InterchangeFormat?
    /// Whether records whose title and cast are in the catalog already are passed over.
    package var skipsExisting: Bool
    /// Whether bad records are passed over; else the first one ends the import.
    package var skipsBad: Bool

    package init(
      format: InterchangeFormat? = nil, skipsExisting: Bool = false, skipsBad: Bool = false
    ) {
      self.format = format
      self.skipsExisting = skipsExisting
      self.skipsBad = skipsBad
    }
  }

  /// Something to import, and the name that errors call it by.
  package struct ImportSource {
    package let name: String
    let open: () throws -> ByteSource

    package init(name: String, open: @escaping () throws -> ByteSource) {
      self.name = name
      self.open = open
    }
  }

  /// Adds the movies of all sources, or none of them, in bounded memory.
  ///
  /// - Parameters:
  ///   - onBad: called with each bad record that is passed over.
  ///   - progress: called after each record with the records so far, and the bytes read and in all
  ///     of the source at hand.
  /// - Throws: `InterchangeError` for a bad record, `SystemError` where a source cannot be read,
  ///   what the bodies throw, and `StoreError`; nothing is imported then.
  @discardableResult
  package mutating func importMovies(
    from sources: [ImportSource], _ options: ImportOptions = ImportOptions(),
    onBad: (InterchangeError) throws -> Void = { _ in },
    progress: (Int, ByteSource) throws -> Void = { _, _ in }
  ) throws -> AdditionReport {
    try changing(isLarge: true) { transaction, _ in
      var importer = try Importer(options, in: transaction)
      for source in sources {
        let bytes = try source.open()
        var reader = InterchangeReader(
          source: bytes, fileName: source.name, format: options.format)
        while try importer.takeOne(from: &reader, in: transaction, onBad: onBad) {
          try progress(importer.report.movies + importer.report.skipped, bytes)
        }
        importer.note(ignoredKeys: reader.ignoredKeys)
      }
      return importer.finished()
    }
  }
}

/// An import under way.
private struct Importer: ~Copyable {
  private(set) var report: MovieStore.AdditionReport
  private let options: MovieStore.ImportOptions
  private var inserter: MovieInserter
  private var existing: ExistingMovies

  init(
    _ options: MovieStore.ImportOptions, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let inserter = try MovieInserter(in: transaction)
    let existing = try ExistingMovies(in: transaction)
    self.options = options
    self.inserter = inserter
    self.existing = existing
    report = MovieStore.AdditionReport()
  }

  /// Takes the next record; `false` at the end.
  mutating func takeOne(
    from reader: inout InterchangeReader, in transaction: borrowing Transaction,
    onBad: (InterchangeError) throws -> Void
  ) throws -> Bool {
    switch try reader.next() {
    case nil: return false
    case .badRecord(let error)?, .unreadable(let error)?:
      if !options.skipsBad { throw error }
      report.bad += 1
      try onBad(error)
    case .movie(let draft, _)?:
      if options.skipsExisting, try existing.contain(draft) {
        report.skipped += 1
      } else {
        try inserter.add(draft, in: transaction)
        report.movies += 1
      }
    }
    return true
  }

  mutating func note(ignoredKeys keys: [String]) {
    for key in keys where report.ignoredKeys.count < 64 && !report.ignoredKeys.contains(key) {
      report.ignoredKeys.append(key)
    }
  }

  consuming func finished() -> MovieStore.AdditionReport {
    var report = report
    report.newActors = inserter.newActors
    return report
  }
}
