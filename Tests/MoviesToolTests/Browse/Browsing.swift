import TestSupport

/// `movies browse` on a terminal of its own, on the running test's database.
enum Browsing {
  static let environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]

  static func tool(_ arguments: String..., environment: [String: String] = [:]) -> Tool {
    Tool(
      ["browse"] + arguments,
      environment: ToolRunner.environment.merging(Self.environment) { $1 }.merging(environment) {
        $1
      })
  }

  /// Starts it, and waits for the list that it begins with.
  static func start(
    _ arguments: String..., columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws -> TerminalProgram {
    var tool = tool(environment: environment)
    tool.arguments += arguments.map { Array($0.utf8) }
    let program = try TerminalProgram(tool, columns: columns, rows: rows)
    try program.wait { $0.hasCount }
    return program
  }

  /// Movies in the order of their titles: Film 01, Film 02, …, each with a cast of its own.
  static func addFilms(_ count: Int) throws {
    let films = (1...count).map { number in
      let name = number < 10 ? "0\(number)" : "\(number)"
      return #"{"title": "Film \#(name)", "cast": ["Lead \#(name)", "Common"]}"#
    }
    _ = try ToolRunner.tool(
      "import", "-", "--format", "ndjson", "-q", input: films.joined(separator: "\n")
    ).run()
  }
}

extension TerminalGrid {
  /// Whether the last row counts the list, which it does last of all.
  var hasCount: Bool { rows.last?.first?.isNumber == true }

  /// The row of the list that is selected.
  var selected: String { rows.dropFirst().first { $0.hasPrefix(">") } ?? "" }

  var header: String { rows.first ?? "" }
  var message: String { (rows.dropLast().last ?? "").trimmingSuffix(" ") }
  var messageLook: String { cells.dropLast().last?.first?.look ?? "" }
  var footer: String { rows.last ?? "" }
}

extension String {
  fileprivate func trimmingSuffix(_ character: Character) -> String {
    let end = lastIndex { $0 != character }
    return end.map { String(self[...$0]) } ?? ""
  }
}
