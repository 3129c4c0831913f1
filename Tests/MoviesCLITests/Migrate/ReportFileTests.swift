import Foundation
import MovieStore
import MoviesCLI
import TestSupport
import Testing

/// The files that `check --report` writes, and those that it leaves alone.
@Suite(.limited, .temporaryDirectory) struct ReportFileTests {
  init() throws { try SampleCatalog.install() }

  private let path = TemporaryDirectory.path("report")

  private func check(_ reports: String..., files: [String]? = nil) -> CommandResult {
    movies(
      ["migrate", "check"] + (files ?? [SampleCatalog.path])
        + reports.flatMap { ["--report", $0] })
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Files.bytes(path), as: UTF8.self)
  }

  @Test("the answer stays the same, and the reports are beside it")
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

  @Test("a file that fails is in every report")
  func failing() throws {
    let missing = TemporaryDirectory.path("missing,1.db")
    let answer = check("junit:\(path)", "github", files: [missing, SampleCatalog.path])
    #expect(answer.status == .missingFile)
    #expect(try text(path).contains("tests=\"1\" failures=\"0\" errors=\"1\""))
    let lines = answer.output.split(separator: "\n")
    let name = missing.replacing(",", with: "%2C")
    #expect(
      lines.last?.hasPrefix("::error file=\(name),title=movies%3A file::the database ") == true)
    #expect(lines.first?.hasPrefix(SampleCatalog.path + "\t") == true)
  }

  @Test("on a terminal an annotation has nothing that it would obey")
  func hostile() {
    let answer = movies(
      ["migrate", "check", "/\u{1B}[2J\n\u{202E}", "--report", "github"], on: .terminal)
    #expect(answer.output.hasPrefix("::error file=/\\u{1B}[2J%0A<U+202E>,"))
    #expect(HostileTextTests.forbidden(in: answer.output + answer.error) == [])
  }

  @Test(
    "an empty file or an older report of the kind is replaced",
    arguments: [
      ("junit", ""), ("json", ""), ("junit", "<?xml version='1.0'?><a/>"),
      ("json", "{\"command\": \"check\"}"), ("json", "[\n{\"command\": \"check\""),
    ])
  func replaced(format: String, content: String) throws {
    try Files.write(Array(content.utf8), to: path)
    #expect(check("\(format):\(path)").status == .done)
    #expect(try text(path).count > 100)
    // And again, over the report that this wrote.
    #expect(check("\(format):\(path)").status == .done)
    #expect(
      check("\(format):\(path)", files: [SampleCatalog.path, SampleCatalog.path]).status == .done)
    #expect(check("\(format):\(path)").status == .done)
  }

  @Test(
    "anything else is left as it is",
    arguments: [
      ("junit", "SQLite format 3\u{0}"), ("json", "SQLite format 3\u{0}"), ("junit", "{}"),
      ("json", "<?xml version='1.0'?>"), ("json", "[]"), ("json", "{\"title\": \"Heat\"}"),
      ("json", "[\n{\"title\": \"Heat\"}"), ("junit", " "), ("junit", "<?xm"),
    ])
  func left(format: String, content: String) throws {
    try Files.write(Array(content.utf8), to: path)
    #expect(
      check("\(format):\(path)")
        == CommandResult(
          .cannotCreate,
          error: "Error: cannot create '\(path)': the file exists and is not a "
            + "\(format == "junit" ? "JUnit" : "JSON") report. "
            + "Use another name, or remove the file.\n"))
    #expect(try text(path) == content)
  }

  @Test("a database is no place for a report, not even an empty one")
  func database() throws {
    let before = try SampleCatalog.bytes
    #expect(check("json:\(SampleCatalog.path)").status == .cannotCreate)
    #expect(try SampleCatalog.bytes == before)
    let empty = TemporaryDirectory.path("empty.db")
    try Files.touch(empty)
    let other = TemporaryDirectory.current + "/./empty.db"
    let answer = check("junit:\(other)", files: [SampleCatalog.path, empty])
    #expect(
      answer
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

  @Test("two reports want two files, however those are spelled")
  func same() {
    for other in [path, TemporaryDirectory.current + "/./report"] {
      let answer = check("junit:\(path)", "json:\(other)")
      #expect(answer.status == .usage)
      #expect(answer.error.hasPrefix("Error: Two reports cannot be written to the same file '"))
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("what cannot be written is told before the work begins")
  func unwritable() throws {
    let link = TemporaryDirectory.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    for path in [TemporaryDirectory.path("none/report"), TemporaryDirectory.current, link] {
      let answer = check("junit:\(path)")
      #expect(answer.status == .cannotCreate)
      #expect(answer.output == "")
      #expect(answer.error.hasPrefix("Error: cannot create '\(path)': "))
    }
    #expect(try Files.names(in: TemporaryDirectory.current) == ["link", "movies.db"])
  }

  @Test("a report leaves nothing but itself behind")
  func alone() throws {
    #expect(check("junit:\(path)").status == .done)
    #expect(try Files.names(in: TemporaryDirectory.current) == ["movies.db", "report"])
  }
}
