internal import MovieStore

/// One-line messages for errors that prevent reading or changing the catalog.
enum BrowseObstacle {
  static func message(_ error: StoreError) -> String {
    switch error {
    case .busy(_, let holder):
      "busy: another process is \(holder == .reader ? "reading" : "writing to") the database; "
        + "try again"
    case .replaced: "read-only: the database was replaced or removed; quit and start again"
    case .readOnly:
      "read-only: the database or its directory is not writable; check the permissions"
    case .diskFull: "the disk is full: no space for the database or for temporary files (TMPDIR)"
    case .idsExhausted:
      "no ids are left for new movies or actors; export the catalog and import it into a new database"
    case .olderSchema(_, let version):
      "read-only: another process migrated the database to v\(version.rawValue); "
        + "quit and start again"
    case .newerSchema(_, let version):
      "read-only: another process migrated the database to v\(version); "
        + "quit and use a newer version of movies"
    case .refused(_, let findings):
      "rejected: " + findings.map(\.message).joined(separator: "; ")
        + (findings.lazy.compactMap(\.hint).first.map { "; \($0)" } ?? "")
    default: ErrorMessage(error).text
    }
  }
}
