internal import MovieSQLite

/// A transaction of a verified catalog: its statements, and the auxiliary tables that it has.
///
/// Functions below the public API get one instead of a bare transaction. A file that an older program
/// wrote, or from which another program dropped tables, lacks some of them until the next write.
struct CatalogTransaction: ~Copyable {
  /// Runs statements.
  let database: Transaction
  /// Whether a search can use the search index. Without it, every title is read.
  let hasSearchIndex: Bool
  let hasHistory: Bool
  let hasAttributes: Bool

  init(_ database: borrowing Transaction, _ schema: SchemaVerifier) {
    self.database = Transaction(database)
    hasSearchIndex = schema.hasSearchIndex
    hasHistory = schema.hasHistory
    hasAttributes = schema.hasAttributes
  }
}
