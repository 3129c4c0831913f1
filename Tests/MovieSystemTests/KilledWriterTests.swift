import Foundation
import MovieSystem
import TestSupport
import Testing

/// Atomic files of killed and limited processes, in exit tests.
@Suite("Atomic files of killed writers", .limited, .fullTier, .temporaryDirectory)
struct KilledWriterTests {
  @Test("Leaves the target unchanged when killed; the next writer deletes the temporary file")
  func killed() async throws {
    let directory = TemporaryDirectory.current
    let path = directory + "/file"
    try Data("old".utf8).write(to: URL(filePath: path))
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      var file = try AtomicFile(target: path, replacing: true)
      try file.sink.append(String(repeating: "new", count: 100_000))
      kill(getpid(), SIGKILL)
      try file.commit()
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory).count == 2)

    var file = try AtomicFile(target: path, replacing: true)
    try file.sink.append("newer")
    try file.commit()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "newer")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["file"])
  }

  @Test("Creates a private file with any umask", arguments: [0o000, 0o022, 0o077, 0o777])
  func umasks(mask: UInt32) async throws {
    let path = TemporaryDirectory.path("file")
    await #expect(processExitsWith: .success) {
      [path = path as String, mask = mask as UInt32] in
      umask(mask)
      var file = try AtomicFile(target: path, replacing: false)
      try file.sink.append("x")
      try file.commit()
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("Throws at the file-size limit and leaves no file")
  func limited() async throws {
    let directory = TemporaryDirectory.current
    await #expect(processExitsWith: .success) { [directory = directory as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 10_000, rlim_max: 10_000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      var file = try AtomicFile(target: directory + "/file", replacing: false)
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
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
  }
}
