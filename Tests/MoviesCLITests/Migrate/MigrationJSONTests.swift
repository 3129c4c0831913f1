import Foundation
import MovieStore
import MoviesCLI
import TestSupport
import Testing

/// The JSON object of each `migrate` command.
@Suite(.limited) struct MigrationJSONTests {
  private func text(_ reports: Report...) -> String {
    String(decoding: Report(merging: reports).json, as: UTF8.self)
  }

  private static let step =
    #"{"version": 4, "direction": "up", "summary": "store actors in their own table", "#
    + #""kind": "rewrite", "rows": 7, "losses": [{"what": "favorites", "count": 3}], "seconds": "#

  /// The end of a step that was not rehearsed.
  private static let unmeasured = #", "peakMemory": null, "peakBytes": null}"#

  @Test("migrate: the new version, and steps with their durations")
  func migrate() throws {
    let step = try Stubs.step(.v4, rows: 7, losses: ["favorites": 3], seconds: 0.5)
    #expect(
      text(.migration(try Stubs.report(steps: [step], backup: "b", historyEntries: 12), of: "a.db"))
        == #"{"command": "migrate", "file": "a.db", "version": 4, "newest": 6, "ok": true, "#
        + #""steps": [\#(Self.step)0.5\#(Self.unmeasured)], "findings": [], "from": 3, "backup": "b", "#
        + #""seconds": 0.5, "historyEntries": 12}\#n"#)
  }

  @Test("plan: steps have no durations, and an empty file has version 0")
  func plan() throws {
    let step = try Stubs.step(.v4, rows: 7, losses: ["favorites": 3])
    #expect(
      text(.plan(try Stubs.plan(from: nil, steps: [step]), of: "a.db"))
        == #"{"command": "plan", "file": "a.db", "version": 0, "newest": 6, "ok": true, "#
        + #""steps": [\#(Self.step)null\#(Self.unmeasured)], "findings": [], "from": 0, "to": 4, "#
        + #""bytesNeeded": 3145728, "bytesFree": 5368709120, "historyEntries": 0}\#n"#)
  }

  @Test("rehearse: counts before and after; not ok with an error")
  func rehearse() throws {
    let finding = Finding(
      .data, "a cast is not an array", object: "Movie", rows: [2, 5])
    #expect(
      text(.rehearsal(try Stubs.rehearsal(steps: [], findings: [finding]), of: "a.db"))
        == #"{"command": "rehearse", "file": "a.db", "version": 4, "newest": 6, "ok": false, "#
        + #""steps": [], "findings": [{"code": "data", "severity": "error", "#
        + #""message": "a cast is not an array", "object": "Movie", "rows": [2, 5], "#
        + #""hint": "repair these rows with the program that wrote them"}], "from": 4, "to": 3, "#
        + #""before": {"movies": 2, "favorites": 1, "actors": 1, "credits": 1000, "attributes": 0}, "#
        + #""after": {"movies": 2, "favorites": 0, "actors": 1, "credits": 1000, "attributes": 0}, "#
        + #""peakBytes": 1025, "peakMemory": null, "seconds": 1.26, "historyEntries": 0}\#n"#)
  }

