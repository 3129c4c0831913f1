import Foundation
import MovieStore
import MovieSystem
import TestSupport
import Testing

@Suite("Reading bytes", .limited, .temporaryDirectory) struct ByteSourceTests {
  private func all(_ source: ByteSource, bufferLength: Int = 7) throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: bufferLength)
    var bytes: [UInt8] = []
    while true {
      let count = try source.read(into: &buffer, from: 0)
      if count == 0 { return bytes }
      bytes += buffer.prefix(count)
    }
  }

  @Test("a file gives all its bytes and tells its length", arguments: [0, 1, 6, 7, 8, 100_000])
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
    "bytes in memory come in pieces no longer than asked", arguments: [1, 3, 7, 100, .max, 0, -1])
  func memory(_ pieceLength: Int) throws {
    let bytes = Array("the quick brown fox".utf8)
    let source = ByteSource(bytes: bytes, pieceLength: pieceLength)
    var buffer = [UInt8](repeating: 0, count: 10)
    #expect(try source.read(into: &buffer, from: 4) == min(6, max(1, pieceLength)))
    #expect(buffer[..<5] == [0, 0, 0, 0, 0x74])
    #expect(try source.read(into: &buffer, from: 10) == 0)
    #expect(try source.read(into: &buffer, from: -1) == 0)
    let rest = bytes.dropFirst(Int(source.bytesRead))
    #expect(try all(source) == Array(rest))
    #expect(source.totalBytes == 19)
  }

  @Test("a pipe has no length, and its descriptor stays open")
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

  @Test("a pipe that is told not to wait is waited for")
  func nonBlocking() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    // A thread of its own: tasks share threads with this test, which blocks.
    Thread.detachNewThread {
      pipe.fileHandleForWriting.write(Data("late".utf8))
      try? pipe.fileHandleForWriting.close()
    }
    #expect(try all(try ByteSource(descriptor: descriptor)) == Array("late".utf8))
  }

  @Test("what cannot be read says so")
  func failures() {
    let missing = #expect(throws: SystemError.self) {
      try ByteSource(path: TemporaryDirectory.path("missing"))
    }
    #expect(missing?.code == ENOENT && missing?.operation == "open")
    let folder = #expect(throws: SystemError.self) {
      try ByteSource(path: TemporaryDirectory.current)
    }
    #expect(folder?.reason == "Is a directory")
    let closed = #expect(throws: SystemError.self) { try ByteSource(descriptor: 9_999, path: "-") }
    #expect(closed?.code == EBADF)
  }

  @Test("a failure in the midst of reading reaches the caller")
  func readFailure() throws {
    let path = TemporaryDirectory.path("file")
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    var reader = InterchangeReader(
      source: try ByteSource(descriptor: descriptor, path: path), fileName: "file")
    var error: SystemError?
    do throws(SystemError) { _ = try reader.next() } catch let failure { error = failure }
    #expect(error?.code == EBADF && error?.operation == "read" && error?.path == path)
    #expect(try reader.next() == nil)
  }
}
