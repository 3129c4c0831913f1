import Foundation
import MovieSystem
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct CancellationTests {
  @Test("A request is visible only in operations that bind its object")
  func scope() {
    let (cancellation, other) = (Cancellation(), Cancellation())
    cancellation.request()
    #expect(!Interruption.isRequested)
    Cancellation.$current.withValue(cancellation) { #expect(Interruption.isRequested) }
    Cancellation.$current.withValue(other) { #expect(!Interruption.isRequested) }
    #expect(Interruption.signal == nil)
  }

  @Test("A cancelled task ends only operations that observe cancellation")
  func cancelledTask() async {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      #expect(!Interruption.isRequested)
      Cancellation.$current.withValue(Cancellation()) { #expect(Interruption.isRequested) }
    }.value
  }

  @Test("A request of another thread ends the wait for a pipe without input")
  func waiting() throws {
    let pipe = Pipe()
    let source = try ByteSource(descriptor: pipe.fileHandleForReading.fileDescriptor)
    let error = try Self.interrupted {
      var buffer: [UInt8] = [0]
      _ = try source.read(into: &buffer, from: 0)
    }
    #expect(error.isInterruption)
  }

  @Test("Opening a FIFO does not wait for a writer, and the read can be ended")
  func fifo() throws {
    let path = TemporaryDirectory.path("fifo")
    #expect(mkfifo(path, 0o600) == 0)
    let source = try ByteSource(path: path)
    let error = try Self.interrupted {
      var buffer: [UInt8] = [0]
      _ = try source.read(into: &buffer, from: 0)
    }
    #expect(error.isInterruption)
    BackgroundThread.run {
      let descriptor = open(path, O_WRONLY)
      #expect(write(descriptor, "abc", 3) == 3)
      close(descriptor)
    }
    #expect(try source.readToEnd() == Array("abc".utf8))
  }

  @Test("A request ends the wait for a value of a channel")
  func channel() throws {
    let channel = BoundedChannel<Int>()
    let error = try Self.interrupted { _ = try channel.receive() }
    #expect(error.isInterruption)
    #expect(channel.send(7))
    #expect(try channel.receive() == 7)
  }

  /// Runs the closure and requests its end from another thread. Returns the error.
  private static func interrupted(_ body: () throws -> Void) throws -> SystemError {
    let cancellation = Cancellation()
    BackgroundThread.run {
      usleep(20_000)
      cancellation.request()
    }
    let stopwatch = Stopwatch()
    let error = #expect(throws: SystemError.self) {
      try Cancellation.$current.withValue(cancellation) { try body() }
    }
    #expect(stopwatch.seconds < 2)
    return try #require(error)
  }
}
