import Foundation
import MovieStore
import MovieStoreMaintenance
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// Each test runs in a process of its own, because the state of an interruption lasts until exit.
@Suite(.limited, .fullTier, .temporaryDirectory) struct InterruptionTests {
  @Test("Creating the schema does not count as a committed change; adding a movie does")
  func firstWrite() async {
    let path = TemporaryDirectory.path("movies.db")
    await #expect(processExitsWith: .success) { [path = path as String] in
      var store = try Catalog(path: path)
      #expect(!Interruption.hasCommitted)
      try store.add("Ran")
      #expect(Interruption.hasCommitted)
    }
  }

  @Test("A rehearsal and copies do not count as a committed change; a backup does")
  func copies() async {
    let path = TemporaryDirectory.path("movies.db")
    await #expect(processExitsWith: .success) { [path = path as String] in
      _ = try Catalog(path: path)
      _ = try Migrator(path: path).rehearse(to: .v5)
      #expect(!Interruption.hasCommitted)
      try Backup(of: path).write(to: path + ".backup")
      #expect(Interruption.hasCommitted)
    }
  }

  @Test("A request to stop ends a blocked read and later reads")
  func reading() async {
    let path = TemporaryDirectory.path("file")
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Kills the process if the read does not end.
      alarm(20)
      let work = try AtomicFile(target: path, replacing: false)
      let pipe = Pipe()
      let source = try ByteSource(descriptor: pipe.fileHandleForReading.fileDescriptor)
      BackgroundThread.run {
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
