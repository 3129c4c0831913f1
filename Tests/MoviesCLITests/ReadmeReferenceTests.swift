import Foundation
import TestSupport
import Testing

@Suite(.limited) struct ReadmeReferenceTests {
  private static let opening = "<!-- reference: made from the table of commands -->\n"
  private static let ending = "<!-- end of reference -->\n"

  /// `RECORD=1 swift test --filter ReadmeReference` writes it anew: by itself, because the examples
  /// of the README are written anew by another test.
  @Test("the README's reference is what the table of commands says")
  func reference() throws {
    let readme = try Readme.text()
    let start = try #require(readme.range(of: Self.opening)).upperBound
    let end = try #require(readme.range(of: Self.ending)).lowerBound
    let text = "\n\(ReferenceText.text)\n"
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Readme.write(readme[..<start] + text + readme[end...])
    } else {
      #expect(readme[start..<end] == text)
    }
  }
}
