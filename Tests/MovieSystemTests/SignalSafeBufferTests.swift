import Foundation
import MovieSystem
import TestSupport
import Testing

@Suite(.limited) struct SignalSafeBufferTests {
  @Test("Writes the bytes once")
  func once() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    let text = Array("printed\n".utf8)
    for byte in text { SignalSafeBuffer.append([byte]) }
    SignalSafeBuffer.append(text)
    SignalSafeBuffer.writeInSignalHandler(to: descriptor)
    SignalSafeBuffer.writeInSignalHandler(to: descriptor)
    SignalSafeBuffer.clear()
    SignalSafeBuffer.append(Array("cleared".utf8))
    SignalSafeBuffer.clear()
    SignalSafeBuffer.writeInSignalHandler(to: descriptor)
    try pipe.fileHandleForWriting.close()
    #expect(try pipe.fileHandleForReading.readToEnd() == Data("printed\nprinted\n".utf8))
  }
}
