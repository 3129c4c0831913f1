import Foundation
import MovieStore
import TestSupport
import Testing

@Suite("Writing bytes", .temporaryDirectory) struct ByteSinkTests {
  @Test("a sink in memory keeps everything")
  func memory() throws {
    let sink = ByteSink()
    try sink.append("é")
    try sink.append([1, 2])
    try sink.flush()
    try sink.append([UInt8](repeating: 7, count: 200_000))
    #expect(sink.bytes == [0xC3, 0xA9, 1, 2] + [UInt8](repeating: 7, count: 200_000))
  }

  @Test("a file gets all bytes in order", arguments: [0, 1, 65_535, 65_536, 65_537, 1_000_000])
  func files(_ count: Int) throws {
    let path = TemporaryDirectory.path("file")
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let sink = ByteSink(descriptor: descriptor, path: path)
    var start = 0
    while start < count {
      try sink.append(Array(bytes[start..<min(count, start + 1_000)]))
      start += 1_000
    }
    try sink.flush()
    #expect(try [UInt8](Data(contentsOf: URL(filePath: path))) == bytes)
  }

  @Test("nothing is written before the buffer is full or flushed")
  func buffering() throws {
    let path = TemporaryDirectory.path("file")
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let sink = ByteSink(descriptor: descriptor)
    try sink.append("a")
    #expect(try Data(contentsOf: URL(filePath: path)).isEmpty)
    try sink.flush()
    try sink.flush()
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("a".utf8))
  }

  @Test("a pipe that takes little at a time gets everything")
  func pipes() throws {
    let pipe = Pipe()
    // A thread of its own: tasks share threads with this test, which blocks.
    Thread.detachNewThread {
      let descriptor = pipe.fileHandleForWriting.fileDescriptor
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      let sink = ByteSink(descriptor: descriptor)
      for _ in 0..<50 { try? sink.append([UInt8](repeating: 5, count: 20_000)) }
      try? sink.flush()
      try? pipe.fileHandleForWriting.close()
    }
    let bytes = try pipe.fileHandleForReading.readToEnd()
    #expect(bytes == Data(repeating: 5, count: 1_000_000))
  }

  @Test("a full device fails, and fails again")
  func full() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    let sink = ByteSink(descriptor: descriptor, path: "out")
    try sink.append("x")
    let expected = SystemError(code: ENOSPC, operation: "write", path: "out")
    #expect(throws: expected) { try sink.flush() }
    #expect(throws: expected) { try sink.flush() }
    #expect(throws: expected) { try sink.append("y") }
    #expect(sink.bytes.count < 2)
  }

  @Test("a closed descriptor fails")
  func closed() throws {
    let sink = ByteSink(descriptor: 9_998)
    try sink.append("x")
    let error = #expect(throws: SystemError.self) { try sink.flush() }
    #expect(error?.code == EBADF && error?.isBrokenPipe == false)
  }

  @Test("a pipe without a reader is told apart")
  func brokenPipe() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let sink = ByteSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    let error = #expect(throws: SystemError.self) {
      try sink.append([UInt8](repeating: 1, count: 100_000))
    }
    #expect(error?.isBrokenPipe == true)
  }
}
