internal import MovieFormats
internal import MovieMatching
internal import MovieStore
internal import MovieSystem

/// The sources of an import while it runs.
struct ImportRun {
  typealias Progress = (OperationProgress) throws -> Void

  let options: ImportOptions
  let inputs: ImportInputs
  let sources: [ImportSource]
  /// How each source is read.
  let reading: [ReadingOptions]
  /// The sources that were passed, which own the bytes of the archives.
  private let containers: [ImportSource]
  private let totalBytes: Int64?

  /// Reads pipes to their end, and decides what needs the whole of a source.
  ///
  /// - Parameter path: The path of the catalog.
  init(
    _ sources: [ImportSource], _ options: ImportOptions, for path: String,
    _ readArchive: ImportSource.ArchiveReader?, _ progress: Progress
  ) throws {
    for source in sources where try CatalogFile(path).hasPart(at: source.name) {
      // Closing the database would release the locks that this process has on it.
      throw StoreError(.unreadable(path: source.name, reason: "it is the database itself"))
    }
    if let directory = options.unresolvedDirectory,
      try FileMetadata.ifExists(directory, followingLinks: true)?.isRegular == true
    {
      throw StoreError(.cannotCreate(path: directory, reason: "it is a file"))
    }
    self.options = options
    var meter = TransferMeter("import", totalBytes: ImportSource.totalBytes(of: sources))
    var spooledBytes: Int64 = 0
    containers = try sources.map { source in
      try source.spooled(memoryLimit: SpooledBytes.memoryLimit / sources.count, readArchive) {
        count in
        spooledBytes += count
        try meter.update(records: 0, bytes: spooledBytes, progress)
      }
    }
    inputs = try ImportInputs(containers, options, readArchive)
    self.sources = inputs.inputs.map(\.source)
    // That of a pipe is not known before it was read.
    totalBytes = ImportSource.totalBytes(of: sources)
      .flatMap { [sources = self.sources] _ in ImportSource.totalBytes(of: sources) }
    let leavesOutValues = options.skipsInvalid && options.unresolvedDirectory == nil
    reading = inputs.inputs.map { input in
      var reading = input.reading
      reading.leavesOutValues = leavesOutValues
      return reading
    }
  }

  /// Whether several rows can be about one movie.
  var joinsRows: Bool {
    inputs.inputs.contains {
      $0.preset != nil || $0.canHaveViewings && options.records != .added
    }
  }

  /// Where the records of each source are from.
  private var origins: [MatchEntry.Origin] {
    zip(inputs.inputs, sources).map { input, source in
      MatchEntry.Origin(preset: input.preset?.name ?? "file:\(source.name)")
    }
  }

  /// A plan without records.
  var emptyPlan: ImportPlan {
    var plan = ImportPlan()
    plan.skippedFiles = inputs.skippedFiles
    plan.omittedLists = inputs.omittedLists
    return plan
  }

  /// How the records of each source change movies.
  func merges(_ plan: ImportPlan) -> [MovieMerge] {
    zip(plan.readings, reading).map { source, reading in
      MovieMerge(
        rule: options.merge, replacesCast: options.replacesCasts, fields: source.facts.fields,
        ratingStep: source.facts.isOwnExport
          ? 1 : reading.file?.ratingStep ?? source.facts.ratingStep,
        isPreset: reading.file != nil, fills: reading.file?.fills ?? [])
    }
  }

  /// Remembers the time zone of the first times that were imported.
  func rememberTimeZone(_ plan: ImportPlan, in catalog: borrowing CatalogTransaction) throws {
    guard plan.hasTimes, let zone = Clock.timeZone, Clock.hasTimeZone(zone) else { return }
    try CatalogSettings.remember(timeZone: zone, in: catalog.database)
  }

  /// Whether the import can delete actors that are left without a movie.
  var canDelete: Bool { options.replacesCasts || options.merge == .replace }

  /// Calls the closure with each batch of records of each source.
  ///
  /// - Parameters:
  ///   - plan: Counts the invalid records and the fields of the sources.
  ///   - body: Is called with a batch and the index of its source.
  func forEachBatch<Records>(
    _ plan: inout ImportPlan, _ onInvalid: (InterchangeError) throws -> Void, _ progress: Progress,
    next:
      @escaping @Sendable (inout InterchangeReader, inout NameNumbers) throws(SystemError)
      -> RecordBatch<Records>?,
    _ body: (RecordBatch<Records>, Int) throws -> Void
  ) throws {
    var meter = TransferMeter("import", totalBytes: totalBytes)
    var (bytesBefore, records): (Int64, Int) = (0, 0)
    for (index, source) in sources.enumerated() {
      let recordsBefore = records
      var bytes: Int64 = 0
      if reading[index].file?.part != nil {
        // It has no records of its own.
        plan.add(SourceFields(), of: inputs.inputs[index])
        continue
      }
      try source.forEachBatch(reading[index], nameLimit: options.nameLimit, next: next) { batch in
        try body(batch, index)
        records += batch.count
        if let error = batch.invalidRecord {
          records += 1
          try count(error, &plan, onInvalid)
        }
        if let fields = batch.fields {
          plan.add(fields, of: inputs.inputs[index])
          records += fields.facts.otherKinds.reduce(0) { $0 + $1.count }
        }
        bytes = batch.bytesRead
        try meter.update(records: records, bytes: bytesBefore + bytes, progress)
      }
      bytesBefore += bytes
      if records == recordsBefore { plan.emptySources.append(source.name) }
    }
    try meter.finish(records: records, bytes: bytesBefore, progress)
  }

