import Foundation
import MovieFormats
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct ExportTests {
  init() throws { try SampleCatalog.install() }

  private func content(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "exports all movies in the order of their ids, in every format",
    arguments: ["ndjson", "json", "csv", "tsv"])
  func formats(format: String) {
    let result = movies("export", "--format", format)
    Golden.expect(result.output, is: "export/\(format)")
    #expect(result.error == "exported 9 movies\n")
  }

  @Test("NDJSON is the default, also on a terminal")
  func defaultFormat() {
    #expect(movies("export").output == SampleCatalog.movies)
    #expect(movies("export", on: .terminal).output == SampleCatalog.movies)
  }

  @Test(
    "the file extension sets the format; --format overrides it",
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
    let result = movies(["export", path] + (format.map { ["--format", $0] } ?? []))
    let unnamed = format == nil && InterchangeFormat(fileName: name) == nil
    #expect(
      result == CommandResult(error: "exported 9 movies to \(path)\(unnamed ? " as NDJSON" : "")\n")
    )
    #expect(content(path) == movies("export", "--format", expected).output)
  }

  @Test(
    "an unknown extension requires --format", arguments: ["a.xlsx", "a.csv.gz", "b.c.txt", ".a.db"])
  func unknownExtension(name: String) {
    let path = TemporaryDirectory.path(name)
    let result = movies("export", path)
    #expect(result.status == .usage)
    #expect(
      result.error.hasPrefix(
        "Error: '\(path)' has an unknown extension. Use .ndjson, .jsonl, .json, .csv, .tsv, .html or .md, "
          + "or pass '--format <format>'.\nUsage: movies export "))
    #expect(content(path) == nil)
    #expect(movies("export", path, "--format", "tsv").status == .done)
    #expect(content(path) == movies("export", "--format", "tsv").output)
  }

  @Test(
    "exports only matching movies",
    arguments: [
      (["--favorites"], 3), (["--where", "heat"], 2), (["--where", "the", "--favorites"], 2),
      (["--where", "zzz"], 0), (["--not", "is:favorite"], 6), (["--title", "HEAT"], 2),
      (["--actor", "al pacino"], 2), (["--actor", "7", "--title", "heat"], 1),
      (["--where", "!has:actor"], 1),
    ])
  func matching(options: [String], count: Int) {
    let result = movies(["export"] + options)
    #expect(result.output.split(separator: "\n").count == count)
    #expect(result.error == "exported \(count) movie\(count == 1 ? "" : "s")\n")
  }

  @Test("--columns chooses the columns of CSV and TSV", arguments: ["csv", "tsv"])
  func columns(format: String) throws {
    let text = #"{"title": "A", "cast": ["X"], "attributes": {"year": 1995, "tag": ["a", "b;c"]}}"#
    let database = TemporaryDirectory.path("other.db")
    #expect(movies("import", "-", "--db", database, "-q", input: text + "\n").status == .done)
    let options = ["--format", format, "--db", database, "-q"]
    let result = movies(["export", "--columns", "tag,title,rating,year,cast"] + options)
    let tab = result.output.replacing(",", with: "\t").replacing("\\\\", with: "\\")
    #expect(tab == "tag\ttitle\trating\tyear\tcast\na;b\\;c\tA\t\t1995\tX\n")
    #expect(result.error == "")
    let whole = movies(["export"] + options)
    #expect(
      whole.output.replacing(",", with: "\t").replacing("\\\\", with: "\\")
        == "title\tfavorite\tcast\tyear\ttag\nA\tfalse\tX\t1995\ta;b\\;c\n")
  }

  @Test("counts what the columns leave out")
  func leftOut() {
    let options = ["export", "--format", "csv", "--columns"]
    #expect(
      movies(options + ["title,cast"]).error == "not exported: favorite (3)\nexported 9 movies\n")
    #expect(movies(options + ["title,cast"] + ["-q"]).error == "")
    _ = movies("edit", "1..3", "--set", "rating=7", "-q")
    #expect(
      movies(options + ["title,favorite"]).error
        == "not exported: cast (8), rating (3)\nexported 9 movies\n")
    #expect(
      movies(options + ["title,favorite,cast,rating"]).error == "exported 9 movies\n")
  }

  @Test("counts empty texts of other programs", arguments: ["csv", "tsv"])
  func emptyTexts(format: String) throws {
    _ = movies("edit", "2", "--set", "own=a", "-q")
    _ = try PlainConnection(SampleCatalog.path).run(
      "INSERT INTO MovieAttribute VALUES (1, 'own', 0, ''), (2, 'own', 1, '')")
    #expect(
      movies("export", "--format", format).error == "not exported: own (2)\nexported 9 movies\n")
    #expect(movies("export", "--format", "json").error == "exported 9 movies\n")
  }

  @Test("counts texts that CSV and TSV turn into numbers")
  func numericTexts() {
    let text = #"{"title": "A", "attributes": {"votes": ["170", "0.10", 3]}}"#
    #expect(movies("import", "-", "-q", input: text).status == .done)
    #expect(
      movies("export", "--format", "csv").error
        == "1 text looks like a number, and 'import' reads numbers; use JSON to keep texts\n"
        + "exported 10 movies\n")
    #expect(movies("export", "--format", "json").error == "exported 10 movies\n")
  }

  @Test(
    "an export with attributes round-trips without options",
    arguments: ["ndjson", "json", "csv", "tsv"])
  func attributes(format: String) {
    _ = movies("edit", "1..3", "--set", "rating=7", "--set", "href=x;y", "--set", "tag=a", "-q")
    _ = movies("edit", "2", "--set", "tag=b,c", "--set", "code=0.10", "--set", "n=1.5", "-q")
    let text = movies("export", "--format", format).output
    let copy = TemporaryDirectory.path("copy.db")
    let result = movies("import", "-", "--db", copy, input: text)
    let lines = result.error.split(separator: "\n").map(String.init)
    #expect(
      lines.dropLast() == [
        "created '\(copy)'",
        "2 new movies can be the same as others. To see them: movies duplicates",
      ])
    #expect(lines.last?.hasPrefix("imported 9 movies, 16 new actors in ") == true)
    #expect(movies("export", "--format", format, "--db", copy).output == text)
  }

  @Test(
    "rejects other columns",
    arguments: [
      (["--columns", "title,year"], "'--columns' requires '--format csv' or '--format tsv'"),
      (["--columns", "title", "--format", "json"], "'--columns' requires "),
      (["--columns", "year,cast", "--format", "csv"], "'--columns' requires the column 'title'"),
      (["--columns", "title,title", "--format", "csv"], "'--columns' names 'title' twice"),
      (["--columns", "title,Year", "--format", "csv"], "'Year'"),
      (
        ["--columns", "title,", "--format", "tsv"],
        "Please provide 'title', 'favorite', 'cast', or "
      ),
    ])
  func invalidColumns(options: [String], message: String) {
    let result = movies(["export"] + options)
    #expect(result.status == .usage)
    #expect(result.error.contains(message), "\(result.error)")
  }

  @Test("replaces an existing file only with --force")
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
    "never replaces a symbolic link, a directory or a device", arguments: [[], ["--force"]])
  func noRegularFile(options: [String]) throws {
    let (original, link) = (
      TemporaryDirectory.path("original"), TemporaryDirectory.path("link.csv")
    )
    try Data("mine".utf8).write(to: URL(filePath: original))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: original)
    let result = movies(["export", link] + options)
    #expect(result.status == .cannotCreate)
    #expect(
      result.error
        == "Error: cannot create '\(link)': it is a symbolic link. Check the path.\n")
    #expect(content(original) == "mine")
    for target in ["/dev/null", TemporaryDirectory.current, TemporaryDirectory.path("none/a.csv")] {
      #expect(movies(["export", target] + options).status == .cannotCreate)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: TemporaryDirectory.current).sorted()
        == ["link.csv", "movies.db", "original"])
  }

  @Test("rejects the database as the target", arguments: [[], ["--force"]])
  func database(options: [String]) throws {
    let before = try SampleCatalog.bytes
    let hard = TemporaryDirectory.path("hard.csv")
    try FileManager.default.linkItem(atPath: SampleCatalog.path, toPath: hard)
    for target in [SampleCatalog.path, hard] {
      let result = movies(["export", target, "--format", "csv"] + options)
      #expect(result.status == .usage)
      #expect(
        result.error.hasPrefix("Error: '\(target)' is the database itself. Use another file.\n"))
    }
    #expect(try SampleCatalog.bytes == before)
  }
}
