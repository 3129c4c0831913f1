import Foundation
import MovieStore
import MovieSystem
import TestSupport
import Testing

@Suite("Errors of the system", .limited) struct SystemErrorTests {
  @Test(
    "it says what could not be done, on what, and why",
    arguments: [
      (ENOENT, "open", "films.json", "cannot open 'films.json': No such file or directory"),
      (ENOSPC, "write", nil, "cannot write: No space left on device"),
      (EPIPE, "write", "-", "cannot write '-': Broken pipe"),
      (99_999, "read", nil, "cannot read: Unknown error 99999"),
    ] as [(Int32, String, String?, String)])
  func description(_ code: Int32, _ operation: String, _ path: String?, _ text: String) {
    let error = SystemError(code: code, operation: operation, path: path)
    #expect(error.description == text)
    #expect(error.isBrokenPipe == (code == EPIPE))
  }

  @Test("a reason of our own takes the place of the system's")
  func explanation() {
    let error = SystemError(
      code: ELOOP, operation: "create", path: "a", explanation: "it is a symbolic link")
    #expect(error.description == "cannot create 'a': it is a symbolic link")
    #expect(error != SystemError(code: ELOOP, operation: "create", path: "a"))
  }
}
