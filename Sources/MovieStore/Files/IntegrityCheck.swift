package import MovieSQLite

/// SQLite's own checks. Which table is concerned is asked with the pragmas of each table, never
/// read from their messages.
package enum IntegrityCheck {
  /// - Throws: `damaged` with the first problem, `changedSchema` if SQLite cannot use the schema.
  package static func requireIntact(in transaction: borrowing Transaction, path: String) throws {
    guard let finding = try firstFinding(in: transaction) else { return }
    throw StoreError(
      finding.problem == .damagedData
        ? .damaged(path: path, detail: finding.message)
        : .changedSchema(path: path, findings: [finding]))
  }

  /// Returns the first problem, in SQLite's words.
  package static func firstFinding(in transaction: borrowing Transaction) throws -> Finding? {
    do {
      let problem = try problems("integrity_check(1)", in: transaction)
      return problem.isEmpty ? nil : damagedData(problem.joined(separator: "; "))
    } catch let error as SQLiteError where error.code.primary == .error {
      return invalidSchema(error)
    }
  }

  /// A function or a collation of another program is missing, or an expression of its index fails.
  package static func invalidSchema(_ error: SQLiteError) -> Finding {
    Finding(.drift, "SQLite cannot use the schema: \(error.message)", code: .invalidSchema)
  }

  package static func damagedData(_ problem: String) -> Finding {
    Finding(.integrity, problem, code: .damagedData)
  }

  /// Returns the lines of the result, and an error that ends the check as the last line.
  package static func problems(
    _ pragma: String, in transaction: borrowing Transaction
  ) throws -> [String] {
    var lines: [String] = []
    do {
      try transaction.forEachRow("PRAGMA \(raw: pragma)") { row throws(SQLiteError) in
        // Several problems of pages are one text, after a line with the name of the database.
        lines += try row.text(at: 0).split(separator: "\n")
          .filter { $0 != "ok" && !$0.hasPrefix("***") }.map(String.init)
      }
    } catch let error as SQLiteError where error.code.isDamage {
      lines.append("the integrity check did not finish: \(error.message)")
    }
    if !lines.isEmpty { try transaction.requireReadablePages() }
    return lines
  }
}

extension ResultCode {
  package var isDamage: Bool { [.corrupt, .notADatabase, .tooBig, .mismatch].contains(primary) }
}
