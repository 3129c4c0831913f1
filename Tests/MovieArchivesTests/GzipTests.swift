import MovieArchives
import MovieSystem
import TestSupport
import Testing

struct GzipTests {
  private let text = Array("Name,Year\nAlien,1979\nAliens,1986\n".utf8)

  @Test("members are read one after the other", arguments: 0..<Tier.amount(6, full: 20))
  func membersAreReadOneAfter(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in random.bytes(upTo: 5000) }
    let archive = parts.flatMap { part in
      Bool.random(using: &random)
        ? GzipBuilder.member(part) : GzipBuilder.memberWithFields(part)
    }
    let result = try contents(
      archive, named: "films.csv.GZ", chunkLength: .random(in: 1...5000, using: &random),
      room: .random(in: 1...5000, using: &random))
    #expect(result == [Content("films.csv", parts.flatMap(\.self))])
  }

  @Test(
    "the suffix of the name is removed",
    arguments: [("a.csv.gz", "a.csv"), ("a.csv", "a.csv"), (".gz", "")])
  func theSuffixOfTheName(name: String, expected: String) throws {
    #expect(try files(GzipBuilder.member([]), named: name)?.map(\.name) == [expected])
  }

  @Test("a file is read again from its start")
  func aFileIsReadAgain() throws {
    let archive = GzipBuilder.member(text)
    let file = try #require(try files(archive)?.first)
    let source = try ByteSource(file.origin)
    #expect(source.totalBytes == Int64(archive.count))
    #expect(try bytes(source) == text)
    try source.rewind()
    #expect(try bytes(source) == text)
  }

  @Test("truncated files are errors")
  func truncatedFilesAreErrors() throws {
    let archive = GzipBuilder.memberWithFields(text)
    for count in 2..<archive.count {
      let error = expectInvalid(Array(archive[..<count]), named: "a.gz", "\(count) bytes")
      #expect(error == "cannot read 'a.gz': the gzip file is truncated; download it again")
    }
    #expect(try files(Array(archive[..<1])) == nil)
  }

  @Test("a changed byte is an error or does not matter")
  func aChangedByteIsAn() throws {
    for changed in changes(of: GzipBuilder.memberWithFields(text)) {
      do {
        let result = try contents(changed)
        #expect(result == nil || result?.map(\.bytes) == [text])
      } catch { #expect(error.isInvalidData) }
    }
  }

  @Test("a wrong checksum is an error")
  func aWrongChecksumIsAn() {
    var archive = GzipBuilder.member(text)
    archive[archive.count - 8] ^= 1
    let error = expectInvalid(archive, named: "a.gz")
    #expect(error == "cannot read 'a.gz': the gzip file is damaged; download it again")
  }

  @Test("only zeros may follow")
  func onlyZerosMayFollow() throws {
    let archive = GzipBuilder.member(text)
    let zeros = [UInt8](repeating: 0, count: 70_000)
    #expect(try contents(archive + zeros)?.first?.bytes == text)
    for tail in [[1], [0, 1], zeros + [1], [0] + archive] {
      #expect(expectInvalid(archive + tail).contains("other bytes after its end"))
    }
    expectInvalid(archive + [0x1F])
    expectInvalid(archive + [0x1F, 0x8C])
  }

  @Test("a file that expands too much is stopped")
  func aFileThatExpandsToo() throws {
    let member = GzipBuilder.member(Array(repeating: 0, count: 1 << 20), level: 9)
    let archive = (0..<1000).flatMap { _ in member }
    let file = try #require(try files(archive, named: "a.gz")?.first)
    let source = try ByteSource(file.origin)
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var total = 0
    let error = #expect(throws: SystemError.self) {
      while case let count = try source.read(into: &buffer, from: 0), count > 0 { total += count }
    }
    #expect(error?.isInvalidData == true)
    #expect(error?.reason.hasPrefix("it expands to more than 200 times its size") == true)
    #expect(total > 64 << 20 && total < 90 << 20)
    #expect(source.bytesRead < 100_000)
  }

  @Test("other content is no archive", arguments: ["", "P", "PK\u{3}", "Name,Year\n", "\u{1F}"])
  func otherContentIsNoArchive(text: String) throws {
    #expect(try files(Array(text.utf8)) == nil)
  }
}
