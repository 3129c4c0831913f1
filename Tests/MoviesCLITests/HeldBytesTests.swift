import Foundation
import MoviesCLI
import TestSupport
import Testing

@Suite(.limited) struct HeldBytesTests {
  @Test("what is held back can be written by a signal's handler, once")
  func once() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    HeldBytes.keep(Array("before".utf8))
    HeldBytes.keep(Array("printed\n".utf8))
    HeldBytes.writeAtOnce(to: descriptor)
    HeldBytes.writeAtOnce(to: descriptor)
    HeldBytes.keep(Array("forgotten".utf8))
    HeldBytes.forget()
    HeldBytes.writeAtOnce(to: descriptor)
    try pipe.fileHandleForWriting.close()
    #expect(try pipe.fileHandleForReading.readToEnd() == Data("printed\n".utf8))
  }
}
