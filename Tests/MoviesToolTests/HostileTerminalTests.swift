import Foundation
import TestSupport
import Testing

/// Every command that prints a title, a name, a path or an error, on a pseudo terminal.
@Suite(.limited, .temporaryDirectory) struct HostileTerminalTests {
  /// Runs the program on a terminal, and looks at what it sent.
  @discardableResult
  private func look(
    _ arguments: [String], input: String = "n\n", environment: [String: String] = [:],
    removing color: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let outcome = try Tool(
      arguments,
      environment: Workbench.environment.merging(["TERM": "xterm", "NO_COLOR": "1"]) { $1 }
        .merging(environment) { $1 },
      input: input, terminalColumns: 100
    ).run()
    let sent = outcome.output
    let plain = color ? sent.replacing(/\u{1B}\[[0-9;]*m/, with: "") : sent
    let bytes = color ? Array(plain.utf8) : outcome.outputBytes
    #expect(
      HostileStrings.forbidden(in: bytes) == [], "\(arguments.map(\.debugDescription))",
      sourceLocation: sourceLocation)
    #expect(outcome.status < 128, "\(arguments.map(\.debugDescription))")
    return sent
  }

  /// Puts every hostile string into the catalog, as a title and as a name.
  private func fill() throws {
    let films = try HostileStrings.all.map { text in
      let film: [String: Any] = ["title": text, "cast": [text, "Someone"]]
      return String(decoding: try JSONSerialization.data(withJSONObject: film), as: UTF8.self)
    }
    let outcome = try Workbench.tool(
      "import", "-", "--format", "ndjson", "-q", input: films.joined(separator: "\n")
    ).run()
    #expect(outcome.status == 0, "\(outcome.error)")
  }

  @Test(
    "a catalog of hostile titles and names is shown, changed and exported without harm",
    arguments: [
      ["list"], ["list", "--wide"], ["list", "--columns", "title,sortable"], ["list", "--json"],
      ["list", "--format", "ndjson"], ["list", "--format", "csv"], ["search", "e"], ["actors"],
      ["actors", "--json"], ["show", "1..50"], ["show", "1..50", "--depth", "3"], ["stats"],
      ["show", "1..50", "--json"], ["list", "--actor", "someone"], ["export"], ["stats", "--json"],
      ["export", "--format", "csv"], ["export", "--format", "json"], ["favorite", "1..40"],
      ["edit", "1..40", "--add-actor", HostileStrings.film], ["edit", "5", "--title", "\u{1B}[5m"],
      ["edit", "1..40", "--remove-actor", "someone"], ["delete", "--all"], ["show", "e"],
      ["delete", "1..40", "--dry-run"], ["delete", "1..40", "--yes"], ["show", "two"],
      ["edit", "1", "--rename-actor", "nobody=x"], ["migrate", "plan"], ["migrate", "rehearse"],
      ["migrate", "--to", "1", "--dry-run"], ["migrate", "--to", "1", "--accept-loss"],
    ])
  func catalog(arguments: [String]) throws {
    try fill()
    #expect(try look(arguments) != "")
    #expect(try look(arguments + ["--color", "always"], removing: true) != "")
  }

  @Test(
    "a hostile string is typed as an argument, and told without harm", arguments: HostileStrings.all
  )
  func typed(text: String) throws {
    for arguments in [
      ["add", "--actor=\(text)", "--", text], ["add", "--", text], ["search", "--", text],
      ["show", "--", text], ["delete", "--", text], ["--\(text)"], ["list", "--limit=\(text)"],
      ["list", "--sort=\(text)"], ["list", "--columns=\(text)"], ["help", "--", text],
      ["list", "--actor=\(text)"], ["edit", "1", "--remove-actor=\(text)x"],
      ["edit", "1", "--rename-actor=\(text)"], ["migrate", "--to=\(text)"], ["show", "\(text)x"],
    ] {
      try look(arguments)
    }
  }

  @Test("a hostile string is a file's name, and told without harm", arguments: HostileStrings.tried)
  func named(text: String) throws {
    let name = text.replacing("/", with: "_")
    let path = TemporaryDirectory.path(String(name.unicodeScalars.prefix(60)))
    try look(["list", "--db", path])
    try look(["path", "--db", path])
    try look(["path"], environment: ["MOVIES_DB": path])
    try look(["add", "x", "--db", path + "y/x/y"])
    try look(["add", HostileStrings.film, "--db", path])
    for command in ["status", "plan", "check", "log", "rehearse", "schema"] {
      try look(["migrate", command, path])
    }
    try look(["export", path, "--db", path])
    try look(["import", path, "--db", path])
    try look(["migrate", "--to", "1", "--db", path, "--backup", path + "x", "--accept-loss"])
    try look(["list", "--db", path])
    try Files.write(Array(#"{"title": 7}"#.utf8), to: path)
    try look(["import", path])
    try look(["import", path, "--on-error", "skip"])
    try look(["list", "--db", path])
    try look(["migrate", "status", path, path])
    try look(["export", path])
  }

  @Test("the film of the title bar is shown as what it is")
  func film() throws {
    let shown = try look(["add", HostileStrings.film])
    #expect(shown.contains(#"\u{1B}]0;owned\u{7}<U+202E>gnp.exe"#))
    let exported = try Workbench.tool("export", "--format", "ndjson").run().output
    #expect(exported.contains(#"\u001b]0;owned\u0007"#))
  }
}
