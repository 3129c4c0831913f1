import Foundation

/// Runs the body, on this thread only, as a user to whom file modes apply: root can write read-only
/// files.
@discardableResult
package func withoutPrivileges<Result>(_ body: () throws -> Result) rethrows -> Result {
  guard geteuid() == 0 else { return try body() }
  setFileSystemUser(65_534)
  defer { setFileSystemUser(0) }
  return try body()
}

/// Linux's `setfsuid`, which the Glibc module does not declare.
private func setFileSystemUser(_ user: UInt32) {
  typealias Call = @convention(c) (UInt32) -> Int32
  guard let symbol = dlsym(nil, "setfsuid") else { return }
  _ = unsafeBitCast(symbol, to: Call.self)(user)
}
