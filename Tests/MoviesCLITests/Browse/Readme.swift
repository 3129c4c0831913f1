import Foundation

/// The README, which shows what the program looks like.
enum Readme {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "README.md")

  static func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }

  static func write(_ text: some StringProtocol) throws {
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
