import Foundation
import MovieStore
import MoviesCLI
import TestSupport
import Testing

/// The JSON object of each `migrate` command.
@Suite(.limited) struct MigrationJSONTests {
  private func text(_ answers: MigrationAnswer...) -> String {
    String(decoding: answers.json, as: UTF8.self)
  }

  private func text(_ content: MigrationAnswer.Content, file: String? = "a.db") -> String {
    text(MigrationAnswer(content, file: file))
  }

  private static let step =
    #"{"version": 4, "direction": "up", "summary": "store actors in their own table", "#
    + #""kind": "rewrite", "rows": 7, "losses": [{"what": "favorites", "count": 3}], "seconds": "#

  @Test("migrate: the file has the version reached, and what was done has its time")
  func migrate() throws {
    let step = try Stubs.step(.v4, rows: 7, losses: ["favorites": 3], seconds: 0.5)
    #expect(
      text(.migrate(try Stubs.report(steps: [step], backup: "b")))
        == #"{"command": "migrate", "file": "a.db", "version": 4, "newest": 6, "ok": true, "#
        + #""steps": [\#(Self.step)0.5}], "findings": [], "from": 3, "backup": "b", "#
        + #""seconds": 0.5}\#n"#)
  }

  @Test("plan: no step has a time, and an empty file has version 0")
  func plan() throws {
    let step = try Stubs.step(.v4, rows: 7, losses: ["favorites": 3])
    #expect(
      text(.plan(try Stubs.plan(from: nil, steps: [step])))
        == #"{"command": "plan", "file": "a.db", "version": 0, "newest": 6, "ok": true, "#
        + #""steps": [\#(Self.step)null}], "findings": [], "from": 0, "to": 4, "#
        + #""bytesNeeded": 3145728, "bytesFree": 5368709120}\#n"#)
  }

  @Test("rehearse: counts before and after; an error makes it not ok")
  func rehearse() throws {
    let finding = Finding(
      .data, "a cast is no array", object: "Movie", rows: [2, 5], hint: "Mend it")
    #expect(
      text(.rehearse(try Stubs.rehearsal(steps: [], findings: [finding])))
        == #"{"command": "rehearse", "file": "a.db", "version": 4, "newest": 6, "ok": false, "#
        + #""steps": [], "findings": [{"code": "data", "severity": "error", "#
        + #""message": "a cast is no array", "object": "Movie", "rows": [2, 5], "#
        + #""hint": "Mend it"}], "from": 4, "to": 3, "#
        + #""before": {"movies": 2, "favorites": 1, "actors": 1, "credits": 1000}, "#
        + #""after": {"movies": 2, "favorites": 0, "actors": 1, "credits": 1000}, "#
        + #""peakBytes": 1025, "seconds": 1.26}\#n"#)
  }

