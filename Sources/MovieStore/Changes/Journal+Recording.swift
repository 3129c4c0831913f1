package import MovieSQLite

extension Journal {
  /// Throws an error if the changes so far cannot be undone, unless that is allowed.
  package func requireUndoable(unless allowsIrreversible: Bool) throws(Catalog.IrreversibleChange) {
    if pending.values.areDiscarded, !allowsIrreversible { throw Catalog.IrreversibleChange() }
  }

  func record(
    _ change: MovieChange, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    let (change, former) = try pending.values.add(change, limits, in: catalog)
    if let former { pending.summary.remove(former) }
    if let change { pending.summary.add(change) }
  }

  /// Records that a change that follows cannot be undone.
  func discardValues(in catalog: borrowing CatalogTransaction) throws(SQLiteError) {
    try pending.values.discard(in: catalog.database)
  }

  /// Records the movies of an import: the range of their ids, or their values if the transaction
  /// already has such a range.
  package func record(
    _ imported: ImportedMovies?, in catalog: borrowing CatalogTransaction
  ) throws(SQLiteError) {
    guard let imported else { return }
    if pending.imported == nil {
      pending.imported = imported
    } else {
      for id in imported.movies {
        if let movie = try catalog.movie(Movie.ID(rawValue: id)) {
          try record(.added(movie), in: catalog)
        }
      }
    }
  }

  /// Adds the pending changes to the history, if there are any.
  func finish(in catalog: borrowing CatalogTransaction) throws(SQLiteError) {
    let entry = pending
    pending = PendingEntry(description: entry.description, added: entry.added)
    let movieCount = entry.summary.movieCount + (entry.imported?.movieCount ?? 0)
    if movieCount == 0 { return }
    let id = try HistoryLog.append(
      NewHistoryEntry(
        kind: .change, target: entry.isSync ? HistoryEntry.syncTarget : nil,
        description: entry.description ?? defaultDescription,
        summary: entry.summary.text(entry.imported), movieCount: movieCount,
        imported: entry.imported), entry.values, limits, in: catalog.database)
    if didAdd != nil, let added = try HistoryLog.entry(id, in: catalog)?.entry {
      pending.added.append(added)
    }
  }
}

extension CatalogTransaction {
  /// Whether a text of the stored movie that is replaced, or removed by a deletion, is not valid
  /// UTF-8 or contains U+0000. Only other programs store such texts. SQLite's JSON functions
  /// truncate at U+0000.
  func hasUnstorableText(
    _ stored: Movie, replacedBy fields: MovieFields?
  ) throws(SQLiteError) -> Bool {
    let movie = stored.id.rawValue
    let changesTitle = fields?.replacesTitle(of: stored) != false
    let changesCast = fields?.replacesCast(of: stored) != false
    let changesAttributes = fields?.replacesAttributes(of: stored) != false
    var conditions: [SQL] = []
    if changesTitle, stored.title.canBeInvalid || stored.sortableTitle.canBeInvalid {
      conditions.append(
        """
        EXISTS (SELECT 1 FROM MovieModel
          WHERE id = \(movie) AND NOT (is_valid_text(title) AND is_valid_text(sortableTitle)))
        """)
    }
    if changesCast, stored.cast.contains(where: \.name.canBeInvalid) {
      conditions.append(
        """
        EXISTS (SELECT 1 FROM MovieActor JOIN ActorModel ON id = actorID
          WHERE movieID = \(movie) AND NOT is_valid_text(name))
        """)
    }
    if changesAttributes, stored.attributes.canHaveInvalidText {
      conditions.append(
        """
        EXISTS (SELECT 1 FROM MovieAttribute
          WHERE movieID = \(movie) AND NOT (is_valid_text(key) AND is_valid_text(value)))
        """)
    }
    for condition in conditions where try database.fetchInt("SELECT \(condition)") != 0 {
      return true
    }
    return false
  }
}

extension Catalog {
  /// The history cannot store a change.
  package struct IrreversibleChange: Error {}
}
