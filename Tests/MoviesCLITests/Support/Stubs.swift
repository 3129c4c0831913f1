import Foundation
import MovieStore
import MovieStoreMaintenance
import MoviesCLI

/// Results of the library with fixed values, to test the output.
enum Stubs {
  /// Decodes a value from JSON, because only the library has initializers for it.
  private static func value<Value: Decodable>(_ fields: [String: Any]) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(
      Value.self, from: JSONSerialization.data(withJSONObject: fields))
  }

  private static func fields(_ value: some Encodable) throws -> Any {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try JSONSerialization.jsonObject(with: encoder.encode(value))
  }

  static func step(
    _ version: SchemaVersion, _ direction: DirectedMigration.Direction = .up,
    summary: String = "store actors in their own table", rows: Int = 0, losses: [String: Int] = [:],
    seconds: Double? = nil
  ) throws -> MigrationStep {
    var fields: [String: Any] = [
      "version": version.rawValue, "direction": direction.rawValue, "summary": summary,
      "kind": "rewrite", "rows": rows,
      "losses": try Self.fields(
        losses.sorted { $0.key < $1.key }.map { loss($0.key, count: $0.value) }),
    ]
    fields["duration"] = try seconds.map { try Self.fields(Duration.seconds($0)) }
    return try value(fields)
  }

  /// - Parameter what: A plural whose first s is that of its noun, such as `actors without movies`.
  private static func loss(_ what: String, count: Int) -> MigrationLoss {
    MigrationLoss(
      what.replacing("s", with: "", maxReplacements: 1), plural: what, count: count)
  }

  static func counts(movies: Int, favorites: Int = 0) throws -> CatalogCounts {
    try value([
      "movies": movies, "favorites": favorites, "actors": 1, "credits": 1_000, "attributes": 0,
    ])
  }

  static func report(
    from: SchemaVersion? = .v3, steps: [MigrationStep], backup: String? = nil,
    historyEntries: Int = 0
  ) throws -> MigrationReport {
    var fields: [String: Any] = [
      "to": 4, "steps": try steps.map(fields), "duration": try fields(Duration.seconds(0.5)),
      "historyEntries": historyEntries,
    ]
    fields["from"] = from?.rawValue
    fields["backup"] = backup
    return try value(fields)
  }

  static func status(
    _ version: SchemaVersion?, pending: [Int] = [], findings: [Finding] = []
  ) throws -> MigrationStatus {
    var fields: [String: Any] = [
      "path": "/a.db", "pending": pending, "findings": try findings.map(fields),
    ]
    fields["version"] = version?.rawValue
    if version != nil { (fields["fingerprint"], fields["expectedFingerprint"]) = ("f0", "f1") }
    return try value(fields)
  }

  static func plan(
    from: SchemaVersion? = .v3, to: SchemaVersion = .v4, steps: [MigrationStep] = [],
    findings: [Finding] = [], historyEntries: Int = 0
  ) throws -> MigrationPlan {
    var fields: [String: Any] = [
      "to": to.rawValue, "steps": try steps.map(fields), "findings": try findings.map(fields),
      "bytesNeeded": 3 << 20, "bytesFree": 5 << 30, "historyEntries": historyEntries,
    ]
    fields["from"] = from?.rawValue
    return try value(fields)
  }

  static func rehearsal(
    steps: [MigrationStep], findings: [Finding] = [], historyEntries: Int = 0
  ) throws -> MigrationRehearsal {
    try value([
      "from": 4, "to": 3, "steps": try steps.map(fields), "findings": try findings.map(fields),
      "before": fields(counts(movies: 2, favorites: 1)), "after": fields(counts(movies: 2)),
      "peakBytes": 1_025, "bytesBefore": 512, "duration": fields(Duration.seconds(1.26)),
      "historyEntries": historyEntries,
    ])
  }

  static func verification(
    _ checks: [(String, [Finding])], version: SchemaVersion? = .v6, path: String? = "/a.db"
  ) throws -> CheckReport {
    let pair: [String: Any] = [
      "sample": "s", "from": 1, "to": 1, "outcome": ["equal": [String: Any]()], "findings": [Any](),
    ]
    var fields: [String: Any] = ["rehearsals": [Any](), "pairs": path == nil ? [pair] : []]
    fields["checks"] = try checks.map { name, findings in
      [
        "name": name, "findings": try findings.map(Self.fields),
        "duration": try Self.fields(Duration.seconds(0.25)),
      ]
    }
    fields["path"] = path
    fields["version"] = version?.rawValue
    return try value(fields)
  }

  static func check(
    _ checks: (String, [Finding])..., file: String? = "a.db", namesFile: Bool = true
  ) throws -> Report {
    .check(
      try verification(checks, path: file.map { "/" + $0 }), of: file, namesFile: namesFile)
  }

  /// The check of a file that cannot be read.
  static func failedCheck(_ problem: StoreError.Problem, file: String) -> Report {
    .failure(StoreError(problem), of: file, "check", arrays: ["checks"])
  }

  static func entry(
    _ event: MigrationLogEntry.Event, _ version: SchemaVersion
  ) throws -> MigrationLogEntry {
    MigrationLogEntry(
      version: version, event: event, checksum: "c", fingerprintBefore: "", fingerprintAfter: "f",
      rows: try counts(movies: 1_234), time: Timestamp(stored: "2026-11-21T10:15:02Z"),
      duration: .seconds(0.0625), program: "movies 0.1.0", sqlite: "3.40.1")
  }
}
