import Foundation
import MovieStore
import MovieSystem
import TestSupport
import Testing

/// Records from a pipe are parsed as they arrive.
@Suite(.limited) struct SlowPipeTests {
  /// A pipe that is closed after a timeout, so that a reader that waits for its end fails and does not
  /// hang.
  private final class SlowPipe: Sendable {
    private let pipe = Pipe()
    private let isTimedOut = Latch()

    init() {
      // The descriptor stays open: a reader may still wait for it, and the number must not be reused.
      _ = Unmanaged.passRetained(pipe.fileHandleForReading)
      DispatchQueue.global().asyncAfter(deadline: .now() + 20) { [isTimedOut, pipe] in
        isTimedOut.set()
        try? pipe.fileHandleForWriting.close()
      }
    }

    var source: MovieStore.ImportSource {
      get throws {
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        return .init(name: "pipe", try ByteSource(descriptor: descriptor))
      }
    }

    var didTimeOut: Bool { isTimedOut.isSet(within: 0) }

    func write(_ text: some Sequence<UInt8>) throws {
      try pipe.fileHandleForWriting.write(contentsOf: Data(text))
    }

    func close() throws { try pipe.fileHandleForWriting.close() }
  }

  @Test(
    "Throws an error in the first line while the pipe is open",
    arguments: [
      "{\"title\": 7}\n", "{\"title\" \"A\"}\n{\"title\": \"B\"}\n", "name,cast\n",
      "title\tcast\nA\tb\\x\n", "[{\"title\": 7},\n",
    ])
  func firstLine(text: String) throws {
    let pipe = SlowPipe()
    try pipe.write(text.utf8)
    var store = try MovieStore()
    let source = try pipe.source
    let error = #expect(throws: InterchangeError.self) {
      try store.importMovies(from: [source])
    }
    #expect(error?.file == "pipe")
    #expect(!pipe.didTimeOut)
    #expect(try store.movieCount() == 0)
    try store.add("Usable")
    try pipe.close()
  }

  @Test("Reports each invalid record before the next line arrives")
  func oneByOne() throws {
    let pipe = SlowPipe()
    try pipe.write("{\"title\": \"A\"}\nbad\n".utf8)
    var store = try MovieStore()
    let source = try pipe.source
    var lines: [Int] = []
    let report = try store.importMovies(
      from: [source], MovieStore.ImportOptions(skipsInvalid: true),
      onInvalid: { error in
        lines.append(error.line)
        if lines.count == 5 { return try pipe.close() }
        try pipe.write("{\"title\": \"A\"}\nbad\n".utf8)
      })
    #expect(!pipe.didTimeOut)
    #expect(lines == [2, 4, 6, 8, 10])
    #expect(report.movies == 5 && report.invalid == 5)
  }

  @Test("Reads lines that arrive in pieces, and reports no total")
  func pieces() throws {
    let pipe = SlowPipe()
    let lines = (0..<300).map { "{\"title\": \"Movie \($0)\", \"cast\": [\"É\"]}\n" }
    let bytes = Array(lines.joined().utf8)
    BackgroundThread.run {
      do {
        for start in stride(from: 0, to: bytes.count, by: 997) {
          try pipe.write(bytes[start..<min(start + 997, bytes.count)])
        }
        try pipe.close()
      } catch { Issue.record(error) }
    }
    var store = try MovieStore()
    let source = try pipe.source
    var last: TransferProgress?
    try store.importMovies(
      from: [source],
      progress: { last = $0 })
    #expect(last == TransferProgress(records: 300, bytes: Int64(bytes.count)))
    #expect(try store.titles(MovieQuery(order: .added)) == (0..<300).map { "Movie \($0)" })
  }
}
