internal import MovieStore

/// What to do about a finding, in the terms of the program.
extension Finding {
  /// The explanation, and the command that repairs the finding.
  package var hint: String? {
    let repairing = repair == nil ? nil : "run 'movies doctor --fix'"
    let clauses = [explanation, repairing].compactMap(\.self)
    return clauses.isEmpty ? nil : clauses.joined(separator: "; ")
  }

  /// A clause that explains the finding or states what to do, or `nil`.
  package var explanation: String? {
    guard let problem else { return explanationOfKind }
    return switch problem {
    case .readableByOthers: "if this is not intended, run 'chmod 600' on the file"
    case .hardLinks:
      "always use the same name: SQLite cannot roll back an interrupted change if the file is opened "
        + "by another name"
    case .interruptedChange: "if it was interrupted, the next command rolls it back"
    case .writeAheadLog:
      "use SQLite 3.51.3 or later, or turn the write-ahead log off: PRAGMA journal_mode = DELETE;"
    case .olderSchema: "'movies migrate' upgrades it"
    case .missingTable: "restore a backup"
    case .changedTable, .changedSearchIndex:
      repair != nil
        ? nil
        : "undo the change with the program that made it; 'movies migrate schema <version>' prints "
          + "the expected schema"
    case .thirdPartyTrigger: drop("TRIGGER")
    case .thirdPartyView: drop("VIEW")
    case .invalidSchema: "drop the table or index that another program created"
    case .invalidEncoding:
      "'movies migrate' and 'movies doctor --fix' do not support this; export the movies and import "
        + "them into a new database"
    case .damagedData: Self.recoveryHint
    case .thirdPartyReferences, .invalidCasts: Self.rowsHint
    case .unknownMigration: "if there are no other findings, nothing needs to be done"
    case .damagedHistory: "changes may not be undone correctly"
    case .damagedSync: "'movies sync' rejects or ignores them"
    case .actorsWithoutMovies: "downgrading below v4 would lose them"
    case .staleSortableTitles: "lists show these movies in the wrong place"
    case .missingSearchIndex: "the next change rebuilds it; until then, searches scan all titles"
    case .invalidIDs:
      "commands accept only ids from 1; to renumber them, export the catalog and import it into a new "
        + "database"
    case .invalidUUIDs: "'movies migrate' upgrades the database to a schema without UUIDs"
    case .invalidPositions: "actors at the same position are ordered by id"
    case .similarNames: "if both are the same person, rename one of them"
    case .duplicateMovies: "'movies duplicates' lists them"
    case .duplicateActors: "'movies duplicates --actors' lists them"
    case .duplicateCastNames: "from v4 on, each name is in a cast only once, at its first position"
    default: nil
    }
  }

  /// Of a finding that is not about the content of a file.
  private var explanationOfKind: String? {
    switch kind {
    case .collision: "rename or drop it with the program that created it"
    case .data where severity == .error: Self.rowsHint
    case .disk: "free some space, or write the backup to another disk"
    default: nil
    }
  }

  private func drop(_ type: String) -> String {
    "drop it with the program that created it, or in the sqlite3 shell: "
      + "DROP \(type) \"\((object ?? "").replacing("\"", with: "\"\""))\";"
  }

  static let recoveryHint =
    "restore a backup with 'movies restore'; without a backup, the '.recover' command of the "
    + "sqlite3 shell may recover some rows"
  static let rowsHint = "repair these rows with the program that wrote them"
}
