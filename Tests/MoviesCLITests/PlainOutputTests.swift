import TestSupport
import Testing

/// Output in a pipe has no decoration.
@Suite(.limited, .temporaryDirectory) struct PlainOutputTests {
  private static let commands = [
    ["list"], ["list", "--format", "table"], ["search", "heat"], ["show", "1..9"],
    ["show", "1..9", "--depth", "5"], ["show", "1", "--format", "table"], ["actors"],
    ["actors", "--of", "1"], ["stats"], ["path"], ["doctor"], ["export"], ["migrate", "status"],
    ["migrate", "plan", "--to", "3"], ["migrate", "plan", "--to", "3", "--sql"],
    ["migrate", "schema"], ["migrate", "log"], ["migrate", "check", "--db"], ["help"],
    ["help", "formats"], ["list", "--help"], ["migrate", "rehearse", "--to", "5"],
  ]

  @Test(
    "output in a pipe has no escape sequences, box lines, blocks or stars other than *",
    arguments: commands)
  func plain(words: [String]) throws {
    try SampleCatalog.install()
    let words = words.last == "--db" ? words + [SampleCatalog.path] : words
    let result = movies(
      words, environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "PAGER": "less"])
    #expect(result.output != "")
    for scalar in (result.output + result.error).unicodeScalars {
      #expect(scalar.value >= 0x20 || scalar == "\n" || scalar == "\t", "\(words)")
      // Box lines, blocks and geometric shapes.
      #expect(!(0x2500...0x25FF ~= scalar.value), "\(words)")
      #expect(scalar != "★", "\(words)")
    }
  }
}
