internal import MovieSQLite
internal import MovieSystem

/// Records the changes of the current transaction, and adds them to the history as one entry before the
/// commit.
final class HistoryRecorder {
  /// The description of entries for which the caller gives none.
  var defaultDescription: String?
  /// The changes that are not in the history yet. A nested transaction that is rolled back restores the
  /// previous value.
  var pending = PendingChanges()

  /// The limits of the history.
  var limits = HistoryLimits()

  /// The description of the next entry.
  var description: String? { pending.description ?? defaultDescription }

  func record(
    _ change: MovieChange, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    try pending.add(change, limits, in: catalog)
  }

  /// Must be called before a stored movie is replaced by a draft, or deleted: if this overwrites a
  /// text that the history cannot store, the change cannot be undone.
  func willReplace(
    _ movie: MovieWithCast, by draft: MovieDraft?, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    if try movie.hasUnstorableText(replacedBy: draft, in: catalog) {
      try pending.discardValues(in: catalog)
    }
  }

  /// Throws an error if the changes so far cannot be undone, unless that is allowed.
  func requireUndoable(unless allowsIrreversible: Bool) throws(MovieStore.IrreversibleChange) {
    if pending.isUnstorable, !allowsIrreversible { throw MovieStore.IrreversibleChange() }
  }

  /// Records the movies of an import: the range of their ids, or their values if the transaction already
  /// has such a range.
  func record(
    _ imported: ImportedMovies?, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    guard let imported else { return }
    if pending.imported == nil {
      pending.imported = imported
    } else {
      for id in imported.movies {
        if let movie = try catalog.movie(Movie.ID(rawValue: id)) { try record(.added(movie), in: catalog) }
      }
    }
  }

  /// Adds the pending changes to the history, if there are any.
  func finish(in catalog: borrowing CatalogTransaction) throws(SQLiteError) {
    if pending.isEmpty { return }
    let changes = pending
    pending = PendingChanges(description: changes.description)
    let imported = changes.imported
    try HistoryLog.append(
      NewHistoryEntry(
        kind: .change, description: changes.description ?? defaultDescription,
        summary: changes.summary.text(imported),
        movieCount: changes.isUnstorable
          ? changes.summary.movieCount + (imported?.movieCount ?? 0) : nil,
        imported: imported), changes.values, limits, in: catalog.database)
  }
}

/// The changes of a transaction. They are merged so that each movie has one value before and one after.
struct PendingChanges {
  /// The text that the caller gave.
  var description: String?
  /// The movies of an import.
  var imported: ImportedMovies?
  private(set) var summary = ChangeSummary()
  private(set) var values = HistoryValues()

  init(description: String? = nil) { self.description = description }

  var isEmpty: Bool { imported == nil && summary.movieCount == 0 }

  /// Whether the values cannot be stored: there are too many, or they contain text that is not
  /// valid.
  var isUnstorable: Bool { values.isOverLimits }

  mutating func add(
    _ change: MovieChange, _ limits: HistoryLimits, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    summary.add(change)
    guard !isUnstorable, let id = (change.after ?? change.before)?.id.rawValue else { return }
    try values.add(MovieValueChange(movieID: id, change), limits, in: catalog.database)
  }

  mutating func discardValues(in catalog: borrowing CatalogTransaction) throws(SQLiteError) {
    try values.discard(in: catalog.database)
  }
}

extension MovieWithCast {
  /// Whether a text of the stored movie, which a draft replaces or a deletion removes, is not valid
  /// UTF-8 or contains U+0000. Only other programs store such texts. SQLite's JSON functions
  /// truncate at U+0000.
  func hasUnstorableText(
    replacedBy draft: MovieDraft?, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) -> Bool {
    let changesTitle = draft?.title.isExactly(title) != true
    let changesCast = draft?.hasSameCast(as: self) != true
    let changesAttributes = draft?.attributes != attributes
    let movie = id.rawValue
    var conditions: [SQL] = []
    if changesTitle, title.canBeInvalid || sortableTitle.canBeInvalid {
      conditions.append(
        """
        EXISTS (SELECT 1 FROM MovieModel
          WHERE id = \(movie) AND NOT (is_valid_text(title) AND is_valid_text(sortableTitle)))
        """)
    }
    if changesCast, cast.contains(where: \.name.canBeInvalid) {
      conditions.append(
        """
        EXISTS (SELECT 1 FROM MovieActor JOIN ActorModel ON id = actorID
          WHERE movieID = \(movie) AND NOT is_valid_text(name))
        """)
    }
    if changesAttributes, attributes.canHaveInvalidText {
      conditions.append(
        """
        EXISTS (SELECT 1 FROM MovieAttribute
          WHERE movieID = \(movie) AND NOT (is_valid_text(key) AND is_valid_text(value)))
        """)
    }
    for condition in conditions where try catalog.database.fetchInt("SELECT \(condition)") != 0 {
      return true
    }
    return false
  }
}

