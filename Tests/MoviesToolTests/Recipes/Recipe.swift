import Foundation
import TestSupport
import Testing

/// A recipe of the README: what stands in the blocks below its heading.
struct Recipe {
  private let blocks: [(language: String, text: String)]

  init(_ heading: String) throws {
    let section = try #require(Self.sections().first { $0.hasPrefix(heading + "\n") })
    blocks = section.matches(of: /```([a-z]+)\n((?:.|\n)*?\n)```/).map {
      (String($0.1), String($0.2))
    }
  }

  /// The headings of all recipes.
  static func headings() throws -> [String] {
    try sections().map { String($0.prefix { $0 != "\n" }) }
  }

  private static func sections() throws -> [String] {
    let readme = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "README.md")
    let text = try String(contentsOf: readme, encoding: .utf8)
    let section = text.components(separatedBy: "\n## ").first { $0.hasPrefix("Recipes\n") }
    return Array(try #require(section).components(separatedBy: "\n### ").dropFirst())
  }

  /// A block's text, whole lines.
  ///
  /// - Parameter number: which of those in the language, from 0 on.
  func block(_ language: String, _ number: Int = 0) throws -> String {
    let texts = blocks.filter { $0.language == language }.map(\.text)
    return try #require(texts.dropFirst(number).first)
  }

  /// Runs a script by `sh`, as at a person's home: `movies` is in the `PATH`, and the first command
  /// that fails ends it.
  static func run(
    _ script: String, environment: [String: String] = [:]
  ) throws -> Tool.Outcome {
    let home = ["HOME": TemporaryDirectory.current]
    return try Workbench.shell(
      #"PATH="$(dirname "$MOVIES"):$PATH" exec sh -ec "$1""#, script,
      environment: home.merging(environment) { $1 })
  }
}
