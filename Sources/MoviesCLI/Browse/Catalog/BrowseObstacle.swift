internal import MovieStore

/// What stands in the way of reading or changing the catalog, as one line of the screen has it.
enum BrowseObstacle {
  static func message(_ error: StoreError) -> String {
    switch error {
    case .busy(_, let holder):
      "busy: another program is \(holder == .reader ? "reading" : "changing") the catalog; try again"
    case .replaced: "read only: the database file was replaced or removed; quit and start again"
    case .readOnly: "read only: the database or its folder cannot be written"
    case .idsExhausted:
      "no id is left for another movie or actor; export the catalog and import it into a new one"
    case .olderSchema(_, let version):
      "read only: another program migrated the file to v\(version.rawValue); quit and start again"
    case .newerSchema(_, let version):
      "read only: another program migrated the file to v\(version); quit and use a newer program"
    case .refused(_, let findings):
      "refused: " + findings.map(\.message).joined(separator: "; ")
        + "; drop or change it with that program"
    default: FailureMessage(error).text
    }
  }
}
