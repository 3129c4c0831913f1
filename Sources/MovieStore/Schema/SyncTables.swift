package import MovieSQLite

/// The tables that the first sync of a catalog creates.
///
/// `movieSync` has the state of each movie that the replica knows. A deleted one keeps its
/// `movieID`; one that is not added yet has none. `content` is the checksum of the movie when the
/// state was its content, or 0, and `sequence` orders the changes of states. `movieSyncOrigin` has
/// the origins that do not name a movie, and `movieSyncFile` how far each file of a directory was
/// read.
package enum SyncTables {
  /// The first member of a change file.
  package static let fileMember = "movies-sync"

  package static let movies = SchemaObject.table(
    "movieSync",
    """

      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      movieID INTEGER UNIQUE,
      content INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      isShared INTEGER NOT NULL,
      state TEXT NOT NULL

    """)
  static let sequence = SchemaObject.index(
    "movieSync_by_sequence", on: "movieSync(sequence)", isUnique: true)
  static let origins = SchemaObject.table(
    "movieSyncOrigin",
    """

      origin TEXT PRIMARY KEY,
      name TEXT NOT NULL

    """, options: "STRICT, WITHOUT ROWID")
  package static let files = SchemaObject.table(
    "movieSyncFile",
    """

      name TEXT PRIMARY KEY,
      line INTEGER NOT NULL,
      offset INTEGER NOT NULL,
      checksum INTEGER NOT NULL

    """, options: "STRICT, WITHOUT ROWID")

  /// A condition for rows of `movieSyncFile` that no sync stores: each line has a byte at least.
  package static let isInvalidFile = """
    offset NOT BETWEEN 0 AND \(Int64.max / 2) OR line NOT BETWEEN 0 AND offset + 1
    """

  package static let all = [movies, sequence, origins, files]

  /// The valid sequence numbers of states. The limit leaves room for later ones.
  package static let sequences: ClosedRange<Int64> = 0...(.max / 2)

  /// Whether a catalog has been synced.
  package static func exist(in transaction: borrowing Transaction) -> Bool {
    transaction.hasTable(movies.name)
  }
}
