// A plain build compiles this target too, and static toolchains have no Testing.
#if canImport(Testing)
  import Foundation
  import Testing

  /// Complete outputs that were reviewed once and must not change: `Fixtures/…`.
  ///
  /// `RECORD=1 swift test` rewrites them; `git diff` then shows the changes.
  package enum Golden {
    private static let fixtures = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures")

    private static var isRecording: Bool {
      ProcessInfo.processInfo.environment["RECORD"].map { !$0.isEmpty && $0 != "0" } ?? false
    }

    /// Expects the text to equal the golden file, byte for byte.
    ///
    /// - Parameter name: The path of the file in `golden`, without its extension.
    package static func expect(
      _ text: String, is name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      expect(text, isFixture: "golden/\(name).golden", sourceLocation: sourceLocation)
    }

    /// The absolute path of a file in `Fixtures`.
    package static func path(_ name: String) -> String { fixtures.appending(path: name).path() }

    /// Expects the text to equal the file in `Fixtures`, byte for byte.
    package static func expect(
      _ text: String, isFixture name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let file = fixtures.appending(path: name)
      do {
        if isRecording { return try record(text, in: file) }
        let expected = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        guard Array(expected.utf8) != Array(text.utf8) else { return }
        Issue.record(
          "\(name) differs from the recorded file:\n\(difference(from: expected, to: text))",
          sourceLocation: sourceLocation)
      } catch {
        Issue.record(
          "no golden file \(name): run RECORD=1 swift test (\(error))",
          sourceLocation: sourceLocation
        )
      }
    }

    private static func record(_ text: String, in file: URL) throws {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    /// Removed lines with `-` and added lines with `+`, each with its number; invisible characters are
    /// escaped.
    package static func difference(from expected: String, to found: String) -> String {
      let old = lines(of: expected)
      let new = lines(of: found)
      let changes = new.difference(from: old)
      let removed = changes.removals.map { line($0, sign: "-", order: 0) }
      let added = changes.insertions.map { line($0, sign: "+", order: 1) }
      return (removed + added).sorted { ($0.number, $0.order) < ($1.number, $1.order) }
        .map(\.text).joined(separator: "\n")
    }

    private static func line(
      _ change: CollectionDifference<String>.Change, sign: String, order: Int
    ) -> (number: Int, order: Int, text: String) {
      switch change {
      case .insert(let offset, let text, _), .remove(let offset, let text, _):
        (offset, order, "\(sign) \(offset + 1): \(visible(text))")
      }
    }

    private static func lines(of text: String) -> [String] {
      text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private static func visible(_ text: String) -> String {
      text.unicodeScalars.map {
        $0.value < 0x20 || $0.value == 0x7F ? $0.escaped(asASCII: true) : "\($0)"
      }
      .joined()
    }
  }
#endif
