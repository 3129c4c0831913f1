import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct EmptySelectionTests {
  init() throws { try SampleCatalog.install() }

  @Test(
    "prints an empty list in each format if nothing is selected",
    arguments: [
      ["delete", "-"], ["favorite", "-"], ["show", "-"], ["delete", "--where", "title:zzz"],
      ["favorite", "--where", "title:zzz"], ["edit", "--where", "title:zzz", "--set", "year=1999"],
      ["show", "--where", "zzz"],
    ])
  func nothing(arguments: [String]) throws {
    let before = try SampleCatalog.bytes
    #expect(movies(arguments + ["--json"]).output == "[]\n")
    #expect(movies(arguments + ["--format", "csv"]).output == "id,favorite,title,actors\n")
    #expect(movies(arguments + ["--format", "ids"]).output == "")
    #expect(try SampleCatalog.bytes == before)
  }
}
