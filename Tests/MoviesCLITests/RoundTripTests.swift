import Foundation
import TestSupport
import Testing

/// Export, import into a new database, and a second export with the same bytes.
@Suite(.limited, .temporaryDirectory) struct RoundTripTests {
  static let formats = ["ndjson", "json", "csv", "tsv"]
  static let hostile = [
    "tab\there", "say \"x\"", "two\nlines", "back\\slash", "a;b\\;c", "👩‍👧 emoji", "Caf\u{E9}",
    "Cafe\u{301}", "=1+1", "a,b", "\u{FEFF}mark", "\r\n in the middle", "\u{1B}[0m", "title", "'",
    "{",
    "[", "null", "\\u0041", "\u{202E}", "-", "#",
  ]

  private func fill() throws {
    try SampleCatalog.install()
    for text in Self.hostile {
      let result = movies(["add", "-q", "--actor=\(text)", "--actor=\(text);", "--", "x" + text])
      #expect(result.status == .done)
    }
    _ = movies("favorite", "10..14", "--on", "-q")
  }

  @Test("files, with formats detected from their extensions", arguments: formats)
  func files(format: String) throws {
    try fill()
    let (file, copy) = (
      TemporaryDirectory.path("a.\(format)"), TemporaryDirectory.path("b.\(format)")
    )
    let database = TemporaryDirectory.path("copy.db")
    #expect(movies("export", file).error == "exported 31 movies to \(file)\n")
    let imported = movies("import", file, "--db", database)
    #expect(imported.status == .done)
    #expect(
      imported.error.hasPrefix("created '\(database)'\n")
        && imported.error.contains("\nimported 31 movies, 60 new actors in "))
    #expect(movies("export", copy, "--db", database).status == .done)
    let bytes = try Data(contentsOf: URL(filePath: file))
    #expect(try Data(contentsOf: URL(filePath: copy)) == bytes)
    #expect(Array(movies("export", "--format", format, "-q").output.utf8) == Array(bytes))
  }

  @Test("every format round-trips all movies", arguments: formats)
  func allMovies(format: String) throws {
    try fill()
    let text = movies("export", "--format", format).output
    let database = TemporaryDirectory.path("copy.db")
    for choice in [format, "auto"] {
      let result = movies("import", "-", "--format", choice, "--db", database + choice, input: text)
      #expect(result.status == .done, "\(result.error)")
      #expect(
        Array(movies("export", "--db", database + choice).output.utf8)
          == Array(movies("export").output.utf8))
    }
  }

  @Test("an empty catalog round-trips", arguments: formats)
  func empty(format: String) {
    let text = movies("export", "--format", format, "--db", ":memory:").output
    let result = movies("import", "-", "--format", format, "--db", ":memory:", input: text)
    #expect(result.status == .done)
    #expect(result.error.contains("\nimported 0 movies, 0 new actors in "))
  }

  @Test("the JSON of list can be imported", arguments: ["json", "ndjson"])
  func lists(format: String) throws {
    try SampleCatalog.install()
    let text = movies("list", "--sort", "added", "--format", format).output
    let database = TemporaryDirectory.path("copy.db")
    let result = movies("import", "-", "--db", database, input: text)
    #expect(
      result.error.contains(
        "\nignored fields, which cannot be kept: id (9), sortableTitle (9)\n"
          + "2 new movies can be the same as others. To see them: movies duplicates\nimported 9 "
      ))
    #expect(movies("export", "--db", database).output == SampleCatalog.movies)
  }
}
