import Foundation
import TestSupport
import Testing

/// Runs every example of the README and of the articles, those of a document in order and in one
/// directory, and compares the output.
///
/// An example is a line `$ command` in a block marked `console`, with its output below.
/// `RECORD=1 MOVIES_TESTS=all swift test` rewrites the outputs.
@Suite(.limited, .fullTier) struct ReadmeTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let readme = package.appending(path: "README.md")
  private static let articles = [
    "Sources/MovieStore/MovieStore.docc/Reliability.md",
    "Sources/MovieStoreMaintenance/MovieStoreMaintenance.docc/ChecksAndRepairs.md",
    "Sources/MovieStoreMaintenance/MovieStoreMaintenance.docc/MigrationsInCI.md",
    "Sources/MovieStoreMaintenance/MovieStoreMaintenance.docc/SchemaVersionsAndMigrations.md",
  ]

  @Test(
    "every example prints the documented output", .needs(.sqlite3), .temporaryDirectory,
    arguments: ["README.md"] + articles)
  func examples(document: String) throws {
    let file = Self.package.appending(path: document)
    let text = try String(contentsOf: file, encoding: .utf8)
    var lines: [String] = []
    var isExample = false
    var isRecorded = false
    var examples = 0
    var source = text.components(separatedBy: "\n")[...]
    while let line = source.popFirst() {
      lines.append(line)
      if line.hasPrefix("```") { isExample = line == "```console" }
      guard isExample, line.hasPrefix("$ ") else { continue }
      let printed = try run(String(line.dropFirst(2)))
      let expected = source.prefix { !$0.hasPrefix("$ ") && !$0.hasPrefix("```") }
      source = source.dropFirst(expected.count)
      examples += 1
      if ProcessInfo.processInfo.environment["RECORD"] == "1" {
        lines += printed
        isRecorded = true
      } else {
        #expect(
          Array(expected).map(Self.withoutMeasures) == printed.map(Self.withoutMeasures), "\(line)")
      }
    }
    #expect(examples > 2)
    if isRecorded {
      lines += source
      try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
    }
  }

  @Test("the commands for a fresh machine have at most three lines")
  func length() throws {
    let text = try String(contentsOf: Self.readme, encoding: .utf8)
    let blocks = text.components(separatedBy: "```sh\n").dropFirst().prefix(3)
    for block in blocks {
      #expect(block.prefix { $0 != "`" }.split(separator: "\n").count <= 3)
    }
  }

  @Test("the README names the command that runs the tests")
  func testCommand() throws {
    let text = try String(contentsOf: Self.readme, encoding: .utf8)
    #expect(text.contains("\nswift test --disable-xctest\n"))
  }

  /// The lines that a shell command prints on both streams; its directory is called /home/you.
  private func run(_ command: String) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "exec 2>&1; " + command]
    process.currentDirectoryURL = URL(filePath: TemporaryDirectory.current)
    process.environment = [
      "PATH": Self.binaries + ":/usr/bin:/bin", "HOME": TemporaryDirectory.current,
      "LANG": "C.UTF-8", "MOVIES_DB": TemporaryDirectory.path("tour.db"),
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
      .replacing(TemporaryDirectory.current, with: "/home/you")
    var lines = text.components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// The directory of the built products, where the test runner is too.
  private static var binaries: String {
    Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      .deletingLastPathComponent().path()
      ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path()
  }

  /// Times, durations and sizes differ from run to run.
  private static func withoutMeasures(_ line: String) -> String {
    line.replacing(/in \d+\.\d s/, with: "in … s").replacing(/\t\d+\.\d{3}/, with: "\t…")
      .replacing(/\d+\.\d{3} s/, with: "… s").replacing(/\(\d+\.\dx/, with: "(…x")
      .replacing(/\d+ (times?|system calls)/, with: "… times")
      .replacing(/[\d,.]+ [KMG]iB/, with: "… KiB").replacing(/\d{8}T\d{6}Z/, with: "…Z")
  }
}
