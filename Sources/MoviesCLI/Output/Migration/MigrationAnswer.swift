package import MovieStore

/// What a `migrate` command has to say about one file.
///
/// Where the file could not be worked on, the value is missing and ``failure`` says why.
package struct MigrationAnswer {
  package enum Content {
    case migrate(MigrationReport?)
    case status(MigrationStatus?)
    case plan(MigrationPlan?)
    case rehearse(MigrationRehearsal?)
    case check(MigrationVerification?)
    case schema(String?, version: SchemaVersion?)
    case log([MigrationLogEntry], version: SchemaVersion?)
  }

  /// The file as it was named; `nil` where there is none.
  let file: String?
  let content: Content
  var failure: StoreError?

  package init(_ content: Content, file: String?, failure: StoreError? = nil) {
    self.file = file
    self.content = content
    self.failure = failure
  }

  var command: String {
    switch content {
    case .migrate: "migrate"
    case .status: "status"
    case .plan: "plan"
    case .rehearse: "rehearse"
    case .check: "check"
    case .schema: "schema"
    case .log: "log"
    }
  }

  /// The version of the file, 0 before its first write; `nil` where it is unknown.
  var version: Int? {
    if case .newerSchema(_, let version) = failure { return version }
    if failure != nil { return nil }
    return switch content {
    case .migrate(let report): report?.to.rawValue
    case .status(let status): status.map { Self.number(of: $0.version) }
    case .plan(let plan): plan.map { Self.number(of: $0.from) }
    case .rehearse(let rehearsal): rehearsal.map { Self.number(of: $0.from) }
    case .check(let checked): checked?.path == nil ? nil : Self.number(of: checked?.version)
    case .schema(_, let version), .log(_, let version): Self.number(of: version)
    }
  }

  var findings: [Finding] {
    if let failure { return Finding.findings(for: failure) }
    return switch content {
    case .status(let status): status?.findings ?? []
    case .plan(let plan): plan?.findings ?? []
    case .rehearse(let rehearsal): rehearsal?.findings ?? []
    case .check(let checked): checked?.findings ?? []
    case .migrate, .schema, .log: []
    }
  }

  /// The steps that were done, tried or planned; for `status`, those that are pending.
  var steps: [MigrationStep] {
    switch content {
    case .migrate(let report): report?.steps ?? []
    case .status(let status?) where !status.pending.isEmpty:
      Migrator.steps(from: status.version, to: .newest)
    case .plan(let plan): plan?.steps ?? []
    case .rehearse(let rehearsal): rehearsal?.steps ?? []
    case .check(let checked): checked?.steps ?? []
    case .status, .schema, .log: []
    }
  }

  /// What the look at the file comes to, as an exit status.
  package var exitStatus: ExitStatus {
    if let failure { return ErrorMessage(failure).status }
    let found = ExitStatus(of: findings)
    if case .status(let status) = content, found == .done, status?.pending.isEmpty == false {
      return .pending
    }
    return found
  }

  private static func number(of version: SchemaVersion?) -> Int { version?.rawValue ?? 0 }
}
