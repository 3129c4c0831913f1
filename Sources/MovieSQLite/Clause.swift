/// A piece of SQL with the values of its parameters, in order.
///
/// The text is the program's own; whatever a person gave is in the values.
package struct Clause: Hashable, Sendable {
  package var sql: String
  package var values: [Value]

  package init(_ sql: String, _ values: [Value] = []) {
    self.sql = sql
    self.values = values
  }

  /// The clauses one after the other.
  package static func joined(_ clauses: [Clause], by separator: String) -> Clause {
    Clause(clauses.map(\.sql).joined(separator: separator), clauses.flatMap(\.values))
  }

  package static func + (left: Clause, right: Clause) -> Clause {
    Clause(left.sql + right.sql, left.values + right.values)
  }
}

extension Transaction {
  /// Prepares the clause with its values bound.
  package borrowing func prepare(_ clause: Clause) throws(SQLiteError) -> Statement {
    var statement = try prepare(clause.sql)
    try statement.bind(clause.values)
    return statement
  }
}
