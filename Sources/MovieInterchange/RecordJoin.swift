internal import MovieFormats
internal import MovieMatching
internal import MovieStore
internal import MovieSystem

/// Joins records that are one movie: those of services that are the same, as ``Sameness`` tells,
/// and the rows of a plain list that are viewings of one movie.
struct RecordJoin {
  /// How each source of the import is read.
  private let reading: [ReadingOptions]

  /// - Parameter reading: How each source of the import is read.
  init(_ reading: [ReadingOptions]) { self.reading = reading }

  /// A movie with more values than one can have.
  struct Problem {
    /// The source and the line of its first row.
    let source: Int
    let line: Int
    let reason: String
  }

  /// Joins the records of services that are the same.
  ///
  /// - Parameter sources: The sources of services, in the order of their kinds.
  /// - Returns: The movies that are not valid, which are marked so.
  func joinServices(
    _ sources: [Int], _ stage: borrowing RecordStage, _ plan: inout ImportPlan
  ) throws -> [Problem] {
    let rows = try stage.rows(of: sources)
    let groups = SameGroups(rows.map(\.entry), findingPerhaps: false).same
    return try join(groups.map { $0.map { rows[$0] } }, stage, &plan)
  }

  /// Joins the rows of a plain list that have the same title, the same year or none, and different
  /// days of watching.
  ///
  /// - Returns: The movies that are not valid, which are marked so.
  func joinViewings(
    of source: Int, _ stage: borrowing RecordStage, _ plan: inout ImportPlan
  ) throws -> [Problem] {
    struct Movie: Hashable {
      let title: UInt64
      let year: Int?
    }
    let rows = try stage.rows(of: [source])
    let repeated = Dictionary(grouping: rows) {
      Movie(title: $0.entry.titleWords, year: $0.entry.year)
    }.values.filter { $0.count > 1 }.sorted { $0[0].id < $1[0].id }
    let groups = try repeated.flatMap { try viewings(among: $0, stage) }
    if !groups.isEmpty {
      plan.joinedRows.rows += groups.reduce(0) { $0 + $1.count }
      plan.joinedRows.movies += groups.count
    }
    return try join(groups, stage, &plan)
  }

  /// The groups of rows with equal titles that can be viewings of one movie. Another row of the
  /// same day is a movie of its own.
  private func viewings(
    among rows: [RecordStage.JoinRow], _ stage: borrowing RecordStage
  ) throws -> [[RecordStage.JoinRow]] {
    var groups: [String: (rows: [RecordStage.JoinRow], days: Set<AttributeValue>)] = [:]
    for (row, draft) in zip(rows, try stage.drafts(of: rows.map(\.id), skipsCasts: true)) {
      let (title, watched) = (Folding.fold(draft.title), draft.attributes[.watched])
      let (others, days) = groups[title] ?? ([], [])
      let isOther = others.first.map { Sameness.of($0.entry, row.entry).answer == .different }
      if watched.isEmpty || !days.isDisjoint(with: watched) || isOther == true { continue }
      groups[title, default: ([], [])].rows.append(row)
      groups[title, default: ([], [])].days.formUnion(watched)
    }
    return groups.values.map(\.rows).filter { $0.count > 1 }.sorted { $0[0].id < $1[0].id }
  }

  private func join(
    _ groups: [[RecordStage.JoinRow]], _ stage: borrowing RecordStage, _ plan: inout ImportPlan
  ) throws -> [Problem] {
    var problems: [Problem] = []
    try stage.removeKeys(of: groups.flatMap { $0.map(\.id) })
    for rows in groups {
      do {
        try join(rows, stage, &plan)
      } catch let error as StoreError where error.category == .invalidInput {
        let ids = rows.map(\.id).sorted()
        try stage.markInvalid(ids, reason: error.description)
        problems.append(
          Problem(
            source: rows[0].source, line: try stage.line(of: ids[0]), reason: error.description))
      }
    }
    return problems
  }

  // MARK: Joining

  private func join(
    _ rows: [RecordStage.JoinRow], _ stage: borrowing RecordStage, _ plan: inout ImportPlan
  ) throws {
    let drafts = try stage.drafts(of: rows.map(\.id))
    func date(_ index: Int) -> String {
      drafts[index].attributes[.watched].first?.description ?? ""
    }
    let order = rows.indices.sorted {
      (rows[$0].source, date($0), rows[$0].id) < (rows[$1].source, date($1), rows[$1].id)
    }
    var joined = JoinedRecord()
    for index in order {
      try joined.add(drafts[index], filling: reading[rows[index].source].file?.fills ?? [])
    }
    let (draft, isCut) = try joined.finished()
    if isCut { plan.readings[rows[0].source].facts.cutNotes += 1 }
    // The first row stands for all.
    try stage.replace(
      rows.map(\.id).min() ?? 0, with: draft, fills: joined.fills, joining: rows.map(\.id))
  }
}

/// The values of several rows about one movie.
private struct JoinedRecord {
  private var draft = MovieDraft()
  /// The fields whose values only fill what a movie does not have.
  private(set) var fills: Set<String> = []
  private var notes: [(date: String, text: String)] = []
  private var isFirst = true

  /// Adds the values of a row. A later value of a field that only fills replaces an earlier one.
  ///
  /// - Throws: `StoreError.invalidInput` if the movie has more values than one can have.
  mutating func add(_ row: MovieDraft, filling rowFills: Set<String>) throws(StoreError) {
    defer { isFirst = false }
    if !isFirst { try draft.attributes.requireWithinLimits(insteadOf: MovieAttributes()) }
    if draft.title.isEmpty {
      draft.title = row.title
    } else if !row.title.isEmpty, !Sameness.isTitle(row.title, among: [draft.title]) {
      draft.attributes.addMissing(otherTitles: [row.title])
    }
    draft.isFavorite = draft.isFavorite || row.isFavorite
    if draft.cast.isEmpty { draft.cast = row.cast }
    for entry in row.attributes.entries {
      let (key, name) = (entry.key, entry.key.name)
      let isFill = rowFills.contains(name)
      let replaces = draft.attributes[key].isEmpty || fills.contains(name) || !isFill
      draft.attributes.merge(entry.values, of: key, replaces ? .update : .fill)
      if isFill, replaces { fills.insert(name) } else if !isFill { fills.remove(name) }
      if key == .note {
        notes.append((row.attributes[.watched].first?.description ?? "", "\(entry.values[0])"))
      }
    }
  }

  /// The joined movie, and whether its note was cut.
  func finished() throws(StoreError) -> (MovieDraft, isCut: Bool) {
    var (draft, isCut) = (draft, false)
    let texts = notes.map(\.text)
    if texts.dropFirst().contains(where: { !$0.isExactly(texts[0]) }) {
      let note = notes.map { $0.date.isEmpty ? $0.text : "\($0.date): \($0.text)" }
        .joined(separator: "\n\n")
      let stored = note.prefix(ofBytes: AttributeValue.byteLimit)
      isCut = stored.utf8.count < note.utf8.count
      draft.attributes[.note] = [.text(stored)]
    }
    draft.attributes.settleMarks()
    try draft.attributes.requireWithinLimits(insteadOf: MovieAttributes())
    return (draft, isCut)
  }
}
