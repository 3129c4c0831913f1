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

  /// The description of the next entry.
  var description: String? { pending.description ?? defaultDescription }

  func record(_ change: MovieChange) { pending.add(change) }

  /// Records the movies of an import: the range of their ids, or their values if the transaction already
  /// has such a range.
  func record(
    _ imported: ImportedMovies?, in transaction: borrowing Transaction
  ) throws(SQLiteError) {
    guard let imported else { return }
    if pending.imported == nil {
      pending.imported = imported
    } else if imported.movieCount > HistoryTables.maximumMovies {
      pending.addUnstored(imported.movieCount)
    } else {
      var movies = try MovieReader(in: transaction)
      for id in imported.movies {
        if let movie = try movies.movie(id) { pending.add(.added(movie)) }
      }
    }
  }

  /// Adds the pending changes to the history, if there are any.
  ///
  /// - Parameter hasTables: Whether the tables of the history exist.
  func finish(hasTables: Bool, in transaction: borrowing Transaction) throws(SQLiteError) {
    if pending.isEmpty { return }
    var changes = pending
    pending = PendingChanges(description: changes.description)
    changes.merge()
    let (values, imported) = (changes.values, changes.imported)
    guard changes.isUnstorable || !values.isEmpty || imported != nil else { return }
    if !hasTables { try HistoryTables.create(in: transaction) }
    try HistoryLog.append(
      NewHistoryEntry(
        kind: .change, description: changes.description ?? defaultDescription,
        summary: changes.summary.text(imported),
        movieCount: (changes.isUnstorable ? changes.summary.movieCount : values.count)
          + (imported?.movieCount ?? 0),
        values: values, imported: imported), in: transaction)
  }
}

/// The changes of a transaction. They are merged so that each movie has one value before and one after.
struct PendingChanges {
  /// The text that the caller gave.
  var description: String?
  /// The movies of an import.
  var imported: ImportedMovies?
  private(set) var summary = ChangeSummary()
  /// Whether the values cannot be stored, because there are too many.
  private(set) var isUnstorable = false
  private(set) var values: [MovieValueChange] = []
  private var bytes = 0

  init(description: String? = nil) { self.description = description }

  var isEmpty: Bool { imported == nil && summary.movieCount == 0 }

  mutating func add(_ change: MovieChange) {
    summary.add(change)
    guard !isUnstorable, let id = (change.after ?? change.before)?.id.rawValue else { return }
    // SQLite's JSON functions truncate a text at U+0000, which only other programs store.
    if change.before?.containsNUL == true || change.after?.containsNUL == true {
      return dropValues()
    }
    let value = MovieValueChange(
      movieID: id, before: change.before.map(MovieValue.json),
      after: change.after.map(MovieValue.json))
    values.append(value)
    bytes += value.byteCount
    if isOverLimits {
      merge()
      if isOverLimits { dropValues() }
    }
  }

  /// Adds movies without values, of which there are too many.
  mutating func addUnstored(_ count: Int) {
    summary.addedCount += count
    dropValues()
  }

  /// Merges the changes of each movie.
  mutating func merge() {
    // The usual command changes one movie.
    if values.count < 2 { return }
    var positions: [Int64: Int] = [:]
    var merged: [MovieValueChange] = []
    for value in values {
      if let position = positions[value.movieID] {
        merged[position].after = value.after
      } else {
        positions[value.movieID] = merged.count
        merged.append(value)
      }
    }
    values = merged.filter { $0.before != $0.after }
    bytes = values.reduce(0) { $0 + $1.byteCount }
  }

  /// Whether the values are within the limits together with those of other entries.
  func fits(with other: HistorySize) -> Bool {
    !isUnstorable && values.count + other.movies <= HistoryTables.maximumMovies
      && bytes + other.bytes <= HistoryTables.maximumEntryBytes
  }

  private var isOverLimits: Bool { !fits(with: HistorySize(entries: 0, movies: 0, bytes: 0)) }

  private mutating func dropValues() {
    isUnstorable = true
    values = []
  }
}

extension MovieWithCast {
  var containsNUL: Bool {
    title.utf8.contains(0) || sortableTitle.utf8.contains(0)
      || cast.contains { $0.name.utf8.contains(0) } || attributes.containsNUL
  }
}

/// A change to a movie, as JSON.
struct MovieValueChange {
  let movieID: Int64
  let before: [UInt8]?
  var after: [UInt8]?

  var byteCount: Int { (before?.count ?? 0) + (after?.count ?? 0) }
}

/// Words the changes of a transaction in one line.
struct ChangeSummary {
  fileprivate var addedCount = 0
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
