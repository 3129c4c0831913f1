import Foundation
import MovieSystem
import TestSupport
import Testing

@Suite("Atomic files", .limited, .temporaryDirectory) struct AtomicFileTests {
  private func write(_ text: String, to path: String, replacing: Bool = false) throws {
    var file = try AtomicFile(target: path, replacing: replacing)
    try file.sink.append(text)
    try file.commit()
  }

  private func content(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: TemporaryDirectory.current).sorted()
  }

  /// The error of `write`; records an issue if it succeeds.
  private func failure(_ path: String, replacing: Bool = false) -> SystemError? {
    #expect(throws: SystemError.self) { try write("new", to: path, replacing: replacing) }
  }

  @Test("Creates a complete, private file and no other", arguments: [false, true])
  func new(replacing: Bool) throws {
    let path = TemporaryDirectory.path("new")
    try write("hello", to: path, replacing: replacing)
    #expect(try content(path) == "hello")
    #expect(try names() == ["new"])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(attributes[.referenceCount] as? Int == 1)
  }

  @Test("Replaces the target only on commit")
  func replacing() throws {
    let path = TemporaryDirectory.path("file")
    try write("old", to: path)
    var file = try AtomicFile(target: path, replacing: true)
    try file.sink.append(String(repeating: "new", count: 100_000))
    #expect(try content(path) == "old")
    #expect(try names().count == 2)
    #expect(file.temporaryPath.hasPrefix(TemporaryDirectory.current + "/.movies-"))
    try file.commit()
    #expect(try content(path).count == 300_000)
    #expect(try names() == ["file"])
  }

  @Test("Leaves no file without a commit")
  func abandoned() throws {
    let path = TemporaryDirectory.path("file")
    do {
      let file = try AtomicFile(target: path, replacing: false)
      try file.sink.append("half")
      #expect(try names().count == 1)
    }
    #expect(try names().isEmpty)
  }

  @Test("Does not replace an existing file by default")
  func existing() throws {
    let path = TemporaryDirectory.path("file")
    try write("old", to: path)
    #expect(failure(path)?.description == "cannot create '\(path)': File exists")
    #expect(try content(path) == "old")
    #expect(try names() == ["file"])
  }

  @Test("Does not replace a file that another process created in the meantime")
  func race() throws {
    let path = TemporaryDirectory.path("file")
    var error: SystemError?
    do {
      var file = try AtomicFile(target: path, replacing: false)
      try file.sink.append("mine")
      try Data("theirs".utf8).write(to: URL(filePath: path))
      do throws(SystemError) { try file.commit() } catch let failure { error = failure }
    }
    #expect(error?.code == EEXIST)
    #expect(try content(path) == "theirs")
    #expect(try names() == ["file"])
  }

  @Test("Rejects a symbolic link and leaves its target unchanged", arguments: [false, true])
  func links(replacing: Bool) throws {
    let (link, target) = (TemporaryDirectory.path("link"), TemporaryDirectory.path("target"))
    symlink(target, link)
    #expect(failure(link, replacing: replacing)?.code == ELOOP)
    try write("old", to: target)
    let error = failure(link, replacing: replacing)
    #expect(error?.description == "cannot create '\(link)': it is a symbolic link")
    #expect(try content(target) == "old")
    #expect(try names() == ["link", "target"])
  }

  @Test("Rejects a directory, a pipe and a device", arguments: [false, true])
  func otherKinds(replacing: Bool) throws {
    #expect(failure(TemporaryDirectory.current, replacing: replacing)?.code == EISDIR)
    let pipe = TemporaryDirectory.path("pipe")
    mkfifo(pipe, 0o600)
    #expect(failure(pipe, replacing: replacing)?.reason == "it is not a regular file")
    #expect(failure("/dev/full", replacing: replacing)?.code == EINVAL)
    #expect(try names() == ["pipe"])
  }

  @Test("Reports a missing directory with the path of the target")
  func missingDirectory() {
    let path = TemporaryDirectory.path("no/file")
    #expect(failure(path)?.description == "cannot create '\(path)': No such file or directory")
    #expect(failure("")?.code == ENOENT)
    #expect(failure(TemporaryDirectory.current + "/a/")?.code == ENOENT)
  }

  @Test("Deletes files of killed processes but not files in use")
  func leftovers() throws {
    let abandoned = TemporaryDirectory.path(".movies-0123456789abcdef")
    let others = [".movies-0123456789abcdeF", ".movies-0123", ".movies-0123456789abcdef0", "x"]
    for name in [".movies-0123456789abcdef"] + others {
      close(open(TemporaryDirectory.path(name), O_CREAT | O_WRONLY, 0o600))
    }
    var inUse = try AtomicFile(target: TemporaryDirectory.path("first"), replacing: false)
    #expect(access(abandoned, F_OK) != 0)
    try write("second", to: TemporaryDirectory.path("second"))
    try inUse.sink.append("first")
    try inUse.commit()
    #expect(try names() == (others + ["first", "second"]).sorted())
  }

  @Test("Does not delete links, and files and directories that other users can read")
  func unsafeLeftovers() throws {
    let target = TemporaryDirectory.path("target")
    close(open(target, O_CREAT | O_WRONLY, 0o600))
    symlink(target, TemporaryDirectory.path(".movies-0000000000000001"))
    mkdir(TemporaryDirectory.path(".movies-0000000000000002"), 0o755)
    let shared = TemporaryDirectory.path(".movies-0000000000000003")
    close(open(shared, O_CREAT | O_WRONLY, 0o600))
    chmod(shared, 0o644)
    let before = try names()
    try write("x", to: TemporaryDirectory.path("x"))
    #expect(try names() == before + ["x"])
  }

  @Test("Twenty writers of one file: one succeeds, and its file is complete")
  func manyWriters() async throws {
    let path = TemporaryDirectory.path("file")
    let results = await withTaskGroup(of: SystemError?.self) { group in
      for number in 0..<20 {
        group.addTask {
          do throws(SystemError) {
            var file = try AtomicFile(target: path, replacing: false)
            try file.sink.append(String(repeating: "\(number % 10)", count: 100_000))
            try file.commit()
            return nil
          } catch {
            return error
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count { $0 == nil } == 1)
    #expect(results.allSatisfy { $0 == nil || $0?.code == EEXIST })
    let text = try content(path)
    #expect(text.count == 100_000 && Set(text).count == 1)
    #expect(try names() == ["file"])
  }

  @Test("Concurrent writers do not delete each other's files")
  func manyNewFiles() async throws {
    let directory = TemporaryDirectory.current
    let failures = await withTaskGroup(of: Int.self) { group in
      for thread in 0..<4 {
        group.addTask {
          (0..<50).count { number in
            do throws(SystemError) {
              var file = try AtomicFile(
                target: "\(directory)/\(thread)-\(number)", replacing: false)
              try file.sink.append("x")
              try file.commit()
              return false
            } catch {
              return true
            }
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(failures == 0)
    #expect(try names().count == 200)
  }

  @Test("A commit can be repeated with another name if a file of the first name exists")
  func otherName() throws {
    let (first, second) = (TemporaryDirectory.path("a"), TemporaryDirectory.path("a-2"))
    var file = try AtomicFile(target: first, replacing: false)
    try file.sink.append("new")
    try write("taken", to: first)
    #expect(throws: SystemError.self) { try file.commit() }
    try file.commit(as: second)
    #expect(try [content(first), content(second)] == ["taken", "new"])
    #expect(try names() == ["a", "a-2"])
  }

  @Test("Creates a file in a directory that is writable but not readable")
  func unreadableDirectory() throws {
    let directory = TemporaryDirectory.path("blind")
    try Files.makeDirectory(directory)
    Files.setMode(0o777, of: TemporaryDirectory.current)
    Files.setMode(0o733, of: directory)
    try withoutPrivileges {
      try write("x", to: directory + "/file")
    }
    Files.setMode(0o755, of: directory)
    #expect(try content(directory + "/file") == "x")
  }

  @Test("Files that are committed together get their names together, up to the first that cannot")
  func together() throws {
    func written(_ names: [String]) throws -> AtomicFiles {
      var files = AtomicFiles()
      for name in names {
        let file = try AtomicFile(target: TemporaryDirectory.path(name), replacing: false)
        try file.sink.append(name)
        try files.append(file)
      }
      return files
    }
    var named: [String] = []
    var files = try written(["a", "b"])
    #expect(try names().allSatisfy { $0.hasPrefix(".movies-") })
    try files.commit { named.append($0) }
    #expect(try names() == ["a", "b"])
    files = try written(["c", "d", "e"])
    try write("theirs", to: TemporaryDirectory.path("d"))
    #expect(throws: SystemError.self) { try files.commit { named.append($0) } }
    #expect(named == ["a", "b", "c"].map(TemporaryDirectory.path))
    #expect(try names() == ["a", "b", "c", "d"])
    #expect(try content(TemporaryDirectory.path("d")) == "theirs")
    #expect(try content(TemporaryDirectory.path("c")) == "c")
  }
}
