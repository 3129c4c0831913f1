import MovieTerminal
import TestSupport
import Testing

@Suite(.limited)
struct ColorChoiceTests {
  private static let terminal = ["TERM": "xterm-256color"]

  private func isColored(
    _ environment: [String: String], choice: ColorChoice = .auto, isTerminal: Bool
  ) -> Bool {
    choice.isColored(environment: { environment[$0] }, isTerminal: isTerminal)
  }

  @Test("by default, only terminals have color", arguments: [true, false])
  func terminalTest(isTerminal: Bool) {
    #expect(isColored(Self.terminal, isTerminal: isTerminal) == isTerminal)
  }

  @Test(
    "the option overrides all variables", arguments: [true, false],
    [[:], ["NO_COLOR": "1"], ["CLICOLOR_FORCE": "1"], ["CLICOLOR": "0"], ["TERM": "dumb"]])
  func option(isTerminal: Bool, environment: [String: String]) {
    #expect(isColored(environment, choice: .always, isTerminal: isTerminal))
    #expect(!isColored(environment, choice: .never, isTerminal: isTerminal))
  }

  @Test(
    "each variable overrides the following ones",
    arguments: [
      (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false),
      (["NO_COLOR": "0"], false),
      (["NO_COLOR": ""], nil),
      (["NO_COLOR": "", "CLICOLOR_FORCE": "1"], true),
      (["CLICOLOR_FORCE": "1", "CLICOLOR": "0"], true),
      (["CLICOLOR_FORCE": "yes", "TERM": "dumb"], true),
      (["CLICOLOR_FORCE": "0"], nil),
      (["CLICOLOR_FORCE": ""], nil),
      (["CLICOLOR_FORCE": "0", "CLICOLOR": "0"], false),
      (["CLICOLOR": "0"], false),
      (["CLICOLOR": "1"], nil),
      (["CLICOLOR": ""], nil),
      (["TERM": "dumb"], false),
      (["TERM": ""], false),
      (["CLICOLOR": "1", "TERM": "dumb"], false),
    ] as [([String: String], Bool?)], [true, false])
  func precedence(row: ([String: String], Bool?), isTerminal: Bool) {
    let environment = Self.terminal.merging(row.0) { $1 }
    #expect(isColored(environment, isTerminal: isTerminal) == row.1 ?? isTerminal)
  }

  @Test("a terminal without TERM has no color")
  func unnamedTerminal() {
    #expect(!isColored([:], isTerminal: true))
  }

  @Test("the option has the values auto, always and never")
  func spelling() {
    #expect(ColorChoice.allCases.map(\.rawValue) == ["auto", "always", "never"])
  }
}

@Suite(.limited)
struct StyleTests {
  @Test("without color, text is unchanged", arguments: Style.allCases)
  func plain(style: Style) {
    #expect(style.styled("The Score", isColored: false) == "The Score")
  }

  @Test("with color, the text is between a style and a reset", arguments: Style.allCases)
  func colored(style: Style) {
    let styled = style.styled("The Score", isColored: true)
    #expect(styled.hasPrefix("\u{1B}["))
    #expect(styled.hasSuffix("mThe Score\u{1B}[0m"))
  }

  @Test("uses only the sixteen colors of the theme", arguments: Style.allCases)
  func sixteenColors(style: Style) {
    let sequence = style.styled("x", isColored: true).prefix { $0 != "m" }.dropFirst(2)
    let parameters = sequence.split(separator: ";").compactMap { Int($0) }
    #expect(!parameters.isEmpty)
    #expect(parameters.allSatisfy { 1...4 ~= $0 || $0 == 7 || 30...37 ~= $0 || 90...97 ~= $0 })
  }

  @Test("empty text has no sequence", arguments: Style.allCases)
  func empty(style: Style) {
    #expect(style.styled("", isColored: true) == "")
  }
}
