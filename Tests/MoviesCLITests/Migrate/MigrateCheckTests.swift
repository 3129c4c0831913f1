import Foundation
import MovieStore
import MovieStoreMaintenance
import MovieSystem
import MoviesCLI
import TestSupport
import Testing

/// The options of `migrate check`, on files and generated catalogs.
@Suite(.limited, .temporaryDirectory) struct MigrateCheckTests {
  init() throws { try SampleCatalog.install() }

  private func json(_ text: String) throws -> JSONValue {
    try #require(JSONValue(Array(text.utf8)))
  }

  @Test("a file is migrated up, again and down, and its figures are reported")
  func file() throws {
    let file = try CatalogFiles.make(.v1, named: "old.db")
    let result = movies("migrate", "check", file)
    #expect(result.status == .done)
    let checks = result.output.split(separator: "\n").map { $0.split(separator: "\t")[1] }
    #expect(checks.suffix(3) == ["up to v6", "again to v6", "down to v1"])
    #expect(
      result.error.contains(
        #/migrated a copy with \d+ movies from v1 to v6 in [\d.]+ s, [\d.]+ MiB of memory, /#))
    let json = try json(movies("migrate", "check", file, "--json").output)
    let steps = try #require(json["steps"]?.array)
    #expect(steps.count == 10)
    for step in steps {
      #expect((step["peakMemory"]?.integer ?? 0) > 1 << 20)
      #expect((step["peakBytes"]?.integer ?? 0) >= 4_096)
    }
    let upgrade = try #require(json["rehearsals"]?.array?.first)
    #expect(upgrade["from"]?.integer == 1 && upgrade["to"]?.integer == 6)
    #expect(
      (upgrade["peakBytes"]?.integer ?? 0) >= (upgrade["bytesBefore"]?.integer ?? .max))
  }

  @Test(
    "a generated catalog of each version is migrated within a budget",
    arguments: SchemaVersion.allCases)
  func scale(version: SchemaVersion) {
    let result = movies(
      "migrate", "check", "--scale", "40", "--from", "\(version.rawValue)", "--max-time", "1min",
      "--max-memory", "1GiB", "--max-space", "100x")
    #expect(result.status == .done)
    #expect(result.error.contains("checked a generated catalog: no problems\n"))
    if version < .newest {
      #expect(result.output.split(separator: "\n").count == 6 - version.rawValue)
      #expect(result.error.contains("migrated a copy with 40 movies from v\(version.rawValue) "))
    }
  }

