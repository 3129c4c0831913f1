import Foundation
import TestSupport
import Testing

/// A package of the documentation's code, which depends on a copy of this one.
struct ClientPackage {
  /// The copy.
  let movies = TemporaryDirectory.path("movies")
  private let example = TemporaryDirectory.path("example")

  /// - Parameter manifest: that of the package.
  init(manifest: String, articles: [Article]) throws {
    try Files.makeFolder(movies)
    for name in ["Package.swift", "Sources"] {
      try FileManager.default.copyItem(
        atPath: Article.package.path() + name, toPath: "\(movies)/\(name)")
    }
    try Files.makeFolder(example + "/Sources/example")
    try write(manifest, to: example + "/Package.swift")
    for article in articles {
      try write(Self.source(of: article), to: "\(example)/Sources/example/\(article.name).swift")
    }
    try write(Self.main(articles), to: example + "/Sources/example/main.swift")
  }

  /// A page as a function.
  private static func source(of article: Article) -> String {
    let imports = article.program.filter { $0.hasPrefix("import ") }
    let body = article.program.filter { !$0.hasPrefix("import ") }
    return (imports + ["func show\(article.name)() async throws {"] + body + ["}", ""])
      .joined(separator: "\n")
  }

  private static func main(_ articles: [Article]) -> String {
    let cases = articles.map { "case \"\($0.name)\": try await show\($0.name)()\n" }
    return "switch CommandLine.arguments[1] {\n" + cases.joined() + "default: break\n}\n"
  }

  private func write(_ text: String, to path: String) throws {
    try Files.write(Array(text.utf8), to: path)
  }

  /// Builds the package, as whoever wrote it would, but without debug information, which nobody asks
  /// for, and with a new plan each time: the one that SwiftPM keeps leaves out new files of the copy.
  func build() throws {
    let home = ProcessInfo.processInfo.environment["HOME"] ?? TemporaryDirectory.current
    var build = Tool(
      shell: "cd \"$1\" && swift build --disable-build-manifest-caching -Xswiftc -gnone 2>&1",
      [example], environment: ["HOME": home])
    build.timeout = 600_000
    let outcome = try build.run()
    try #require(outcome.status == 0, "\(outcome.output)")
    #expect(!outcome.output.contains("warning:"), "\(outcome.output)")
  }

  /// What the program of a page prints, in a folder.
  func output(of article: Article, in folder: String) throws -> String {
    let outcome = try Tool(
      shell: "mkdir -p \"$2\" && cd \"$2\" && \"$1/.build/debug/example\" \"$3\" 2>&1",
      [example, folder, article.name], environment: ["SWIFT_BACKTRACE": "enable=no"]
    ).run()
    #expect(outcome.status == 0, "\(article.name): \(outcome.output)")
    return outcome.output
  }

  /// Puts the code that an article has for certain files into the copy.
  ///
  /// - Returns: the files.
  func follow(_ article: Article) throws -> [String] {
    try article.blocks.compactMap { block in
      guard let file = block.file else { return nil }
      let path = "\(movies)/\(file)"
      if block.language == "swift" {
        try #require(!FileManager.default.fileExists(atPath: path), "\(file) is there already")
        try write(block.text, to: path)
      } else {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try #require(
          text.ranges(of: block.before).count == 1, "\(file) does not have:\n\(block.before)")
        try write(text.replacing(block.before, with: block.after), to: path)
      }
      return file
    }
  }
}