extension String {
  /// Whether the text contains U+0000, or may contain U+FFFD, which is read in place of invalid
  /// UTF-8.
  var canBeInvalid: Bool { utf8.contains { $0 == 0 || $0 == 0xEF } }
}

/// Summarizes the changes of a transaction in one line.
struct ChangeSummary {
  private var addedCount = 0
  private var deletedCount = 0
  private var editedCount = 0
  private var favoriteCount = 0
  private var unfavoriteCount = 0
  private var first: MovieChange?

  var movieCount: Int {
    addedCount + deletedCount + editedCount + favoriteCount + unfavoriteCount
  }

  mutating func add(_ change: MovieChange) {
    first = first ?? change
    switch change {
    case .added: addedCount += 1
    case .deleted: deletedCount += 1
    case .updated(let before, let after):
      if before.isFavorite == after.isFavorite || !MovieDraft(before).hasSameTexts(as: after)
        || before.attributes != after.attributes
      {
        editedCount += 1
      } else if after.isFavorite {
        favoriteCount += 1
      } else {
        unfavoriteCount += 1
      }
    }
  }

  func text(_ imported: ImportedMovies?) -> String {
    if imported == nil, movieCount == 1, let first { return Self.sentence(about: first) }
    let added = addedCount + (imported?.movieCount ?? 0)
    var parts: [String] = []
    func add(_ count: Int, _ text: (String) -> String) {
      if count > 0 { parts.append(text(Formatting.pluralized(count, "movie"))) }
    }
    add(added) { "added \($0)" }
    add(editedCount) { "edited \($0)" }
    add(favoriteCount) { "added \($0) to favorites" }
    add(unfavoriteCount) { "removed \($0) from favorites" }
    add(deletedCount) { "deleted \($0)" }
    return parts.joined(separator: ", ")
  }

  /// Such as `set year of 'Heat' to 1995`, or of several keys, `set year, tag of 'Heat'`.
  private static func attributeSentence(
    _ before: MovieAttributes, _ after: MovieWithCast
  ) -> String {
    let keys = Set(before.keys + after.attributes.keys).sorted()
      .filter { before[$0] != after.attributes[$0] }
    let removed = keys.filter { after.attributes[$0].isEmpty }
    let set = keys.filter { !after.attributes[$0].isEmpty }
    func list(_ verb: String, _ keys: [AttributeKey]) -> [String] {
      keys.isEmpty ? [] : ["\(verb) \(keys.prefix(5).map(\.name).joined(separator: ", "))"]
    }
    let lists = list("set", set) + list("removed", removed)
    let values = keys.count == 1 ? after.attributes[keys[0]] : []
    let value = values.count == 1 && values[0].description.utf8.count <= 40 ? values[0] : nil
    return "\(lists.joined(separator: ", ")) of '\(after.title)'"
      + (value.map { " to \($0)" } ?? "")
  }

  private static func sentence(about change: MovieChange) -> String {
    switch change {
    case .added(let movie): return "added '\(movie.title)'"
    case .deleted(let movie): return "deleted '\(movie.title)'"
    case .updated(let before, let after):
      if !before.title.isExactly(after.title) {
        return "renamed '\(before.title)' to '\(after.title)'"
      }
      if !MovieDraft(before).hasSameTexts(as: after) { return "edited '\(after.title)'" }
      if before.attributes != after.attributes {
        return attributeSentence(before.attributes, after)
      }
      return after.isFavorite
        ? "added '\(after.title)' to favorites" : "removed '\(after.title)' from favorites"
    }
  }
}
