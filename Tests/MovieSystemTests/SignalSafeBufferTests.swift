import Foundation
import MovieSystem
import TestSupport
import Testing

@Suite(.limited) struct SignalSafeBufferTests {
  @Test("Writes the stored bytes once")
  func once() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    SignalSafeBuffer.store(Array("before".utf8))
    SignalSafeBuffer.store(Array("printed\n".utf8))
    SignalSafeBuffer.writeInSignalHandler(to: descriptor)
    SignalSafeBuffer.writeInSignalHandler(to: descriptor)
    SignalSafeBuffer.store(Array("cleared".utf8))
    SignalSafeBuffer.clear()
    SignalSafeBuffer.writeInSignalHandler(to: descriptor)
    try pipe.fileHandleForWriting.close()
    #expect(try pipe.fileHandleForReading.readToEnd() == Data("printed\n".utf8))
  }
}
