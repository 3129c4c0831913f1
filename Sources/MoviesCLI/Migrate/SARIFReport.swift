internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem

/// The findings of `migrate check` as SARIF 2.1.0 (OASIS), for code scanning.
extension [Report] {
  package var sarif: [UInt8] {
    let results = flatMap { report in
      report.checks.flatMap { check in
        check.findings.map { SARIFResult(finding: $0, check: check.name, file: report.file) }
      }
    }
    return JSONBuilder.line { json in
      json.add("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      json.add("version", "2.1.0")
      json.array("runs", [results]) { json, results in
        json.object { json in
          json.object("tool") { json in
            json.object("driver") { json in
              json.add("name", "movies")
              json.add("version", Release.version)
              json.array(
                "rules", Set(results.map(\.finding.kind)).sorted { $0.rawValue < $1.rawValue }
              ) {
                Self.append($1, to: &$0)
              }
            }
          }
          json.array("results", results) { $1.append(to: &$0) }
        }
      }
    }
  }

  private static func append(_ kind: Finding.Kind, to json: inout JSONBuilder) {
    json.object { json in
      json.add("id", kind.rawValue)
      json.object("shortDescription") { $0.add("text", kind.title) }
    }
  }
}

private struct SARIFResult {
  let finding: Finding
  let check: String
  /// `nil` for the built-in migrations.
  let file: String?

  func append(to json: inout JSONBuilder) {
    json.object { json in
      json.add("ruleId", finding.kind.rawValue)
      json.add("level", finding.severity.rawValue)
      json.object("message") { $0.add("text", "\(check): \(finding.text)") }
      json.array("locations", file.map { [$0] } ?? []) { json, file in
        json.object { json in
          json.object("physicalLocation") { json in
            json.object("artifactLocation") { $0.add("uri", Self.uri(of: file)) }
            // A database has no lines, but some readers require one.
            json.object("region") { $0.add("startLine", 1) }
          }
        }
      }
      json.object("partialFingerprints") {
        // Messages about a file have its path on this machine.
        let message = finding.kind == .file ? "" : finding.message
        $0.add("finding/v1", [check, finding.object ?? "", message].joined(separator: "/"))
      }
    }
  }

  /// The path as a URI reference (RFC 3986); an absolute path with the scheme `file`.
  private static func uri(of path: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
    let escaped = path.utf8.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return plain.contains(byte)
        ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }.joined()
    return path.hasPrefix("/") ? "file://\(escaped)" : escaped
  }
}

extension Finding.Kind {
  /// What findings of this kind are about.
  fileprivate var title: String {
    switch self {
    case .file: "A file cannot be used, or has an unusual property"
    case .newer: "A file was written by a newer program"
    case .drift: "A schema is not that of its version"
    case .collision: "An object of another program has a name that a migration needs"
    case .integrity: "Pages of a file are inconsistent"
    case .foreignKey: "A row refers to a row that does not exist"
    case .data: "Rows violate a rule, or cannot be migrated"
    case .migration: "A migration lost or changed data, or could not be run"
    case .loss: "A downgrade would lose data"
    case .log: "The log of a file does not match the migrations"
    case .disk: "There is not enough disk space"
    case .budget: "A migration uses more than it may"
    }
  }
}