  @Test("status: pending migrations are steps, not errors")
  func status() throws {
    let json = text(.status(try Stubs.status(.v5, pending: [6]), of: "a.db"))
    #expect(
      json.hasPrefix(
        #"{"command": "status", "file": "a.db", "version": 5, "newest": 6, "ok": true, "#
          + #""steps": [{"version": 6, "direction": "up", "summary": "#))
    #expect(
      json.hasSuffix(
        #""losses": [], "seconds": null\#(Self.unmeasured)], "findings": [], "fingerprint": "f0", "#
          + #""expectedFingerprint": "f1"}\#n"#))
    #expect(
      text(.status(try Stubs.status(.v6), of: "a.db"))
        == #"{"command": "status", "file": "a.db", "version": 6, "newest": 6, "ok": true, "#
        + #""steps": [], "findings": [], "fingerprint": "f0", "expectedFingerprint": "f1"}\#n"#)
  }

  @Test("check: each check with its findings; no version without a file")
  func check() throws {
    let note = Finding(.drift, "a user-defined table", severity: .note)
    let finding =
      #"{"code": "drift", "severity": "note", "message": "a user-defined table", "#
      + #""object": null, "rows": [], "hint": null}"#
    #expect(
      text(try Stubs.check(("schema", [note]), file: nil))
        == #"{"command": "check", "file": null, "version": null, "newest": 6, "ok": true, "#
        + #""steps": [], "findings": [\#(finding)], "#
        + #""checks": [{"name": "schema", "ok": true, "findings": [\#(finding)], "#
        + #""seconds": 0.25}], "rehearsals": [], "#
        + #""pairs": [{"catalog": "s", "from": 1, "to": 1, "outcome": "equal", "losses": []}]}\#n"#)
    #expect(text(try Stubs.check(file: "a.db")).contains(#""file": "a.db", "version": 6, "#))
  }

  @Test("schema: the SQL; no file for a version")
  func schema() {
    #expect(
      text(.schema("CREATE TABLE x(y);\n", version: .v3, of: nil))
        == #"{"command": "schema", "file": null, "version": 3, "newest": 6, "ok": true, "#
        + #""steps": [], "findings": [], "sql": "CREATE TABLE x(y);\n"}\#n"#)
  }

  @Test("log: the steps are the entries with all their values")
  func log() throws {
    #expect(
      text(.log([try Stubs.entry(.down, .v3)], version: .v3, of: "a.db"))
        == #"{"command": "log", "file": "a.db", "version": 3, "newest": 6, "ok": true, "#
        + #""steps": [{"version": 3, "event": "down", "checksum": "c", "#
        + #""fingerprintBefore": "", "fingerprintAfter": "f", "#
        + #""rows": {"movies": 1234, "favorites": 0, "actors": 1, "credits": 1000, "attributes": 0}, "#
        + #""time": "2026-11-21T10:15:02Z", "seconds": 0.0625, "program": "movies 0.1.0", "#
        + #""sqlite": "3.40.1"}], "findings": []}\#n"#)
  }

  @Test(
    "an unreadable file has every key, and one finding with the reason",
    arguments: [
      ("migrate", #", "from": null, "backup": null, "seconds": null, "historyEntries": null"#),
      ("migrate status", #", "fingerprint": null, "expectedFingerprint": null"#),
      (
        "migrate plan",
        #", "from": null, "to": null, "bytesNeeded": null, "bytesFree": null, "#
          + #""historyEntries": null"#
      ),
      (
        "migrate rehearse",
        #", "from": null, "to": null, "before": null, "after": null, "peakBytes": null, "#
          + #""peakMemory": null, "seconds": null, "historyEntries": null"#
      ),
      ("migrate check", #", "checks": [], "rehearsals": [], "pairs": []"#),
      ("migrate schema", #", "sql": null"#),
      ("migrate log", ""),
    ])
  func failure(command: String, rest: String) {
    let words = command.split(separator: " ").map(String.init)
    #expect(
      movies(words + ["--json", "--db", "/no/a.db"]).output.hasSuffix(
        #""file": "/no/a.db", "version": null, "newest": 6, "ok": false, "steps": [], "#
          + #""findings": [{"code": "file", "severity": "error", "#
          + #""message": "the database '/no/a.db' does not exist. "#
          + #"Check the path. Adding or importing movies creates it", "object": null, "rows": [], "#
          + #""hint": null}]\#(rest)}\#n"#))
  }

  @Test(
    "the code of a finding is the kind of the error",
    arguments: [
      (.newerSchema(path: "/a", version: 9), "newer", 9),
      (.busy(path: "/a"), "file", nil),
      (.unmigratableData(version: .v4, description: "x", movies: [2]), "data", nil),
      (.migrationFailed(version: .v4, detail: "x"), "migration", nil),
      (.lossesNotAccepted(path: "/a", target: .v1, losses: []), "loss", nil),
      (.insufficientDiskSpace(path: "/a", needed: 1, free: 0), "disk", nil),
      (.changedSchema(path: "/a", findings: [Finding(.collision, "x")]), "collision", nil),
    ] as [(StoreError.Problem, String, Int?)])
  func codes(problem: StoreError.Problem, code: String, version: Int?) throws {
    let json = Report.failure(StoreError(problem), of: "a", "plan").json
    let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
    let findings = object?["findings"] as? [[String: Any]]
    #expect(findings?.map { $0["code"] as? String } == [code])
    #expect(object?["version"] as? Int == version)
    #expect(object?["ok"] as? Bool == false)
  }

  @Test("several files are an array with one object per line")
  func several() throws {
    let result = try Stubs.check(("schema", []))
    let one = text(result).dropLast()
    #expect(text(result, result) == "[\n\(one),\n\(one)\n]\n")
  }

  @Test("random text round-trips", arguments: 0..<8)
  func hostile(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let texts = (0..<3).map { _ in random.text(upTo: 30) }
    let finding = Finding(.drift, texts[0], severity: .warning, object: texts[1])
    let result = try Stubs.check((texts[2], [finding]), file: texts[0])
    let object = try JSONSerialization.jsonObject(with: Data(result.json)) as? [String: Any]
    let found = (object?["findings"] as? [[String: Any]])?.first
    let check = (object?["checks"] as? [[String: Any]])?.first
    let decoded = [found?["message"], found?["object"], check?["name"]]
      .map { ($0 as? String).map { Array($0.utf8) } }
    #expect(decoded == texts.map { Array($0.utf8) })
  }

  @Test(
    "durations have at most six decimals",
    arguments: [(0.356_419_359_000_03, "0.356419"), (0.000_000_4, "0.0"), (12, "12.0")])
  func time(seconds: Double, text: String) throws {
    let step = try Stubs.step(.v4, seconds: seconds)
    #expect(
      self.text(.migration(try Stubs.report(steps: [step]), of: "a.db"))
        .contains(#""losses": [], "seconds": \#(text)\#(Self.unmeasured)]"#))
  }
}