  /// Checks that a file has rows of the chosen user.
  private func requireUser(_ plan: ImportPlan) throws {
    guard let user = options.reading.user else { return }
    let users = plan.readings.reduce(into: Set<String>()) { $0.formUnion($1.facts.users) }
    if users.contains(user) { return }
    throw InterchangeError(
      file: sources.first?.name ?? "", location: TextLocation(line: 1, column: 1),
      message: "expected rows of the user \(user.excerpt()), found "
        + (users.isEmpty
          ? "none of a user; leave out '--user'"
          : "those of \(ForeignFile.list(users.sorted())); pass one of these"),
      scope: .option)
  }

  /// Adds what files of a dataset have of the records.
  private func addParts(
    to stage: inout RecordStage, _ plan: inout ImportPlan, _ progress: Progress
  ) throws {
    var meter = TransferMeter("import", totalBytes: totalBytes)
    for (index, source) in sources.enumerated() {
      guard let part = reading[index].file?.part else { continue }
      let records = Int(stage.count)
      plan.readings[index].facts.rowCount = try stage.add(part, of: source) { bytes in
        try meter.update(records: records, bytes: bytes, progress)
      }
    }
  }

  /// Counts an invalid record, or throws its error.
  private func count(
    _ error: InterchangeError, _ plan: inout ImportPlan,
    _ onInvalid: (InterchangeError) throws -> Void
  ) throws {
    let skips = options.skipsInvalid || options.unresolvedDirectory != nil
    if !skips || error.precedesRecords { throw error }
    plan.counts[.invalid, default: 0] += 1
    try onInvalid(error)
  }

  /// Joins the rows that are about one movie.
  private func join(
    _ stage: borrowing RecordStage, _ plan: inout ImportPlan
  ) throws -> [RecordJoin.Problem] {
    let join = RecordJoin(reading)
    let services = sources.indices.filter { reading[$0].file?.isDataset == false }
    var problems = services.isEmpty ? [] : try join.joinServices(services, stage, &plan)
    for (source, input) in inputs.inputs.enumerated() where input.canHaveViewings {
      if options.records != .added { problems += try join.joinViewings(of: source, stage, &plan) }
    }
    return problems
  }

  /// Whether only titles of a dataset are needed that a movie of the catalog can be.
  var completesMovies: Bool {
    options.records == .existing && reading.contains { $0.file?.isDataset == true }
  }

  /// Stages the records and calls the closure with them.
  ///
  /// - Parameters:
  ///   - listsOthers: Whether records that are not movies are staged, too.
  ///   - filter: Which records of a dataset are staged; `nil` for all.
  func withPlan(
    listingOthers listsOthers: Bool, _ filter: DatasetFilter?,
    _ onInvalid: (InterchangeError) throws -> Void, _ progress: Progress,
    _ body: (inout ImportPlan, borrowing RecordStage) throws -> Void
  ) throws -> ImportPlan {
    let tags = options.tags
    return try RecordStage.run { stage in
      var plan = emptyPlan
      stage.origins = origins
      let isNeeded = filter.map { filter in
        { @Sendable (id: String, titles: [String]) in filter.includes(id, titled: titles) }
      }
      try forEachBatch(&plan, onInvalid, progress) { (reader, _) throws(SystemError) in
        if reader.isDataset { reader.filter = isNeeded }
        return try reader.nextStageBatch(tagging: tags, listsOthers: listsOthers)
      } _: { batch, source in
        try stage.add(batch.records, of: source)
        guard let error = batch.invalidRecord else { return }
        try stage.addInvalid(
          of: source, line: error.line, error.bytes ?? 0..<0, reason: error.message,
          candidates: batch.invalidCandidates)
      }
      try requireUser(plan)
      try stage.finish()
      try addParts(to: &stage, &plan, progress)
      for problem in try join(stage, &plan) {
        let error = InterchangeError(
          file: sources[problem.source].name,
          location: TextLocation(line: problem.line, column: 1), message: problem.reason)
        try count(error, &plan, onInvalid)
      }
      try body(&plan, stage)
      return plan
    }
  }
}
