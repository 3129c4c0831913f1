import Foundation

/// The README, whose examples tests compare with the output.
enum Readme {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "README.md")

  static func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }
}
