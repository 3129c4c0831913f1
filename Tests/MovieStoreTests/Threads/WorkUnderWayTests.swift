import Foundation
import MovieStore
import MovieSystem
import TestSupport
import Testing

/// What is said to whoever interrupts, in a process of its own, which remembers it to its end.
@Suite(.limited, .fullTier, .temporaryDirectory) struct WorkUnderWayTests {
  @Test("the schema of a new file is no change that anybody asked for; the first film is one")
  func firstWrite() async {
    let path = TemporaryDirectory.path("movies.db")
    await #expect(processExitsWith: .success) { [path = path as String] in
      var store = try MovieStore(path: path)
      #expect(!Interruption.hasCommitted)
      try store.add("Ran")
      #expect(Interruption.hasCommitted)
    }
  }

  @Test("A request to stop ends a read that no signal interrupts, and one that begins after it")
  func reading() async {
    let path = TemporaryDirectory.path("file")
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Ends the process if the read does not end.
      alarm(20)
      let work = try AtomicFile(target: path, replacing: false)
      let pipe = Pipe()
      let source = try ByteSource(descriptor: pipe.fileHandleForReading.fileDescriptor)
      try BackgroundThread.run {
        usleep(100_000)
        _ = Interruption.request(by: SIGINT)
      }
      for _ in 0..<2 {
        var buffer: [UInt8] = [0]
        let error = #expect(throws: SystemError.self) { try source.read(into: &buffer, from: 0) }
        #expect(error?.isInterruption == true)
      }
      _ = work.temporaryPath
    }
  }
}
