import Foundation
import MovieStore
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct ExportTests {
  init() throws { try SampleCatalog.install() }

  private func content(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("every format, whole, in the order added", arguments: ["ndjson", "json", "csv", "tsv"])
  func formats(format: String) {
    let answer = movies("export", "--format", format)
    Golden.expect(answer.output, is: "export/\(format)")
    #expect(answer.error == "exported 9 movies\n")
  }

  @Test("NDJSON is the default, on a terminal too")
  func defaultFormat() {
    #expect(movies("export").output == SampleCatalog.films)
    #expect(movies("export", on: .terminal).output == SampleCatalog.films)
  }

  @Test(
    "the extension of the file decides, and --format goes before it",
    arguments: [
      ("a.csv", nil, "csv"), ("a.TSV", nil, "tsv"), ("a.json", nil, "json"),
      ("a.jsonl", nil, "ndjson"),
      ("a.ndjson", nil, "ndjson"), ("a.txt", "json", "json"), ("a", nil, "ndjson"),
      ("a.csv", "tsv", "tsv"), (".csv", nil, "csv"), (".hidden", nil, "ndjson"),
      ("a.", nil, "ndjson"),
      ("a.d/b", nil, "ndjson"),
    ])
  func extensions(name: String, format: String?, expected: String) throws {
    let path = TemporaryDirectory.path(name)
    try FileManager.default.createDirectory(
      atPath: TemporaryDirectory.path("a.d"), withIntermediateDirectories: false)
    let answer = movies(["export", path] + (format.map { ["--format", $0] } ?? []))
    let unnamed = format == nil && InterchangeFormat(fileName: name) == nil
    #expect(
      answer == CommandResult(error: "exported 9 movies to \(path)\(unnamed ? " as NDJSON" : "")\n")
    )
    #expect(content(path) == movies("export", "--format", expected).output)
  }

  @Test(
    "an unknown extension needs --format", arguments: ["a.xlsx", "a.csv.gz", "b.c.txt", ".a.db"])
  func unknownExtension(name: String) {
    let path = TemporaryDirectory.path(name)
    let answer = movies("export", path)
    #expect(answer.status == .usage)
    #expect(
      answer.error.hasPrefix(
        "Error: '\(path)' has an unknown extension. Use .ndjson, .jsonl, .json, .csv or .tsv, "
          + "or pass '--format <format>'.\nUsage: movies export "))
    #expect(content(path) == nil)
    #expect(movies("export", path, "--format", "tsv").status == .done)
    #expect(content(path) == movies("export", "--format", "tsv").output)
  }

  @Test(
    "a part is exported",
    arguments: [
      (["--favorites"], 3), (["--search", "heat"], 2), (["--search", "the", "--favorites"], 2),
      (["--search", "zzz"], 0),
    ])
  func part(options: [String], count: Int) {
    let answer = movies(["export"] + options)
    #expect(answer.output.split(separator: "\n").count == count)
    #expect(answer.error == "exported \(count) movies\n")
  }

  @Test("a file that exists stays, unless --force replaces it")
  func existing() throws {
    let path = TemporaryDirectory.path("a.csv")
    try Data("mine".utf8).write(to: URL(filePath: path))
    #expect(
      movies("export", path)
        == CommandResult(
          .cannotCreate,
          error: "Error: cannot create '\(path)': file exists. "
            + "Use another name, or pass '--force' to replace it.\n"))
    #expect(content(path) == "mine")
    #expect(movies("export", path, "--force").status == .done)
    #expect(content(path) == movies("export", "--format", "csv").output)
  }

  @Test(
    "a target that is no plain file is left alone, --force or not", arguments: [[], ["--force"]])
  func noPlainFile(options: [String]) throws {
    let (victim, link) = (TemporaryDirectory.path("victim"), TemporaryDirectory.path("link.csv"))
    try Data("mine".utf8).write(to: URL(filePath: victim))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: victim)
    let answer = movies(["export", link] + options)
    #expect(answer.status == .cannotCreate)
    #expect(
      answer.error
        == "Error: cannot create '\(link)': it is a symbolic link. Check the path.\n")
    #expect(content(victim) == "mine")
    for target in ["/dev/null", TemporaryDirectory.current, TemporaryDirectory.path("none/a.csv")] {
      #expect(movies(["export", target] + options).status == .cannotCreate)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: TemporaryDirectory.current).sorted()
        == ["link.csv", "movies.db", "victim"])
  }

  @Test("the database is no target", arguments: [[], ["--force"]])
  func database(options: [String]) throws {
    let before = try SampleCatalog.bytes
    let hard = TemporaryDirectory.path("hard.csv")
    try FileManager.default.linkItem(atPath: SampleCatalog.path, toPath: hard)
    for target in [SampleCatalog.path, hard] {
      let answer = movies(["export", target, "--format", "csv"] + options)
      #expect(answer.status == .usage)
      #expect(
        answer.error.hasPrefix("Error: '\(target)' is the database itself. Use another file.\n"))
    }
    #expect(try SampleCatalog.bytes == before)
  }
}
