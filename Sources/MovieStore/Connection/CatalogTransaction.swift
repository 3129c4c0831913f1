package import MovieSQLite

/// A transaction of a verified catalog: its statements, and the auxiliary tables that it has.
///
/// Functions below the public API get one instead of a bare transaction. A file that an older
/// program wrote, or from which another program dropped tables, lacks some of them until the next
/// write.
package struct CatalogTransaction: ~Copyable {
  /// Runs statements.
  package let database: Transaction
  /// Whether a search can use the search index. Without it, every title is read.
  let hasSearchIndex: Bool
  package let hasHistory: Bool
  package let hasAttributes: Bool
  /// Where changes are recorded; `nil` if the transaction only reads, or undoes or redoes an entry
  /// that has the values.
  package let journal: Journal?

  init(_ database: borrowing Transaction, _ schema: SchemaVerifier, _ journal: Journal? = nil) {
    self.database = Transaction(database)
    self.journal = journal
    hasSearchIndex = schema.hasSearchIndex
    hasHistory = schema.hasHistory
    hasAttributes = schema.hasAttributes
  }

  /// A transaction that reads a file of the newest version that a check has found intact, without
  /// its search index.
  package init(checked database: borrowing Transaction) {
    self.database = Transaction(database)
    journal = nil
    hasSearchIndex = false
    hasHistory = false
    hasAttributes = database.hasTable(AttributeTable.name)
  }

  /// The same transaction with another journal.
  package init(_ other: borrowing CatalogTransaction, _ journal: Journal?) {
    database = Transaction(other.database)
    hasSearchIndex = other.hasSearchIndex
    hasHistory = other.hasHistory
    hasAttributes = other.hasAttributes
    self.journal = journal
  }
}
