import Foundation
import MovieSystem
import TestSupport
import Testing

@Suite("Byte source", .limited, .temporaryDirectory) struct ByteSourceTests {
  private func all(_ source: ByteSource, bufferLength: Int = 7) throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: bufferLength)
    var bytes: [UInt8] = []
    while true {
      let count = try source.read(into: &buffer, from: 0)
      if count == 0 { return bytes }
      bytes += buffer.prefix(count)
    }
  }

  @Test("Reads all bytes of a file and its length", arguments: [0, 1, 6, 7, 8, 100_000])
  func files(_ count: Int) throws {
    let path = TemporaryDirectory.path("file")
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try Data(bytes).write(to: URL(filePath: path))
    let source = try ByteSource(path: path)
    #expect(source.totalBytes == Int64(count))
    #expect(try all(source) == bytes)
    #expect(source.bytesRead == Int64(count))
  }

  @Test(
    "Reads bytes in memory in chunks of the given length", arguments: [1, 3, 7, 100, .max, 0, -1])
  func memory(_ chunkLength: Int) throws {
    let bytes = Array("the quick brown fox".utf8)
    let source = ByteSource(bytes: bytes, chunkLength: chunkLength)
    var buffer = [UInt8](repeating: 0, count: 10)
    #expect(try source.read(into: &buffer, from: 4) == min(6, max(1, chunkLength)))
    #expect(buffer[..<5] == [0, 0, 0, 0, 0x74])
    #expect(try source.read(into: &buffer, from: 10) == 0)
    #expect(try source.read(into: &buffer, from: -1) == 0)
    let rest = bytes.dropFirst(Int(source.bytesRead))
    #expect(try all(source) == Array(rest))
    #expect(source.totalBytes == 19)
  }

  @Test("Reads a pipe, which has no length, and leaves its descriptor open")
  func pipes() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("hello, world".utf8))
    try pipe.fileHandleForWriting.close()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    do {
      let source = try ByteSource(descriptor: descriptor, path: "-")
      #expect(source.totalBytes == nil)
      #expect(try all(source) == Array("hello, world".utf8))
    }
    #expect(fcntl(descriptor, F_GETFD) >= 0)
  }

  @Test("Waits for a non-blocking pipe")
  func nonBlocking() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    // A separate thread: tasks share threads with this test, which blocks.
    Thread.detachNewThread {
      pipe.fileHandleForWriting.write(Data("late".utf8))
      try? pipe.fileHandleForWriting.close()
    }
    #expect(try all(try ByteSource(descriptor: descriptor)) == Array("late".utf8))
  }

  /// The remaining lines, with their length if they are longer than the limit.
  private func lines(_ source: ByteSource, limit: Int) throws -> [String] {
    var lines: [String] = []
    while let line = try source.nextLine(limit: limit) {
      lines.append(line.count > limit ? "too long" : String(decoding: line, as: UTF8.self))
    }
    return lines
  }

  @Test("Reads lines, and truncates those that are too long", arguments: [1, 2, 5, .max])
  func lines(chunkLength: Int) throws {
    for (text, expected) in [
      ("", []), ("\n", [""]), ("a", ["a"]), ("a\n\nbc\n", ["a", "", "bc"]),
      ("12345\n123456\n7", ["12345", "too long", "7"]), ("1234567890", ["too long"]),
      ("1234567890\n\n", ["too long", ""]),
    ] {
      let source = ByteSource(bytes: Array(text.utf8), chunkLength: chunkLength)
      #expect(try lines(source, limit: 5) == expected, "\(text)")
    }
    let source = ByteSource(bytes: Array("a\nb\0c".utf8), chunkLength: chunkLength)
    #expect(try source.nextLine(endingWith: 0, limit: 5) == Array("a\nb".utf8))
  }

  @Test("Reads a line of a pipe that stays open, and reads the beginning only of an endless one")
  func openLines() throws {
    let pipe = Pipe()
    let source = try ByteSource(descriptor: pipe.fileHandleForReading.fileDescriptor)
    try pipe.fileHandleForWriting.write(contentsOf: Data("a\n".utf8))
    #expect(try source.nextLine(limit: 5) == Array("a".utf8))
    #expect(try ByteSource(path: "/dev/zero").nextLine(limit: 5)?.count ?? 0 > 5)
  }

  @Test("Throws for a missing file, a directory and a closed descriptor")
  func failures() {
    let missing = #expect(throws: SystemError.self) {
      try ByteSource(path: TemporaryDirectory.path("missing"))
    }
    #expect(missing?.code == ENOENT && missing?.operation == "open")
    let directory = #expect(throws: SystemError.self) {
      try ByteSource(path: TemporaryDirectory.current)
    }
    #expect(directory?.reason == "Is a directory")
    let closed = #expect(throws: SystemError.self) { try ByteSource(descriptor: 9_999, path: "-") }
    #expect(closed?.code == EBADF)
  }

  @Test("Throws when a read fails")
  func readFailure() throws {
    let path = TemporaryDirectory.path("file")
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let source = try ByteSource(descriptor: descriptor, path: path)
    let error = #expect(throws: SystemError.self) { try all(source) }
    #expect(error == SystemError(code: EBADF, operation: "read", path: path))
  }
}
