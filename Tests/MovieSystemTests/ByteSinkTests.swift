import Foundation
import MovieSystem
import Synchronization
import TestSupport
import Testing

@Suite("Byte sink", .limited, .temporaryDirectory) struct ByteSinkTests {
  @Test("Stores all bytes in memory")
  func memory() throws {
    let sink = ByteSink()
    try sink.append("é")
    try sink.append([1, 2])
    try sink.flush()
    try sink.append([UInt8](repeating: 7, count: 200_000))
    #expect(sink.bytes == [0xC3, 0xA9, 1, 2] + [UInt8](repeating: 7, count: 200_000))
  }

  @Test(
    "Writes all bytes to a file in order", arguments: [0, 1, 65_535, 65_536, 65_537, 1_000_000])
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

  @Test("Writes only when the buffer is full or flushed")
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

  @Test("Writes all bytes to a non-blocking pipe")
  func pipes() throws {
    let pipe = Pipe()
    // A separate thread: tasks share threads with this test, which blocks.
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

  @Test("Every call after a failure throws the same error")
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

  @Test("Throws for a closed descriptor")
  func closed() throws {
    let sink = ByteSink(descriptor: 9_998)
    try sink.append("x")
    let error = #expect(throws: SystemError.self) { try sink.flush() }
    #expect(error?.code == EBADF && error?.isBrokenPipe == false)
  }

  @Test("Recognizes a broken pipe")
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

  // MARK: Deferral

  /// A pipe with a capacity of 4 KiB.
  private func smallPipe() -> Pipe {
    let pipe = Pipe()
    // F_SETPIPE_SZ, which Swift does not import.
    _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, 1031, 4_096)
    return pipe
  }

  @Test(
    "A deferral never waits for the reader and writes all bytes at its end",
    arguments: [1_000, 70_000, 400_000], [false, true])
  func deferral(count: Int, isWhole: Bool) throws {
    let pipe = smallPipe()
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let sink = ByteSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    try sink.append("before ")
    let start = ContinuousClock.now
    try sink.beginDeferral(isWhole: isWhole)
    for start in stride(from: 0, to: count, by: 10_000) {
      try sink.append(Array(bytes[start..<min(count, start + 10_000)]))
    }
    try sink.flush()
    #expect(ContinuousClock.now - start < .seconds(2))
    let read = Mutex(Data())
    let isRead = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let data = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
      read.withLock { $0 = data }
      isRead.signal()
    }
    try sink.endDeferral()
    try sink.append(" after")
    try sink.flush()
    try pipe.fileHandleForWriting.close()
    isRead.wait()
    #expect(read.withLock { $0 } == Data("before ".utf8) + Data(bytes) + Data(" after".utf8))
  }

  @Test("A whole deferral writes its bytes at its end, or discards them", arguments: [false, true])
  func wholeDeferral(commit: Bool) throws {
    let path = TemporaryDirectory.path("file")
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let memory = ByteSink()
    for sink in [ByteSink(descriptor: descriptor), memory] {
      try sink.append("a")
      try sink.beginDeferral(isWhole: true)
      for _ in 0..<20 { try sink.append([UInt8](repeating: 0x62, count: 10_000)) }
      try sink.flush()
      if commit { try sink.endDeferral() } else { sink.discardDeferred() }
      try sink.append("c")
      try sink.flush()
    }
    let expected = "a" + String(repeating: "b", count: commit ? 200_000 : 0) + "c"
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(expected.utf8))
    #expect(memory.bytes == Array(expected.utf8))
  }

  @Test("Detects a broken pipe while bytes are spooled")
  func brokenPipeWhileSpooling() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = smallPipe()
    let sink = ByteSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    try sink.beginDeferral(isWhole: false)
    for _ in 0..<5 { try sink.append([UInt8](repeating: 1, count: 100_000)) }
    try pipe.fileHandleForReading.close()
    let error = #expect(throws: SystemError.self) {
      for _ in 0..<200 {
        try sink.append([UInt8](repeating: 1, count: 100_000))
        usleep(1_000)
      }
    }
    #expect(error?.isBrokenPipe == true)
    #expect(throws: SystemError.self) { try sink.endDeferral() }
  }

  @Test("A broken pipe ends a deferral", arguments: [false, true])
  func brokenPipeInDeferral(isWhole: Bool) throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = smallPipe()
    let sink = ByteSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    try sink.beginDeferral(isWhole: isWhole)
    try pipe.fileHandleForReading.close()
    let error = #expect(throws: SystemError.self) {
      for _ in 0..<50 { try sink.append([UInt8](repeating: 1, count: 100_000)) }
      try sink.endDeferral()
    }
    #expect(error?.isBrokenPipe == true)
  }
}
