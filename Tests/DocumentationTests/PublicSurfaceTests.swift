import TestSupport
import Testing

/// The public API and its documentation.
@Suite(.limited, .fullTier, .temporaryDirectory) struct PublicSurfaceTests {
  @Test("The public API equals the recorded one")
  func surface() throws {
    let modules = try SymbolGraph.modules.map { module in
      let graph = try SymbolGraph(of: [module])
      let lines = try graph.written.map { symbol in
        let source = try symbol.sourceLine
        let protocols =
          graph.protocols(of: symbol)
          + (source.contains(/(struct|enum).*~Copyable {$/) ? ["~Copyable"] : [])
        let list = protocols.isEmpty ? "" : ": " + protocols.joined(separator: ", ")
        let declaration =
          source.contains("(set) var")
          ? symbol.declaration.replacing("{ get set }", with: "{ get }") : symbol.declaration
        return "\(symbol.path)  \(declaration)\(list)\n"
      }
      #expect(!lines.isEmpty)
      return "# \(module)\n\n" + lines.sorted().joined()
    }
    Golden.expect(modules.joined(separator: "\n"), isFixture: "golden/public-api.txt")
  }

  @Test("Every public symbol has a plain doc comment, and every throwing one documents its errors")
  func comments() throws {
    for symbol in try SymbolGraph().written {
      #expect(!symbol.comment.isEmpty, "\(symbol.path) has no doc comment")
      if symbol.isThrowing {
        #expect(
          symbol.comment.contains("- Throws: "), "\(symbol.path) does not document what it throws")
      }
    }
  }

  @Test("A symbol is throwing if it throws itself")
  func throwing() throws {
    let symbols = Dictionary(
      try SymbolGraph().written.map { ($0.path, $0.isThrowing) }, uniquingKeysWith: { $0 || $1 })
    #expect(symbols["Catalog.add(_:)"] == true)
    #expect(symbols["Doctor.check(progress:)"] == true)
    #expect(symbols["MovieDraft.validated()"] == true)
    #expect(symbols["Movie.title"] == false)
    #expect(symbols["Migrator.Options.init(backup:acceptsLosses:program:)"] == false)
  }

  @Test("The toolchain converts the documentation without a warning", arguments: Article.modules)
  func conversion(module: String) throws {
    let graph = TemporaryDirectory.path("graph")
    try SymbolGraph.extract(module, to: graph)
    let outcome = try Tool(
      shell: """
        docc=$(command -v docc || echo "$(dirname "$(readlink -f "$(command -v swift)")")/docc")
        "$docc" convert "$1" --additional-symbol-graph-dir "$2" --output-dir "$3" \
          --warnings-as-errors
        """,
      [Article.directory(of: module), graph, TemporaryDirectory.path("\(module).doccarchive")]
    ).run()
    let remarks = outcome.output.split(separator: "\n").filter {
      $0.contains("warning:") || $0.contains("error:")
    }
    #expect(remarks == [])
    #expect(outcome.status == 0)
    #expect(outcome.error == "")
  }
}
