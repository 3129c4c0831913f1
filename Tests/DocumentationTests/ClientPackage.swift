import Foundation
import TestSupport
import Testing

/// A package with the code of the documentation, which depends on a copy of this package.
struct ClientPackage {
  /// The copy of this package.
  let movies = TemporaryDirectory.path("movies")
  private let example = TemporaryDirectory.path("example")
  private let products = TemporaryDirectory.path("build")

  /// - Parameter manifest: The manifest of the package.
  init(manifest: String, articles: [Article]) throws {
    try Files.makeDirectory(movies + "/Tests")
    for name in ["Package.swift", "Sources", SampleApp.path] {
      try FileManager.default.copyItem(
        atPath: Article.package.path() + name, toPath: "\(movies)/\(name)")
    }
    try Files.makeDirectory(example + "/Sources/example")
    try write(manifest, to: example + "/Package.swift")
    for article in articles {
      try write(Self.source(of: article), to: "\(example)/Sources/example/\(article.name).swift")
    }
    try write(Self.main(articles), to: example + "/Sources/example/main.swift")
  }

  /// The program of an article as a function.
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

  /// The path of an executable.
  func executable(_ name: String) -> String { "\(products)/debug/\(name)" }

  /// Builds a package of the temporary directory without debug information, to save time, and with a new
  /// build plan: SwiftPM's cached plan does not include new files of the copy. All packages share the
  /// built library.
  func build(_ package: String = "example") throws {
    let home = ProcessInfo.processInfo.environment["HOME"] ?? TemporaryDirectory.current
    var build = Tool(
      shell: """
        cd "$1" && swift build --scratch-path "$2" --disable-build-manifest-caching -Xswiftc -gnone 2>&1
        """, [TemporaryDirectory.path(package), products], environment: ["HOME": home])
    build.timeout = 600_000
    let outcome = try build.run()
    try #require(outcome.status == 0, "\(outcome.output)")
    #expect(!outcome.output.contains("warning:"), "\(outcome.output)")
  }

  /// Returns the output of an article's program that runs in the directory.
  func output(of article: Article, in directory: String) throws -> String {
    var program = Tool(
      shell: "mkdir -p \"$2\" && cd \"$2\" && \"$1\" \"$3\" 2>&1",
      [executable("example"), directory, article.name],
      environment: ["SWIFT_BACKTRACE": "enable=no"])
    // The check of all migrations takes long on a busy machine.
    program.timeout = 600_000
    let outcome = try program.run()
    #expect(outcome.status == 0, "\(article.name): \(outcome.output)")
    return outcome.output
  }

  /// Applies the code that an article has for certain files to the copy.
  ///
  /// - Returns: The paths of the files.
  func applyFiles(of article: Article) throws -> [String] {
    try article.blocks.compactMap { block in
      guard let file = block.file else { return nil }
      let path = "\(movies)/\(file)"
      if block.language == "swift" {
        try #require(!FileManager.default.fileExists(atPath: path), "\(file) already exists")
        try write(block.text, to: path)
      } else {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try #require(
          text.ranges(of: block.before).count == 1, "\(file) does not contain:\n\(block.before)")
        try write(text.replacing(block.before, with: block.after), to: path)
      }
      return file
    }
  }
}
