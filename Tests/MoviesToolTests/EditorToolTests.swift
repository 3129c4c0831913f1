import Foundation
import TestSupport
import Testing

/// `edit --editor` on a terminal.
@Suite(.limited, .fullTier, .temporaryDirectory) struct EditorToolTests {
  @Test(
    "A signal at the question, and one that ends the program while the editor runs, keep the text",
    arguments: [SIGINT, SIGTERM, SIGHUP], [true, false])
  func signals(signal: Int32, isAtQuestion: Bool) throws {
    try ToolRunner.seed(3)
    let directory = TemporaryDirectory.path("texts")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    // Ctrl-C is input for an editor.
    if !isAtQuestion, signal == SIGINT { return }
    let editor = "sed -i 's/\"title\": \"/&X/'"
    let script = "f() { \(editor) \"$1\"; echo begun; sleep 5; }; f"
    let tool = Tool(
      ["edit", "1..3", "--editor"],
      environment: ToolRunner.environment.merging([
        "EDITOR": isAtQuestion ? editor : script, "TMPDIR": directory,
      ]) { $1 })
    let program = try TerminalProgram(tool, columns: 200, rows: 24)
    let awaited = isAtQuestion ? "Change 3 movies? [y/N]" : "begun"
    try program.waitForOutput { String(decoding: $0, as: UTF8.self).contains(awaited) }
    program.send(signal)
    #expect(try program.outcome() == 128 + signal)
    // The next command deletes what killed ones left.
    _ = try ToolRunner.tool("import", "-", "--format", "ndjson", "-q", input: "").run()
    let names = try FileManager.default.contentsOfDirectory(atPath: directory)
    #expect(names.count == 1)
    let path = "\(directory)/\(names.first ?? "")/movies.ndjson"
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("\"title\": \"X"))
    if isAtQuestion {
      let output = String(decoding: program.output, as: UTF8.self)
      #expect(output.contains("your text is kept in '\(path)'"), "\(output)")
    }
  }
}
