import TestSupport
import Testing

/// Numbers that another program stored: as ends of their types, or infinite.
@Suite(.limited, .temporaryDirectory) struct StoredNumberTests {
  init() throws { try SampleCatalog.install() }

  @Test(
    "a rating that no service has is counted as lost",
    arguments: ["1e300", "-1e300", "9e999", "-9e999", "9.3e18", "9223372036854775807", "-0.6"])
  func rating(number: String) throws {
    try CatalogFiles.change(
      SampleCatalog.path, "INSERT INTO MovieAttribute VALUES (4, 'rating', 0, \(number))")
    for service in ["letterboxd", "imdb"] {
      let result = movies("export", TemporaryDirectory.path("\(service).csv"), "--as", service)
      #expect(result.status == .done && result.error.contains("rating"), "\(result)")
    }
  }

  @Test("an infinite number is the same one in all JSON")
  func infinity() throws {
    try CatalogFiles.change(
      SampleCatalog.path, "INSERT INTO MovieAttribute VALUES (4, 'rating', 0, -9e999)")
    for arguments in [["list", "--json"], ["stats", "--by", "rating", "--json"], ["export"]] {
      #expect(uncheckedMovies(arguments).output.contains(": -9e999"), "\(arguments)")
    }
  }

  @Test(
    "counts of the history do not overflow",
    arguments: [
      "movies = 9223372036854775807", "movies = -9223372036854775808",
      #"imported = '{"movies": [1, 9223372036854775807], "checksum": 1}'"#,
      #"imported = '{"movies": [-9223372036854775808, 9223372036854775807], "checksum": 1}'"#,
      #"imported = '{"movies": [9223372036854775807, -9223372036854775808], "checksum": 1}'"#,
    ])
  func history(value: String) throws {
    _ = movies("rate", "1", "8", "-q")
    _ = movies("rate", "2", "8", "-q")
    try CatalogFiles.change(SampleCatalog.path, "UPDATE movieHistory SET \(value)")
    for arguments in [["--since", "1970-01-01"], ["heat", "--until", "9999"]] {
      let result = movies(["stats"] + arguments)
      #expect(result.status == .done, "\(arguments): \(result)")
    }
    #expect(movies("history", "--json").status == .done)
    #expect(movies("undo", "--last", "3", "-y").status == .notFound)
  }

  @Test(
    "an entry with the ids of an import up to the highest one is no import, with a valid checksum")
  func importedRange() throws {
    try CatalogFiles.change(
      SampleCatalog.path,
      "UPDATE movieHistory SET imported = replace(imported, ', 9]', ', 9223372036854775807]')")
    #expect(movies("undo", "-y").status == .notFound)
    #expect(movies("list", "--format", "ids").output.count { $0 == "\n" } == 9)
  }

  @Test(
    "the year of a movie of another catalog can be any number",
    arguments: ["9223372036854775807", "-9223372036854775808"])
  func year(number: String) throws {
    let other = try CatalogFiles.copy(named: "other.db")
    _ = movies("edit", "4", "8", "--year", "1995", "-y", "-q")
    try CatalogFiles.change(
      other, "INSERT INTO MovieAttribute SELECT id, 'year', 0, \(number) FROM MovieModel")
    try CatalogFiles.change(other, "UPDATE MovieModel SET id = id + 100")
    #expect(movies("diff", other).status == .done)
  }
}
