import Foundation

/// Runs the body as a user whom file modes bind, on this thread alone: root may write what nobody
/// may. The other threads of the test run keep their rights.
@discardableResult
package func withoutPrivileges<Result>(_ body: () throws -> Result) rethrows -> Result {
  guard geteuid() == 0 else { return try body() }
  setFileSystemUser(65_534)
  defer { setFileSystemUser(0) }
  return try body()
}

/// Linux's `setfsuid`, which Glibc's module does not show.
private func setFileSystemUser(_ user: UInt32) {
  typealias Call = @convention(c) (UInt32) -> Int32
  guard let symbol = dlsym(nil, "setfsuid") else { return }
  _ = unsafeBitCast(symbol, to: Call.self)(user)
}
