import Foundation
import MovieSystem
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct DirectoryTests {
  @Test("A directory that cannot be read is an error, not an empty list")
  func unreadable() throws {
    let path = TemporaryDirectory.path("missing")
    #expect(throws: SystemError.self) { try Directory.names(in: path) }
    try Files.touch(path)
    #expect(throws: SystemError.self) { try Directory.names(in: path) }
    #expect(try Directory.names(in: TemporaryDirectory.current) == ["missing"])
  }

  @Test("A path of very many directories is an error", arguments: ["a/", "/"])
  func longPath(part: String) {
    let path = String(repeating: part, count: 65_000) + "b"
    let error = #expect(throws: SystemError.self) { try Directory.create(path) }
    #expect(error?.code == ENAMETOOLONG)
    #expect(FilePath.resolvedPrefix(of: path) == Array(path.utf8))
  }
}
