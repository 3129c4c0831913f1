import Foundation
import TestSupport
import Testing

/// A recipe of the article *Recipes*: the code blocks below its heading.
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
    let article = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/MovieStore/MovieStore.docc/Recipes.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    return text.components(separatedBy: "\n## ").dropFirst().filter { !$0.hasPrefix("Overview\n") }
  }

  /// The text of a block, in whole lines.
  ///
  /// - Parameter number: The index among the blocks in the language.
  func block(_ language: String, _ number: Int = 0) throws -> String {
    let texts = blocks.filter { $0.language == language }.map(\.text)
    return try #require(texts.dropFirst(number).first)
  }

  /// Runs a script with `sh -e` in a home directory, with `movies` in the `PATH`.
  static func run(
    _ script: String, environment: [String: String] = [:]
  ) throws -> Tool.Outcome {
    let home = ["HOME": TemporaryDirectory.current]
    return try ToolRunner.shell(
      #"PATH="$(dirname "$MOVIES"):$PATH" exec sh -ec "$1""#, script,
      environment: home.merging(environment) { $1 })
  }
}
