import MovieTerminal
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct ShowTests {
  init() throws { try SampleCatalog.install() }

  @Test("--depth prints a tree, with lines on a terminal", arguments: [1, 2, 3, 5])
  func tree(depth: Int) {
    let words = ["show", "1", "--depth", "\(depth)"]
    Golden.expect(movies(words).output, is: "show/depth-\(depth)")
    Golden.expect(movies(words, on: .terminal).output, is: "show/depth-\(depth)-terminal")
    Golden.expect(movies(words + ["--json"]).output, is: "show/depth-\(depth)-json")
  }

  @Test("the README contains a tree")
  func readme() throws {
    let database = ["--db", TemporaryDirectory.path("tour.db")]
    #expect(movies(["seed", "700", "--seed", "1"] + database).status == .done)
    let tree = movies(["show", "top gun", "--depth", "2"] + database, on: .terminal).output
    #expect(try Readme.text().contains("```text\n\(tree)```\n"), "\(tree)")
  }

  @Test("a tree fits the terminal; the lines of deep levels are truncated at the start")
  func narrow() {
    let words = ["show", "3", "--depth", "7"]
    let output = movies(words, on: .terminal(columns: 20)).output
    Golden.expect(output, is: "show/narrow")
    let lines = output.split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= 20 })
  }

  @Test("a tree with --color always")
  func color() {
    let result = movies(
      "show", "4", "9", "7", "--depth", "1", "--color", "always", on: .terminal)
    Golden.expect(result.output, is: "show/color")
  }

  @Test("without UTF-8, lines and stars are ASCII")
  func ascii() {
    let console = Console(isOutputTerminal: true, columns: 30, isUTF8: false)
    let result = movies("show", "1", "3", "--depth", "2", on: console)
    Golden.expect(result.output, is: "show/ascii")
    for words in [
      ["show", "1..6"], ["list", "--limit", "6"], ["stats"], ["actors", "--limit", "9"],
    ] {
      let output = movies(words, on: console).output.replacing("é", with: "e")
      #expect(output.utf8.allSatisfy { $0 < 0x80 }, "\(words): \(output)")
    }
  }

  @Test(
    "the cast is sorted by billing or by name, also in reverse",
    arguments: [
      ([], "1 2 3 4"), (["--sort", "name"], "4 2 3 1"), (["--sort", "billing"], "1 2 3 4"),
      (["--reverse"], "4 3 2 1"), (["--sort", "name", "--reverse"], "1 3 2 4"),
    ])
  func castOrder(options: [String], expected: String) {
    let lines = movies(["show", "1"] + options).output.split(separator: "\n").dropFirst()
    let ids = lines.compactMap { $0.split(separator: " ").first }
    #expect(ids.joined(separator: " ") == expected)
  }

  @Test("--format prints records")
  func records() {
    #expect(
      movies("show", "4", "9", "--format", "tsv").output
        == "4\t\tHeat\tAl Pacino;Robert De Niro;Val Kilmer\n9\t\tKoyaanisqatsi\t\n")
    #expect(movies("show", "9", "4", "--format", "ids").output == "9\n4\n")
    #expect(
      movies("show", "9", "--json").output
        == """
        [
        {"id": 9, "title": "Koyaanisqatsi", "sortableTitle": "koyaanisqatsi", "favorite": false, \
        "actors": [], "attributes": {}}
        ]

        """)
  }
}