  @Test("status: pending migrations are steps, and no error")
  func status() throws {
    let json = text(.status(try Stubs.status(.v5, pending: [6])))
    #expect(
      json.hasPrefix(
        #"{"command": "status", "file": "a.db", "version": 5, "newest": 6, "ok": true, "#
          + #""steps": [{"version": 6, "direction": "up", "summary": "#))
    #expect(
      json.hasSuffix(
        #""losses": [], "seconds": null}], "findings": [], "fingerprint": "f0", "#
          + #""expectedFingerprint": "f1"}\#n"#))
    #expect(
      text(.status(try Stubs.status(.v6)))
        == #"{"command": "status", "file": "a.db", "version": 6, "newest": 6, "ok": true, "#
        + #""steps": [], "findings": [], "fingerprint": "f0", "expectedFingerprint": "f1"}\#n"#)
  }

  @Test("check: each check with what it found; without a file there is no version")
  func check() throws {
    let note = Finding(.drift, "a table of another program", severity: .note)
    let finding =
      #"{"code": "drift", "severity": "note", "message": "a table of another program", "#
      + #""object": null, "rows": [], "hint": null}"#
    #expect(
      text(try Stubs.check(("schema", [note]), file: nil))
        == #"{"command": "check", "file": null, "version": null, "newest": 6, "ok": true, "#
        + #""steps": [], "findings": [\#(finding)], "#
        + #""checks": [{"name": "schema", "ok": true, "findings": [\#(finding)], "#
        + #""seconds": 0.25}]}\#n"#)
    #expect(text(try Stubs.check(file: "a.db")).contains(#""file": "a.db", "version": 6, "#))
  }

  @Test("schema: the SQL; of a version there is no file")
  func schema() {
    #expect(
      text(.schema("CREATE TABLE x(y);\n", version: .v3), file: nil)
        == #"{"command": "schema", "file": null, "version": 3, "newest": 6, "ok": true, "#
        + #""steps": [], "findings": [], "sql": "CREATE TABLE x(y);\n"}\#n"#)
  }

  @Test("log: the steps are the entries, with all they hold")
  func log() throws {
    #expect(
      text(.log([try Stubs.entry(.down, .v3)], version: .v3))
        == #"{"command": "log", "file": "a.db", "version": 3, "newest": 6, "ok": true, "#
        + #""steps": [{"version": 3, "event": "down", "checksum": "c", "#
        + #""fingerprintBefore": "", "fingerprintAfter": "f", "#
        + #""rows": {"movies": 1234, "favorites": 0, "actors": 1, "credits": 1000}, "#
        + #""time": "2026-11-21T10:15:02Z", "seconds": 0.0625, "program": "movies 0.1.0", "#
        + #""sqlite": "3.40.1"}], "findings": []}\#n"#)
  }

  @Test(
    "a file that cannot be worked on has every key, and one finding that says why",
    arguments: [
      (.migrate(nil), #""from": null, "backup": null, "seconds": null"#),
      (.status(nil), #""fingerprint": null, "expectedFingerprint": null"#),
      (.plan(nil), #""from": null, "to": null, "bytesNeeded": null, "bytesFree": null"#),
      (
        .rehearse(nil),
        #""from": null, "to": null, "before": null, "after": null, "peakBytes": null, "#
          + #""seconds": null"#
      ),
      (.check(nil), #""checks": []"#), (.schema(nil, version: nil), #""sql": null"#),
    ] as [(MigrationAnswer.Content, String)])
  func failure(content: MigrationAnswer.Content, rest: String) {
    let answer = MigrationAnswer(content, file: "a.db", failure: .fileNotFound(path: "/a.db"))
    #expect(
      text(answer).hasSuffix(
        #""file": "a.db", "version": null, "newest": 6, "ok": false, "steps": [], "#
          + #""findings": [{"code": "file", "severity": "error", "#
          + #""message": "the database '/a.db' does not exist. "#
          + #"Check the path. Adding or importing movies creates it", "object": null, "rows": [], "#
          + #""hint": null}], \#(rest)}\#n"#))
  }

  @Test(
    "what keeps a migration from being done is found by its kind",
    arguments: [
      (.newerSchema(path: "/a", version: 9), "newer", 9),
      (.busy(path: "/a"), "file", nil),
      (.unmigratableData(version: .v4, description: "x", movies: [2]), "data", nil),
      (.migrationFailed(version: .v4, detail: "x"), "migration", nil),
      (.lossesNotAccepted(path: "/a", target: .v1, losses: []), "loss", nil),
      (.insufficientDiskSpace(path: "/a", needed: 1, free: 0), "disk", nil),
      (.changedSchema(path: "/a", findings: [Finding(.collision, "x")]), "collision", nil),
    ] as [(StoreError, String, Int?)])
  func codes(error: StoreError, code: String, version: Int?) throws {
    let json = [MigrationAnswer(.plan(nil), file: "a", failure: error)].json
    let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
    let findings = object?["findings"] as? [[String: Any]]
    #expect(findings?.map { $0["code"] as? String } == [code])
    #expect(object?["version"] as? Int == version)
    #expect(object?["ok"] as? Bool == false)
  }

  @Test("of several files there is an array, an object a line")
  func several() throws {
    let answer = try Stubs.check(("schema", []))
    let one = text(answer).dropLast()
    #expect(text(answer, answer) == "[\n\(one),\n\(one)\n]\n")
  }

  @Test("any text at all comes back from the JSON", arguments: 0..<8)
  func hostile(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let texts = (0..<4).map { _ in random.text(upTo: 30) }
    let finding = Finding(.drift, texts[0], severity: .warning, object: texts[1], hint: texts[2])
    let answer = try Stubs.check((texts[3], [finding]), file: texts[0])
    let object = try JSONSerialization.jsonObject(with: Data([answer].json)) as? [String: Any]
    let found = (object?["findings"] as? [[String: Any]])?.first
    let check = (object?["checks"] as? [[String: Any]])?.first
    let back = [found?["message"], found?["object"], found?["hint"], check?["name"]]
      .map { ($0 as? String).map { Array($0.utf8) } }
    #expect(back == texts.map { Array($0.utf8) })
  }

  @Test(
    "a time has six decimals at most",
    arguments: [(0.356_419_359_000_03, "0.356419"), (0.000_000_4, "0.0"), (12, "12.0")])
  func time(seconds: Double, text: String) throws {
    let step = try Stubs.step(.v4, seconds: seconds)
    #expect(
      self.text(.migrate(try Stubs.report(steps: [step])))
        .contains(#""losses": [], "seconds": \#(text)}]"#))
  }

  @Test("a time that is no number is null", arguments: [Double.nan, .infinity, -.infinity])
  func noNumber(seconds: Double) throws {
    let step = try Stubs.step(.v4, seconds: seconds)
    #expect(
      text(.migrate(try Stubs.report(steps: [step])))
        .contains(#""losses": [], "seconds": null}]"#))
  }
}
