import Foundation
import TestSupport
import Testing

/// The public symbols of the built libraries.
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Identifier: Decodable {
      let precise: String
    }
    struct Fragment: Decodable {
      let spelling: String
    }
    struct Comment: Decodable {
      struct Line: Decodable {
        let text: String
      }
      let lines: [Line]
    }
    struct Location: Decodable {
      struct Position: Decodable {
        let line: Int
      }
      let uri: String
      let position: Position
    }

    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let docComment: Comment?
    /// `nil` for a symbol that the compiler synthesized.
    let location: Location?
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let targetFallback: String?
  }

  let symbols: [Symbol]
  let relationships: [Relationship]

  /// The modules of the libraries that the package declares, except those without public symbols.
  static let modules = Article.modules + ["MovieFormats", "MovieSamples"]

  init(of modules: [String] = Self.modules) throws {
    let directory = TemporaryDirectory.path("graphs-\(modules.joined(separator: "-"))")
    for module in modules { try Self.extract(module, to: directory) }
    // The extensions of another module's types have a file of their own.
    let graphs = try Files.names(in: directory).map { name in
      let file = URL(filePath: "\(directory)/\(name)")
      return try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
    }
    symbols = graphs.flatMap(\.symbols)
    relationships = graphs.flatMap(\.relationships)
  }

  /// Writes the symbol graph of a module into a directory.
  static func extract(_ module: String, to directory: String) throws {
    try Files.makeDirectory(directory)
    let outcome = try Tool(
      shell: """
        swift symbolgraph-extract -module-name "$1" -I "$2" -I "$3" -I "$4" -output-dir "$5" \
          -target "$(uname -m)-unknown-linux-gnu" -skip-synthesized-members
        """,
      [
        module, Tool.testProducts + "/Modules",
        Article.package.path() + "Sources/CMovieSQLite",
        Article.package.path() + "Sources/CLinux", directory,
      ]
    ).run()
    try #require(outcome.status == 0, "\(outcome.error)")
  }

  /// The symbols that the source code declares.
  var written: [Symbol] { symbols.filter { $0.location != nil } }

  /// The protocols of a type, without those that the compiler adds.
  func protocols(of symbol: Symbol) -> [String] {
    let implicit = ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"]
    return
      relationships
      .filter { $0.kind == "conformsTo" && $0.source == symbol.identifier.precise }
      .compactMap(\.targetFallback).filter { !implicit.contains($0) }
      .map { $0.replacing("Swift.", with: "") }.sorted()
  }
}

extension SymbolGraph.Symbol {
  var path: String { pathComponents.joined(separator: ".") }

  /// The declaration on one line.
  var declaration: String {
    declarationFragments.map(\.spelling).joined().split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// The line of the source code with the declaration. The graph lacks what it says about copies, and
  /// about the setter of a property that a macro expands.
  var sourceLine: String {
    get throws {
      guard let location, let file = URL(string: location.uri) else { return "" }
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      return lines[location.position.line]
    }
  }

  var comment: String { docComment?.lines.map(\.text).joined(separator: "\n") ?? "" }

  /// Whether it throws itself, and not only a closure that it takes.
  var isThrowing: Bool {
    var depth = 0
    for fragment in declarationFragments {
      if depth == 0, fragment.spelling.contains("throws") { return true }
      depth += fragment.spelling.count { $0 == "(" } - fragment.spelling.count { $0 == ")" }
    }
    return false
  }
}
