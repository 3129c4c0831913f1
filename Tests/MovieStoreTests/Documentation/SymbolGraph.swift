import Foundation
import TestSupport
import Testing

/// What the compiler knows of the library's public symbols, from the module that was built.
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
    struct Location: Decodable {}

    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let docComment: Comment?
    /// `nil` for what the compiler made up.
    let location: Location?
  }

  struct Relationship: Decodable {
    let kind: String
    let source: String
    let targetFallback: String?
  }

  let symbols: [Symbol]
  let relationships: [Relationship]

  init() throws {
    let folder = TemporaryDirectory.path("graph")
    try Self.extract(to: folder)
    let file = URL(filePath: "\(folder)/MovieStore.symbols.json")
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
  }

  /// Has the toolchain write the graph into a new folder.
  static func extract(to folder: String) throws {
    try Files.makeFolder(folder)
    let outcome = try Tool(
      shell: """
        swift symbolgraph-extract -module-name MovieStore -I "$1" -output-dir "$2" \
          -target "$(uname -m)-unknown-linux-gnu" -skip-synthesized-members
        """, [Tool.testProducts + "/Modules", folder]
    ).run()
    try #require(outcome.status == 0, "\(outcome.error)")
  }

  /// What the library's own text declares.
  var written: [Symbol] { symbols.filter { $0.location != nil } }

  /// The protocols of a type that were not given to it by the compiler.
  func protocols(of symbol: Symbol) -> [String] {
    let madeUp = ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"]
    return
      relationships
      .filter { $0.kind == "conformsTo" && $0.source == symbol.identifier.precise }
      .compactMap(\.targetFallback).filter { !madeUp.contains($0) }
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
