import Foundation
import MovieSystem
import TestSupport
import Testing

@Suite("System errors", .limited) struct SystemErrorTests {
  @Test(
    "Describes the operation, the path and the reason",
    arguments: [
      (ENOENT, "open", "movies.json", "cannot open 'movies.json': No such file or directory"),
      (ENOSPC, "write", nil, "cannot write: No space left on device"),
      (EPIPE, "write", "-", "cannot write '-': Broken pipe"),
      (99_999, "read", nil, "cannot read: Unknown error 99999"),
    ] as [(Int32, String, String?, String)])
  func description(_ code: Int32, _ operation: String, _ path: String?, _ text: String) {
    let error = SystemError(code: code, operation: operation, path: path)
    #expect(error.description == text)
    #expect(error.isBrokenPipe == (code == EPIPE))
  }

  @Test("An explanation replaces the reason of the system")
  func explanation() {
    let error = SystemError(
      code: ELOOP, operation: "create", path: "a", explanation: "it is a symbolic link")
    #expect(error.description == "cannot create 'a': it is a symbolic link")
    #expect(error != SystemError(code: ELOOP, operation: "create", path: "a"))
  }
}
