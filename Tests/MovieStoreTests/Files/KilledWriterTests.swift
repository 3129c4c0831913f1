import Foundation
import MovieStore
import MovieSystem
import TestSupport
import Testing

/// What a process that ends without notice leaves behind, tried in processes of their own.
@Suite("Files whose writer is killed", .limited, .fullTier, .temporaryDirectory)
struct KilledWriterTests {
  @Test("the target is as it was, and the next writer clears up")
  func killed() async throws {
    let folder = TemporaryDirectory.current
    let path = folder + "/file"
    try Data("old".utf8).write(to: URL(filePath: path))
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let file = try AtomicFile(target: path, replacing: true)
      try file.sink.append(String(repeating: "new", count: 100_000))
      kill(getpid(), SIGKILL)
      try file.commit()
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)

    let file = try AtomicFile(target: path, replacing: true)
    try file.sink.append("newer")
    try file.commit()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "newer")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
  }

  @Test("a file is its owner's alone, whatever the umask", arguments: [0o000, 0o022, 0o077, 0o777])
  func umasks(mask: UInt32) async throws {
    let path = TemporaryDirectory.path("file")
    await #expect(processExitsWith: .success) {
      [path = path as String, mask = mask as UInt32] in
      umask(mask)
      let file = try AtomicFile(target: path, replacing: false)
      try file.sink.append("x")
      try file.commit()
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("a file that grows too large fails like a full disk, and leaves nothing")
  func limited() async throws {
    let folder = TemporaryDirectory.current
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 10_000, rlim_max: 10_000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let file = try AtomicFile(target: folder + "/file", replacing: false)
      var code: Int32 = 0
      do throws(SystemError) {
        try file.sink.append([UInt8](repeating: 1, count: 100_000))
      } catch {
        code = error.code
      }
      var commitCode: Int32 = 0
      do throws(SystemError) { try file.commit() } catch { commitCode = error.code }
      #expect(code == EFBIG && commitCode == EFBIG)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }
}
