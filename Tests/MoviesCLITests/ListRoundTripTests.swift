import TestSupport
import Testing

/// `import` reads the CSV and TSV of `list`.
@Suite(.limited, .temporaryDirectory) struct ListRoundTripTests {
  private static let heading = "id\tfavorite\ttitle\tactors\n"

  /// The rows of `list` in the format, with a heading.
  private func list(_ format: String) -> String {
    let rows = movies("list", "--sort", "added", "--format", format).output
    return format == "tsv" ? Self.heading + rows : rows
  }

  @Test("CSV and TSV of a list round-trip", arguments: ["csv", "tsv"])
  func sample(format: String) throws {
    try SampleCatalog.install()
    let result = movies("import", "-", "--db", TemporaryDirectory.path("b.db"), input: list(format))
    #expect(
      result.error.contains(
        "\nignored fields, which cannot be kept: id (9)\n"
          + "2 new movies can be the same as others. To see them: movies duplicates\nimported 9 ")
    )
    #expect(
      movies("export", "--db", TemporaryDirectory.path("b.db")).output == SampleCatalog.movies)
  }

  @Test("generated titles and names round-trip byte for byte", arguments: 0..<3)
  func generated(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    for _ in 0..<12 {
      let names = (0..<Int.random(in: 0...4, using: &random)).flatMap { _ in
        ["--actor=n\(random.text(upTo: 8))."]
      }
      let favorite = Bool.random(using: &random) ? ["--favorite"] : []
      let result = movies(["add", "-q"] + names + favorite + ["--", "t\(random.text(upTo: 8))."])
      #expect(result.status == .done, "\(result.error)")
    }
    let exported = movies("export", "-q").output
    for format in ["csv", "tsv"] {
      let copy = TemporaryDirectory.path("\(format).db")
      let result = movies("import", "-", "-q", "--db", copy, input: list(format))
      #expect(result.status == .done, "\(result.error)")
      #expect(Array(movies("export", "-q", "--db", copy).output.utf8) == Array(exported.utf8))
    }
  }

  @Test("names are joined as in an export, and by commas on a terminal")
  func separators() {
    _ = movies("add", "Two", "--actor", "A;B", "--actor", "C, D", "--actor", "E\\F", "-q")
    #expect(movies("list").output == "1\t\tTwo\tA\\\\;B;C, D;E\\\\\\\\F\n")
    #expect(
      movies("list", "--format", "csv", "--columns", "actors").output
        == "actors\n\"A\\;B;C, D;E\\\\F\"\n")
    #expect(movies("list", on: .terminal).output.contains("A;B, C, D, E\\F"))
    for command in [["show", "1"], ["favorite", "1", "-n", "-q"], ["delete", "1", "-n", "-q"]] {
      let row = movies(command + ["--format", "tsv", "--columns", "actors"]).output
      #expect(row == "A\\\\;B;C, D;E\\\\\\\\F\n")
    }
  }
}
