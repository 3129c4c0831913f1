import Foundation

/// An article of the documentation.
struct Article {
  /// A fenced code block.
  struct Block {
    /// The language after the opening fence.
    let language: String
    let lines: [String]
    /// The line of text before it.
    let introduction: String

    var text: String { lines.joined(separator: "\n") + "\n" }
  }

  static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  /// The libraries with articles.
  static let modules = [
    "MovieStore", "MovieInterchange", "MovieStatistics", "MovieCuration", "MovieStoreMaintenance",
  ]

  let name: String
  let blocks: [Block]

  /// An article of the documentation, or a file next to the manifest.
  init(_ name: String) throws {
    self.name = name
    blocks = Self.blocks(in: try Self.text(of: name))
  }

  static func text(of name: String) throws -> String {
    let paths = modules.map { "\(directory(of: $0))/\(name).md" }
    let path =
      name.hasSuffix(".md")
      ? package.path() + name : paths.first(where: FileManager.default.fileExists) ?? paths[0]
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  /// The directory with the articles of a library.
  static func directory(of module: String) -> String {
    package.appending(path: "Sources/\(module)/\(module).docc").path()
  }

  static func names() throws -> [String] {
    try modules.flatMap { try FileManager.default.contentsOfDirectory(atPath: directory(of: $0)) }
      .sorted().filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }
  }

  /// The program of the article: all its Swift code, except manifests and code for certain files.
  var program: [String] {
    blocks.filter { $0.language == "swift" && !$0.isManifest && $0.file == nil }.flatMap(\.lines)
  }

  /// The output of the program as the article shows it: the `text` blocks that follow its Swift code,
  /// and not those that follow a shell command.
  var output: String {
    zip(blocks, blocks.dropFirst()).filter { $0.language == "swift" && $1.language == "text" }
      .map { $1.text }.joined()
  }

  private static func blocks(in text: String) -> [Block] {
    var blocks: [Block] = []
    var introduction = ""
    var lines = text.components(separatedBy: "\n")[...]
    while let line = lines.popFirst() {
      if line.hasPrefix("```") {
        let body = lines.prefix { $0 != "```" }
        lines = lines.dropFirst(body.count + 1)
        blocks.append(
          Block(language: String(line.dropFirst(3)), lines: Array(body), introduction: introduction)
        )
      } else if !line.isEmpty {
        introduction = line
      }
    }
    return blocks
  }
}

extension Article.Block {
  var isManifest: Bool { lines.contains("import PackageDescription") }

  /// The file that the code is for, or `nil` if it belongs to the article's program.
  var file: String? {
    introduction.firstMatch(of: /`(Sources\/[^`]+\.swift)`:$/).map { String($0.1) }
  }

  /// The lines of the file before the change.
  var before: String { lines(without: "+") }

  /// The lines of the file after the change.
  var after: String { lines(without: "-") }

  private func lines(without sign: Character) -> String {
    lines.filter { $0.first != sign }.map { $0.dropFirst() + "\n" }.joined()
  }
}