  @Test(
    "what is above a budget fails the check, with what was used",
    arguments: [
      ("--max-time", "0.001ms", #"took \d\.\d{3} s, more than 0\.001ms; the step to v\d took \d"#),
      ("--max-memory", "1kB", #"used \d+\.\d MiB of memory, more than 1kB"#),
      ("--max-space", "0.5x", #"used \d+ KiB of disk space, more than 0\.5x the size of the file"#),
      ("--max-space", "1B", #"used \d+ KiB of disk space, more than 1B"#),
    ])
  func budget(option: String, limit: String, pattern: String) throws {
    let message = try Regex(pattern)
    let generated = movies("migrate", "check", "--scale", "20", option, limit)
    #expect(generated.status == .notFound && generated.error.contains(message))
    #expect(generated.error.contains("Error: the migration from v1 to v6 "))
    let file = try CatalogFiles.make(.v5, named: "old.db")
    let rehearsed = movies("migrate", "rehearse", file, option, limit)
    #expect(rehearsed.status == .notFound && rehearsed.error.contains(message))
    let checked = movies("migrate", "check", file, option, limit, "--json")
    #expect(checked.status == .notFound && checked.output.contains(#""code": "budget""#))
  }

  @Test("what was not migrated has neither kills nor a budget, and says so")
  func current() {
    let result = movies(
      "migrate", "check", SampleCatalog.path, "--kill", "--max-time", "0.001ms")
    #expect(result.status == .done)
    for name in ["kill", "budget"] {
      #expect(
        result.output.contains("\t\(name)\tnote: not checked, because nothing was migrated\n"))
    }
    let generated = movies("migrate", "check", "--scale", "5", "--from", "6", "--kill")
    #expect(generated.status == .done && generated.output == "")
  }

  @Test("the command that kills itself does not accept the files of users")
  func untilKilled() throws {
    let file = try CatalogFiles.make(.v1, named: "old.db")
    let before = try Files.bytes(file)
    #expect(movies("migrate", "until-killed", file, "0").status == .usage)
    #expect(try Files.bytes(file) == before)
  }

  @Test("the matrix shows what each pair of versions loses, and what is refused", .fullTier)
  func matrix() throws {
    let names = ["summary", "sarif", "json"]
    let result = movies(
      ["migrate", "check", "--matrix"]
        + names.flatMap { ["--report", "\($0):\(TemporaryDirectory.path($0))"] })
    #expect(result.status == .done)
    let rows = result.output.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(rows.count.isMultiple(of: 6) && rows.allSatisfy { $0.count == 8 })
    for row in rows {
      let from = try #require(Int(row[1].dropFirst()))
      #expect(row[1 + from] == "equal")
      let upgrades = row.dropFirst(2 + from)
      let isRefused = row[0] == "hostile" && from < 4
      #expect(upgrades.allSatisfy { $0 == "lossless" || (isRefused && $0 == "refused") })
      #expect(upgrades.contains("refused") == isRefused)
    }
    #expect(result.output.contains("edge cases\tv2\tloses 3 favorites\tequal\t"))
    #expect(result.output.contains("no movies\tv6\tlossless\tlossless\tlossless"))
    let reports = try names.map { try Files.bytes(TemporaryDirectory.path($0)) }
    let summary = String(decoding: reports[0], as: UTF8.self)
    #expect(summary.contains("| catalog | from | v1 | v2 | v3 | v4 | v5 | v6 |\n"))
    #expect(summary.contains("| hostile | v1 | equal | lossless | lossless | refused | refused | "))
    #expect(JSONValue(reports[1])?["runs"]?.array?.first?["results"]?.array == [])
    #expect(JSONValue(reports[2])?["pairs"]?.array?.count == rows.count * 6)
    let json = String(decoding: reports[2], as: UTF8.self)
    #expect(try OutputContract.validate(json, isLines: false, of: ["migrate", "check"]) == 1)
  }

  @Test("known findings are notes, new ones are not")
  func baseline() throws {
    let known = TemporaryDirectory.path("known.json")
    let file = try CatalogFiles.make(.v1, named: "old.db")
    try CatalogFiles.change(file, #"UPDATE Movie SET "cast" = '[1]' WHERE pk = 1"#)
    let first = movies("migrate", "check", file, "--report", "json:\(known)")
    #expect(first.status == .notFound)
    let second = movies("migrate", "check", file, "--baseline", known)
    #expect(second.status == .done, "\(second.error)")
    #expect(second.error.contains("Note: casts that are not arrays of valid text: 1"))
    // In another spelling, and with a summary that says that nothing was migrated.
    let (summary, other) = (TemporaryDirectory.path("summary"), TemporaryDirectory.path("./old.db"))
    let third = movies(
      "migrate", "check", other, "--baseline", known, "--report", "summary:\(summary)")
    #expect(third.status == .done)
    let text = String(decoding: try Files.bytes(summary), as: UTF8.self)
    #expect(text.contains("| v1 |  |  |  |  | known problems, not migrated |\n"))
    try CatalogFiles.change(file, #"UPDATE Movie SET "cast" = '[1]' WHERE pk = 2"#)
    #expect(movies("migrate", "check", file, "--baseline", known).status == .notFound)
    // Findings of another file are not known.
    let another = try CatalogFiles.make(.v1, named: "other.db")
    try CatalogFiles.change(another, #"UPDATE Movie SET "cast" = '[1]' WHERE pk = 1"#)
    #expect(movies("migrate", "check", another, "--baseline", known).status == .notFound)
  }

  @Test(
    "a baseline that is no report is an error",
    arguments: [
      "[", "{}", "[1]", #"{"command": "check"}"#,
      #"{"command": "status", "file": null, "checks": []}"#,
      #"{"command": "check", "file": null, "checks": [{"name": "x"}]}"#,
      #"{"command": "check", "file": null, "checks": [{"name": "x", "findings": [1]}]}"#,
    ])
  func invalidBaseline(text: String) throws {
    let path = TemporaryDirectory.path("b.json")
    try Files.write(Array(text.utf8), to: path)
    let result = movies("migrate", "check", "--baseline", path)
    #expect(result.status == .badInput)
    #expect(result.error.contains("'\(path)' is not a report of 'movies migrate check'. Write one"))
    #expect(movies("migrate", "check", "--baseline", path + "x").status == .missingFile)
    #expect(movies("migrate", "check", "--baseline", "/dev/zero").status == .badInput)
  }
}

/// The summary and the SARIF report of `migrate check`.
@Suite(.limited, .temporaryDirectory) struct CheckReportTests {
  init() throws { try SampleCatalog.install() }

  private let path = TemporaryDirectory.path("report")

  @Test("the summary has a row for each file and step, and the findings")
  func summary() throws {
    let old = try CatalogFiles.make(.v3, named: "a|b.db")
    let missing = TemporaryDirectory.path("missing.db")
    let result = movies(
      "migrate", "check", old, SampleCatalog.path, missing, "--report", "summary:\(path)")
    #expect(result.status == .missingFile)
    let text = String(decoding: try Files.bytes(path), as: UTF8.self)
    #expect(text.hasPrefix("## Migration check\n\nChecked 3 files: 1 has problems.\n\n| file | "))
    #expect(
      text.contains(/a\\\|b\.db \| v3 → v6 \| \d+ \| \d+\.\d{3} s \| [\d.]+ MiB \| .* \| ok \|\n/))
    for step in ["v4", "v5", "v6"] { #expect(text.contains("\n|  | → \(step) | ")) }
    #expect(text.contains("movies.db | v6 |  |  |  |  | ok, up to date |\n"))
    #expect(text.contains(/missing\.db \|  \|  \|  \|  \|  \| \*\*failed\*\* \|\n/))
    #expect(text.contains("\n- **error**: "))
    // Every row has all columns.
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.allSatisfy { $0.replacing("\\|", with: "").count { $0 == "|" } == 8 })
  }

  @Test("SARIF has a rule and a location for each finding")
  func sarif() throws {
    let file = try CatalogFiles.changed(named: "a b%.db")
    #expect(movies("migrate", "check", file, "--report", "sarif:\(path)").status == .notFound)
    let text = String(decoding: try Files.bytes(path), as: UTF8.self)
    let schema = String(decoding: try Files.bytes(Golden.path("sarif.schema.json")), as: UTF8.self)
    try SchemaValidator(JSON(schema)).validate(JSON(text))
    let log = try #require(JSONValue(Array(text.utf8)))
    #expect(log["version"]?.text == "2.1.0")
    let run = try #require(log["runs"]?.array?.first)
    let results = try #require(run["results"]?.array)
    let rules = run["tool"]?["driver"]?["rules"]?.array?.compactMap { $0["id"]?.text }
    #expect(!results.isEmpty)
    for result in results {
      #expect(rules?.contains(result["ruleId"]?.text ?? "") == true)
      #expect(["error", "warning", "note"].contains(result["level"]?.text))
      let place = result["locations"]?.array?.first?["physicalLocation"]
      let uri = place?["artifactLocation"]?["uri"]?.text ?? ""
      #expect(uri.hasPrefix("file:///") && uri.hasSuffix("/a%20b%25.db"))
      #expect(URL(string: uri)?.path == file)
    }
  }
}
