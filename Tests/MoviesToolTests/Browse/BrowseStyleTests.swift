import Foundation
import TestSupport
import Testing

/// Colors and glyphs of the screen, by environment.
@Suite(.limited, .fullTier, .temporaryDirectory) struct BrowseStyleTests {
  private func sent(_ environment: [String: String]) throws -> String {
    try Browsing.addMovies(30)
    // Too long for its column, but not for the path.
    let long = String(repeating: "long ", count: 7)
    _ = try ToolRunner.tool("add", "Aardvark \(long)", "--actor", "Lead", "-q").run()
    let program = try Browsing.start(environment: environment)
    try program.type("f\r")
    try program.wait { $0.footer.hasPrefix("1 actor") }
    try program.type("\r?")
    try program.wait(for: "Esc cancel")
    try program.type("\u{3}")
    #expect(try program.outcome() == 0)
    return String(decoding: program.output, as: UTF8.self)
  }

  private func styles(_ text: String) -> Set<String> {
    Set(text.matches(of: /\u{1B}\[[0-9;]*m/).map { String($0.output) })
  }

  @Test("NO_COLOR removes styles and no content")
  func colors() throws {
    #expect(styles(try sent([:])).count > 2)
    let plain = try sent(["NO_COLOR": "1"])
    #expect(styles(plain) == ["\u{1B}[0m"])
    #expect(plain.contains("★"))
  }

  @Test(
    "glyphs are ASCII if the locale is not UTF-8", arguments: ["C", "POSIX", "de_DE.ISO-8859-1"])
  func glyphs(locale: String) throws {
    let sent = try sent(["LANG": locale])
    #expect(sent.utf8.allSatisfy { $0 < 0x80 })
    #expect(sent.contains("*") && sent.contains(" > ") && sent.contains("~"))
  }

  @Test("glyphs are UTF-8 if the locale is")
  func unicodeGlyphs() throws {
    let sent = try sent([:])
    #expect(sent.contains("★") && sent.contains(" › ") && sent.contains("…"))
  }
}
