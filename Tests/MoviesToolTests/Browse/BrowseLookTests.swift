import Foundation
import TestSupport
import Testing

/// Colors and signs, as the surroundings want them.
@Suite(.limited, .fullTier, .temporaryDirectory) struct BrowseLookTests {
  private func sent(_ environment: [String: String]) throws -> String {
    try Browsing.addFilms(30)
    // Too long for its column, and short enough for the way to it.
    let long = String(repeating: "long ", count: 7)
    _ = try ToolRunner.tool("add", "Aardvark \(long)", "--actor", "Lead", "-q").run()
    let program = try Browsing.start(environment: environment)
    try program.type("f\r")
    try program.wait { $0.footer.hasPrefix("1 actor") }
    try program.type("\r?")
    try program.wait(for: "any other key closes")
    try program.type("?/film\rQ")
    #expect(try program.outcome() == 0)
    return String(decoding: program.output, as: UTF8.self)
  }

  private func looks(_ text: String) -> Set<String> {
    Set(text.matches(of: /\u{1B}\[[0-9;]*m/).map { String($0.output) })
  }

  @Test("NO_COLOR is obeyed, and what it leaves says the same")
  func colors() throws {
    #expect(looks(try sent([:])).count > 2)
    let plain = try sent(["NO_COLOR": "1"])
    #expect(looks(plain) == ["\u{1B}[0m"])
    #expect(plain.contains("★"))
  }

  @Test(
    "glyphs are ASCII where the locale is not UTF-8", arguments: ["C", "POSIX", "de_DE.ISO-8859-1"])
  func glyphs(locale: String) throws {
    let sent = try sent(["LANG": locale])
    #expect(sent.utf8.allSatisfy { $0 < 0x80 })
    #expect(sent.contains("*") && sent.contains(" > ") && sent.contains("~"))
  }

  @Test("glyphs of UTF-8 are there where the locale has them")
  func unicodeSigns() throws {
    let sent = try sent([:])
    #expect(sent.contains("★") && sent.contains(" › ") && sent.contains("…"))
  }
}
