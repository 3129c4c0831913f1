import TestSupport

/// `movies browse` on a private terminal with the database of the running test.
enum Browsing {
  static let environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]

  static func tool(_ arguments: String..., environment: [String: String] = [:]) -> Tool {
    Tool(
      ["browse"] + arguments,
      environment: ToolRunner.environment.merging(Self.environment) { $1 }.merging(environment) {
        $1
      })
  }

  /// Starts the browser and waits for its first list.
  static func start(
    arguments: [String] = [], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws -> TerminalProgram {
    var tool = tool(environment: environment)
    tool.arguments += arguments.map { Array($0.utf8) }
    let program = try TerminalProgram(tool, columns: columns, rows: rows)
    try program.wait { $0.hasCount }
    return program
  }

  /// Adds movies in title order: Movie 01, Movie 02, …, each with a different cast.
  static func addMovies(_ count: Int) throws {
    let movies = (1...count).map { number in
      let name = number < 10 ? "0\(number)" : "\(number)"
      return #"{"title": "Movie \#(name)", "cast": ["Lead \#(name)", "Common"]}"#
    }
    _ = try ToolRunner.tool(
      "import", "-", "--format", "ndjson", "-q", input: movies.joined(separator: "\n")
    ).run()
  }
}

extension TerminalGrid {
  /// Whether the footer has a count, which is drawn last.
  var hasCount: Bool { rows.last?.first?.isNumber == true }

  /// The selected row of the list.
  var selected: String { rows.dropFirst().first { $0.hasPrefix(">") } ?? "" }

  var header: String { rows.first ?? "" }
  var message: String { (rows.dropLast().last ?? "").trimmingSuffix(" ") }
  var messageStyle: String { cells.dropLast().last?.first?.style ?? "" }
  var footer: String { rows.last ?? "" }
}

extension String {
  fileprivate func trimmingSuffix(_ character: Character) -> String {
    let end = lastIndex { $0 != character }
    return end.map { String(self[...$0]) } ?? ""
  }
}
