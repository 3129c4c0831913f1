internal import MovieFormats
internal import MovieMatching
internal import MovieStore
internal import MovieSystem

/// Joins the records of services that are about the same movie: those with an id in common, and
/// those with the same title and year, unless an id or the cast contradicts.
struct RecordJoin {
  private let sources: [Int]
  /// How each source is read.
  private let reading: [ReadingOptions]

  /// - Parameters:
  ///   - sources: The sources of services, in the order of their kinds.
  ///   - reading: How each source of the import is read.
  init(of sources: [Int], _ reading: [ReadingOptions]) {
    (self.sources, self.reading) = (sources, reading)
  }

  /// The rows that are known to be about the same movie.
  private struct Group {
    var rows: [Int]
    var entry: MatchEntry
  }

  private struct Identifier: Hashable {
    let lane: Int
    let hash: UInt64
  }

  private struct TitleAndYear: Hashable {
    let title: UInt64
    let year: Int?
  }

  /// The number of groups of one title and year that a row is compared with.
  private static let comparisonLimit = 64

  /// A movie with more values than one can have.
  struct Problem {
    /// The source and the line of its first row.
    let source: Int
    let line: Int
    let reason: String
  }

  /// Joins the records.
  ///
  /// - Returns: The movies that are not valid, which are marked so.
  func run(_ stage: borrowing RecordStage, _ plan: inout ImportPlan) throws -> [Problem] {
    let rows = try stage.rows(of: sources)
    var problems: [Problem] = []
    for group in groups(rows) where group.rows.count > 1 {
      let rows = group.rows.map { rows[$0] }
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

  // MARK: Groups

  private func groups(_ rows: [RecordStage.JoinRow]) -> [Group] {
    var groups: [Int: Group] = [:]
    var groupOfRow = Array(rows.indices)
    var withIdentifier: [Identifier: Int] = [:]
    func merge(_ other: Int, into first: Int) {
      guard first != other, let moved = groups.removeValue(forKey: other) else { return }
      for row in moved.rows { groupOfRow[row] = first }
      groups[first]?.rows += moved.rows
      groups[first]?.entry.addMissing(of: moved.entry)
    }
    for (index, row) in rows.enumerated() {
      groups[index] = Group(rows: [index], entry: row.entry)
      for identifier in identifiers(of: row) {
        if let other = withIdentifier[identifier] {
          let first = min(groupOfRow[other], groupOfRow[index])
          merge(max(groupOfRow[other], groupOfRow[index]), into: first)
        } else {
          withIdentifier[identifier] = index
        }
      }
    }
    var withTitle: [TitleAndYear: [Int]] = [:]
    // Rows without an id join those with one.
    let titled = groups.filter { group in group.value.rows.contains { rows[$0].hasTitle } }
    func hasIdentifier(_ index: Int) -> Bool { groups[index]?.entry.identifiers != .zero }
    let order = titled.keys.sorted {
      (hasIdentifier($0) ? 0 : 1, $0) < (hasIdentifier($1) ? 0 : 1, $1)
    }
    for index in order {
      guard let group = groups[index],
        let title = group.rows.first(where: { rows[$0].hasTitle }).map({ rows[$0].entry.title })
      else { continue }
      let key = TitleAndYear(title: title, year: group.entry.year)
      let others = withTitle[key, default: []].suffix(Self.comparisonLimit)
      if let first = others.first(where: { groups[$0]?.entry.canBe(group.entry) == true }) {
        merge(index, into: first)
      } else {
        withTitle[key, default: []].append(index)
      }
    }
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }

  private func identifiers(of row: RecordStage.JoinRow) -> [Identifier] {
    let ids = row.entry.identifiers
    var found = ids.indices.filter { ids[$0] != 0 }.map { Identifier(lane: $0, hash: ids[$0]) }
    if let id = row.presetID {
      found.append(Identifier(lane: -1, hash: id.utf8.span.fnv1a))
    }
    return found
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
    } else if !row.title.isEmpty, row.titleLetters != draft.titleLetters {
      draft.attributes.addMissing(otherTitles: [row.title])
    }
    draft.isFavorite = draft.isFavorite || row.isFavorite
    if draft.cast.isEmpty { draft.cast = row.cast }
    for entry in row.attributes.entries {
      let (key, name) = (entry.key, entry.key.name)
      let isMissing = draft.attributes[key].isEmpty
      let isFill = rowFills.contains(name)
      if key == .note {
        if isFill, isMissing { fills.insert(name) }
        notes.append((row.attributes[.watched].first?.description ?? "", "\(entry.values[0])"))
        try draft.attributes.setUnlimited(key, to: entry.values)
      } else if key.isList {
        try draft.attributes.addMissing(entry.values, to: key)
      } else if isMissing {
        try draft.attributes.setUnlimited(key, to: entry.values)
        if isFill { fills.insert(name) }
      } else if !AttributeKey.ids.contains(key), key != .year, !isFill || fills.contains(name) {
        try draft.attributes.setUnlimited(key, to: entry.values)
        if !isFill { fills.remove(name) }
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

extension MovieDraft {
  fileprivate var titleLetters: UInt64 { MatchEntry.letters(ofTitle: title) }
}
