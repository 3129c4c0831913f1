import Foundation
import MovieArchives
import MovieSystem
import TestSupport
import Testing

struct ZipTests {
  private typealias File = ZipBuilder.File

  private static let text = Array("Name,Year\nAlien,1979\nAliens,1986\nAlien 3,1992\n".utf8)

  /// An archive with all that an entry may have.
  private static func small(is64: Bool) -> ZipBuilder {
    var films = File("likes/films.csv", text)
    films.hasDescriptor = true
    films.is64 = is64
    films.comment = [1, 2, 3]
    var lists = File("lists.csv", Array(text.reversed()))
    lists.method = 0
    lists.localExtra = [9, 9, 2, 0, 1, 2]
    return ZipBuilder(files: [films, lists], comment: Array("text".utf8), is64: is64)
  }

  @Test("files are read as they were written", arguments: 0..<Tier.amount(4, full: 30))
  func filesAreReadAsThey(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var builder = ZipBuilder()
    for index in 0..<Int.random(in: 0...5, using: &random) {
      var file = File("directory/file \(index).csv", random.bytes(upTo: 5000))
      file.method = Bool.random(using: &random) ? 8 : 0
      file.hasDescriptor = .random(using: &random)
      file.is64 = .random(using: &random)
      file.comment = random.bytes(upTo: 20)
      file.localExtra = random.bytes(upTo: 20)
      file.extra = Bool.random(using: &random) ? [9, 9, 3, 0, 1, 2, 3] : []
      builder.files.append(file)
    }
    let length = [0, 30, 65_535].randomElement(using: &random)!
    builder.comment = Array(repeating: 0x2E, count: length)
    builder.is64 = .random(using: &random)
    // An empty archive with 64-bit records has another signature.
    if builder.files.isEmpty { builder.is64 = false }
    let result = try contents(
      builder.bytes, chunkLength: .random(in: 1...5000, using: &random),
      room: .random(in: 1...5000, using: &random))
    #expect(
      result == builder.files.map { Content(String(decoding: $0.name, as: UTF8.self), $0.content) })
  }

  @Test("an empty archive has no files")
  func anEmptyArchiveHasNo() throws {
    #expect(try contents(ZipBuilder().bytes) == [])
  }

  @Test("directories, hidden files and those of macOS are left out")
  func directoriesHiddenFilesAndThose() throws {
    var builder = ZipBuilder()
    let names = [
      "a/", "a/b.csv", "__MACOSX/a/._b.csv", "__MACOSX/c", "a/.DS_Store", ".d", "a.b/.c/e.csv",
    ]
    builder.files = names.map { File($0, $0.hasSuffix("/") ? [] : Self.text) }
    // What cannot be read does not matter there.
    builder.files[2].method = 12
    #expect(try contents(builder.bytes)?.map(\.name) == ["a/b.csv", "a.b/.c/e.csv"])
  }

  @Test("names that are no UTF-8 are repaired")
  func namesThatAreNoUtf() throws {
    var file = File("", Self.text)
    file.name = [0x61, 0xFF, 0x62]
    #expect(try contents(ZipBuilder(files: [file]).bytes)?.map(\.name) == ["a\u{FFFD}b"])
  }

  @Test("truncated archives are errors", arguments: [false, true])
  func truncatedArchivesAreErrors(is64: Bool) throws {
    let archive = Self.small(is64: is64).bytes
    for count in 4..<archive.count { expectInvalid(Array(archive[..<count]), "\(count) bytes") }
    for count in 0..<4 { #expect(try files(Array(archive[..<count])) == nil) }
    #expect(
      expectInvalid(archive + [0])
        == "cannot read 'a.zip': the zip archive is truncated; download it again")
  }

  @Test("a changed byte is an error or does not matter", arguments: [false, true])
  func aChangedByteIsAn(is64: Bool) throws {
    let builder = Self.small(is64: is64)
    let expected = Set(builder.files.map(\.content))
    for changed in changes(of: builder.bytes) {
      do {
        guard let result = try contents(changed) else { continue }
        // Another name may be one that is left out.
        #expect(expected.isSuperset(of: result.map(\.bytes)) && result.count <= 2)
      } catch { #expect(error.isInvalidData) }
    }
  }

  @Test("random changes do not trap", arguments: 0..<Tier.amount(10, full: 200))
  func randomChangesDoNotTrap(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var archive = Self.small(is64: .random(using: &random)).bytes
    for _ in 0..<Int.random(in: 2...12, using: &random) {
      let value: UInt8 = [0, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
      let start = Int.random(in: 4..<archive.count, using: &random)
      for index in start..<min(archive.count, start + [1, 2, 4, 8].randomElement(using: &random)!) {
        archive[index] = value
      }
    }
    do {
      for content in try contents(archive) ?? [] {
        #expect([Self.text, Self.text.reversed(), []].contains(content.bytes))
      }
    } catch { #expect(error.isInvalidData) }
  }

  @Test("encrypted files are refused", arguments: [1, 0x41, 0x2000])
  func encryptedFilesAreRefused(flags: Int) {
    var builder = Self.small(is64: false)
    builder.files[1].flags = flags
    #expect(
      expectInvalid(builder.bytes)
        == "cannot read 'a.zip/lists.csv': it is encrypted; extract it with its password first")
  }

  @Test("unknown methods are refused")
  func unknownMethodsAreRefused() {
    var builder = Self.small(is64: false)
    builder.files[1].method = 93
    #expect(
      expectInvalid(builder.bytes)
        == "cannot read 'a.zip/lists.csv': its compression method 93 is not supported; extract it "
        + "first")
  }

  @Test("parts of archives are refused")
  func partsOfArchivesAreRefused() {
    var builder = Self.small(is64: false)
    builder.disk = 1
    #expect(expectInvalid(builder.bytes).contains("one of several parts"))
    builder.is64 = true
    #expect(expectInvalid(builder.bytes).contains("one of several parts"))
    builder = Self.small(is64: true)
    builder.files[0].disk = 1
    #expect(expectInvalid(builder.bytes).contains("one of several parts"))
  }

  @Test("files that overlap are refused")
  func filesThatOverlapAreRefused() {
    var builder = ZipBuilder(files: [File("a", Self.text), File("b", Self.text)])
    builder.files[1].offset = 0
    #expect(expectInvalid(builder.bytes).contains("bytes of another file"))
    // The first file contains the second one.
    builder.files = [File("b", Self.text)]
    builder.files = [File("a", builder.bytes), builder.files[0]]
    builder.files[0].method = 0
    builder.files[1].offset = 31
    #expect(expectInvalid(builder.bytes).contains("bytes of another file"))
    // The content of the first file is that of the second one.
    builder.files = [File("a", Self.text), File("b", Self.text)]
    for index in 0...1 { builder.files[index].method = 0 }
    var archive = builder.bytes
    archive[28] = UInt8(Self.text.count + 31)
    #expect(expectInvalid(archive).contains("'a.zip/a': the zip archive is damaged"))
    // The last file ends in the directory.
    archive = ZipBuilder(files: [File("a", Self.text)]).bytes
    archive[28] = 1
    #expect(expectInvalid(archive).contains("'a.zip/a': the zip archive is damaged"))
  }

  @Test("documents are refused")
  func documentsAreRefused() {
    for names in [["[Content_Types].xml"], ["a", "[Content_Types].xml"], ["mimetype", "a"]] {
      let archive = ZipBuilder(files: names.map { File($0, Self.text) }).bytes
      #expect(
        expectInvalid(archive, named: "films.xlsx")
          == "cannot read 'films.xlsx': it is a spreadsheet or a document; save it as CSV first")
    }
    #expect(throws: Never.self) {
      try contents(ZipBuilder(files: [File("a"), File("mimetype")]).bytes)
    }
  }

  @Test("an archive has at most 10,000 files")
  func anArchiveHasAtMost() throws {
    var builder = ZipBuilder()
    var file = File("a")
    file.method = 0
    builder.files = Array(repeating: file, count: 10_000)
    #expect(try files(builder.bytes)?.count == 10_000)
    builder.files = [File("a")]
    for count in [10_001, 1 << 40] {
      builder.count = count
      builder.is64 = count > 1 << 16
      #expect(expectInvalid(builder.bytes).contains("it has more than 10,000 files"))
    }
  }

  @Test("declared sizes are limited")
  func declaredSizesAreLimited() {
    var bomb = File("bomb.csv", (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) })
    bomb.is64 = true
    bomb.size = 10 << 30
    #expect(
      expectInvalid(ZipBuilder(files: [bomb]).bytes).contains("more than 200 times its size"))
    var large = File("a")
    large.size = 64 << 20
    let builder = ZipBuilder(files: Array(repeating: large, count: 1025))
    #expect(expectInvalid(builder.bytes).contains("more than 64.0 GiB"))
    large.size = 1 << 62
    large.is64 = true
    #expect(expectInvalid(ZipBuilder(files: [large]).bytes).contains("damaged"))
  }

  @Test("other sizes are errors", arguments: [0, 1, 999, 1_000_001])
  func otherSizesAreErrors(size: Int) {
    var file = File("a", Array(repeating: 0x61, count: 1_000_000))
    file.size = size
    #expect(
      expectInvalid(ZipBuilder(files: [file]).bytes).contains("'a.zip/a': the zip archive is"))
  }

  @Test("files of a regular file are read in other threads")
  func filesOfARegularFile() async throws {
    let path = try file(of: Self.small(is64: true).bytes)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let files = try #require(try regularFiles(path))
    let results = try await withThrowingTaskGroup(of: Content.self) { group in
      for file in files + files {
        group.addTask { Content(file.name, try bytes(ByteSource(file.origin), room: 7)) }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(
      results == [
        Content("likes/films.csv", Self.text), Content("lists.csv", Self.text.reversed()),
      ])
  }

  @Test("positions after the end are errors", arguments: [38, 54])
  func positionsAfterTheEndAre(field: Int) throws {
    var archive = Self.small(is64: true).bytes
    // No file system has so large files: to go there would be an error of the system.
    archive[archive.count - field + 7] = 8
    let path = try file(of: archive)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let error = #expect(throws: SystemError.self) { try regularFiles(path) }
    #expect(error?.isInvalidData == true)
  }

  @Test("files that are not counted are an error")
  func filesThatAreNotCounted() {
    var builder = Self.small(is64: false)
    for count in [0, 1, 3] {
      builder.count = count
      #expect(expectInvalid(builder.bytes).contains("damaged"))
    }
  }

  @Test("more bytes than declared are not read")
  func moreBytesThanDeclaredAre() throws {
    var file = File("a", Array(repeating: 0x61, count: 1_000_000))
    file.size = 1
    let source = try ByteSource(#require(try files(ZipBuilder(files: [file]).bytes)?.first).origin)
    var buffer = [UInt8](repeating: 0, count: 10)
    #expect(throws: SystemError.self) { try source.read(into: &buffer, from: 0) }
  }

  @Test("a file that changed since is an error")
  func aFileThatChangedSince() throws {
    let archive = Self.small(is64: false).bytes
    let path = try file(of: archive)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let files = try #require(try regularFiles(path))
    try Data(archive[..<40]).write(to: URL(fileURLWithPath: path))
    for file in files {
      let error = #expect(throws: SystemError.self) { try bytes(ByteSource(file.origin)) }
      #expect(error?.isInvalidData == true)
    }
  }

  private func file(of bytes: [UInt8]) throws -> String {
    let path = TemporaryDirectory.home + "movies-archive-\(UUID()).zip"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func regularFiles(_ path: String) throws(SystemError) -> [ArchivedFile]? {
    try Archive.files(named: "a.zip") { () throws(SystemError) in try ByteSource(path: path) }
  }

  @Test("errors of the archive are kept")
  func errorsOfTheArchiveAre() {
    let failure = SystemError(code: EIO, operation: "read", path: "a.zip")
    #expect(throws: failure) {
      try Archive.files(named: "a.zip") { () throws(SystemError) in throw failure }
    }
  }
}
