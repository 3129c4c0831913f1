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
}
