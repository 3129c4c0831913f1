import Foundation
import MoviesCLI
import TestSupport
import Testing

/// The files that `check --report` writes, and those that it does not replace.
@Suite(.limited, .temporaryDirectory) struct ReportFileTests {
  init() throws { try SampleCatalog.install() }

  private static let titles = [
    "junit": "JUnit", "json": "JSON", "sarif": "SARIF", "summary": "Markdown",
  ]

  private let path = TemporaryDirectory.path("report")

  private func check(_ reports: String..., files: [String]? = nil) -> CommandResult {
    movies(
      ["migrate", "check"] + (files ?? [SampleCatalog.path])
        + reports.flatMap { ["--report", $0] })
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Files.bytes(path), as: UTF8.self)
  }

  @Test("reports do not change the output")
  func both() throws {
    let plain = check()
    let other = TemporaryDirectory.path("other")
    #expect(check("junit:\(path)", "json:\(other)") == plain)
    let junit = try text(path)
    #expect(junit.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"))
    #expect(junit.contains("<testsuite name=\"\(SampleCatalog.path)\" tests=\""))
    #expect(junit.hasSuffix("</testsuites>\n"))
    let object = try JSONSerialization.jsonObject(with: Data(Files.bytes(other)))
    #expect((object as? [String: Any])?["command"] as? String == "check")
  }

  @Test("an unreadable file is in every report")
  func failing() throws {
    let missing = TemporaryDirectory.path("missing,1.db")
    let result = check("junit:\(path)", "github", files: [missing, SampleCatalog.path])
    #expect(result.status == .missingFile)
    #expect(try text(path).contains("tests=\"1\" failures=\"0\" errors=\"1\""))
    let lines = result.output.split(separator: "\n")
    let name = missing.replacing(",", with: "%2C")
    #expect(
      lines.last?.hasPrefix("::error file=\(name),title=movies%3A file::the database ") == true)
    #expect(lines.first?.hasPrefix(SampleCatalog.path + "\t") == true)
  }

  @Test("annotations are escaped on a terminal")
  func hostile() {
    let result = movies(
      ["migrate", "check", "/\u{1B}[2J\n\u{202E}", "--report", "github"], on: .terminal)
    #expect(result.output.hasPrefix("::error file=/\\u{1B}[2J%0A<U+202E>,"))
    #expect(HostileTextTests.forbidden(in: result.output + result.error) == [])
  }

  @Test(
    "replaces an empty file or an older report of the same format",
    arguments: [
      ("junit", ""), ("json", ""),
      ("junit", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites></testsuites>"),
      ("sarif", ""), ("summary", ""), ("json", "{\"command\": \"check\"}"),
      ("json", "[\n{\"command\": \"check\""),
    ])
  func replaced(format: String, content: String) throws {
    try Files.write(Array(content.utf8), to: path)
    #expect(check("\(format):\(path)").status == .done)
    #expect(try text(path).count > 100)
    // Each report replaces the previous one.
    #expect(check("\(format):\(path)").status == .done)
    #expect(
      check("\(format):\(path)", files: [SampleCatalog.path, SampleCatalog.path]).status == .done)
    #expect(check("\(format):\(path)").status == .done)
  }

  @Test(
    "does not replace other files",
    arguments: [
      ("junit", "SQLite format 3\u{0}"), ("json", "SQLite format 3\u{0}"), ("junit", "{}"),
      ("json", "<?xml version='1.0'?>"), ("json", "[]"), ("json", "{\"title\": \"Heat\"}"),
      ("json", "[\n{\"title\": \"Heat\"}"), ("junit", " "), ("junit", "<?xm"),
      ("junit", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<project/>"),
      ("json", "{\"command\": \"status\"}"), ("sarif", "{\"$schema\": \"https://a.b\"}"),
      ("summary", "# A title"),
    ])
  func left(format: String, content: String) throws {
    try Files.write(Array(content.utf8), to: path)
    #expect(
      check("\(format):\(path)")
        == CommandResult(
          .cannotCreate,
          error: "Error: cannot create '\(path)': the file exists and is not a "
            + "\(Self.titles[format] ?? "") report. "
            + "Use another name, or remove the file.\n"))
    #expect(try text(path) == content)
  }

  @Test("a report does not replace a database, not even an empty one")
  func database() throws {
    let before = try SampleCatalog.bytes
    #expect(check("json:\(SampleCatalog.path)").status == .cannotCreate)
    #expect(try SampleCatalog.bytes == before)
    let empty = TemporaryDirectory.path("empty.db")
    try Files.touch(empty)
    let other = TemporaryDirectory.current + "/./empty.db"
    let result = check("junit:\(other)", files: [SampleCatalog.path, empty])
    #expect(
      result
        == CommandResult(
          .cannotCreate,
          error:
            "Error: cannot write a report to '\(other)': it is one of the databases to check. Use another name.\n"
        ))
    #expect(try Files.bytes(empty) == [])
    let missing = TemporaryDirectory.path("missing.db")
    #expect(check("junit:\(missing)", files: [missing]).status == .cannotCreate)
    #expect(!FileManager.default.fileExists(atPath: missing))
  }

  @Test("two reports require two files, in any spelling")
  func same() {
    for other in [path, TemporaryDirectory.current + "/./report"] {
      let result = check("junit:\(path)", "json:\(other)")
      #expect(result.status == .usage)
      #expect(result.error.hasPrefix("Error: Two reports cannot be written to the same file '"))
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("an unwritable path is reported before the check begins")
  func unwritable() throws {
    let link = TemporaryDirectory.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    for path in [TemporaryDirectory.path("none/report"), TemporaryDirectory.current, link] {
      let result = check("junit:\(path)")
      #expect(result.status == .cannotCreate)
      #expect(result.output == "")
      #expect(result.error.hasPrefix("Error: cannot create '\(path)': "))
    }
    #expect(try Files.names(in: TemporaryDirectory.current) == ["link", "movies.db"])
  }

  @Test("a report leaves no temporary file")
  func alone() throws {
    #expect(check("junit:\(path)").status == .done)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db", "report"])
  }
}
