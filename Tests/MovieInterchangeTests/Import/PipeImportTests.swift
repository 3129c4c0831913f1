import Foundation
import MovieFormats
import MovieInterchange
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// A pipe is read to its end, and then parsed once.
@Suite(.limited) struct PipeImportTests {
  private let pipe = Pipe()

  private var source: ImportSource {
    get throws {
      .init(
        name: "pipe", try ByteSource(descriptor: pipe.fileHandleForReading.fileDescriptor))
    }
  }

  @Test("Reads lines that arrive in pieces, and reports no total")
  func pieces() throws {
    let lines = (0..<300).map { "{\"title\": \"Movie \($0)\", \"cast\": [\"É\"]}\n" }
    let bytes = Array(lines.joined().utf8)
    let writer = pipe.fileHandleForWriting
    BackgroundThread.run {
      do {
        for start in stride(from: 0, to: bytes.count, by: 997) {
          try writer.write(contentsOf: bytes[start..<min(start + 997, bytes.count)])
        }
        try writer.close()
      } catch { Issue.record(error) }
    }
    var store = try Catalog()
    let source = try source
    var last: OperationProgress?
    try store.importMovies(from: [source], progress: { last = $0 })
    #expect(last == OperationProgress("import", 300))
    #expect(try store.titles(order: .added) == (0..<300).map { "Movie \($0)" })
  }

  @Test("Reports invalid records in their order, with the name of the pipe")
  func invalidRecords() throws {
    try pipe.fileHandleForWriting.write(contentsOf: Data("bad\n{\"title\": \"A\"}\n{}\n".utf8))
    try pipe.fileHandleForWriting.close()
    var store = try Catalog()
    let source = try source
    var errors: [String] = []
    let report = try store.importMovies(
      from: [source], ImportOptions(reading: ReadingOptions(format: .ndjson), skipsInvalid: true),
      onInvalid: { errors.append("\($0.file):\($0.line)") })
    #expect(errors == ["pipe:1", "pipe:3"])
    #expect(report[.new] == 1 && report[.invalid] == 2)
  }
}
