internal import CMovieSQLite
internal import MovieSystem
internal import Synchronization

/// Kills this process at one of the system calls with which SQLite changes files, to prove that a
/// change is complete or absent at any of them.
///
/// Of the system calls of SQLite, only these change what a process finds that starts later. SQLite
/// lets a program replace them (`sqlite3_vfs.xSetSystemCall`).
package enum FatalSystemCall {
  private typealias Write = @convention(c) (Int32, UnsafeRawPointer?, Int, Int64) -> Int
  private typealias Truncate = @convention(c) (Int32, Int64) -> Int32
  private typealias Unlink = @convention(c) (UnsafePointer<CChar>?) -> Int32

  private static let calls = Atomic(0)
  private static let fatalCall = Atomic(0)

  /// The number of system calls so far.
  package static var count: Int { calls.load(ordering: .relaxed) }

  /// Counts the system calls from now on.
  ///
  /// - Parameter number: The call before which the process is killed, from 1; 0 for none.
  package static func install(killingAt number: Int) {
    fatalCall.store(number, ordering: .relaxed)
    // Read before they are replaced.
    _ = originals
    unsafe replace("pwrite", write)
    unsafe replace("pwrite64", longWrite)
    replace("ftruncate", truncate)
    unsafe replace("unlink", unlink)
  }

  private static func begin() {
    let (_, number) = calls.add(1, ordering: .relaxed)
    if number == fatalCall.load(ordering: .relaxed) { killProcess() }
  }

  /// Kills the process now. Before, it prints that, since others can kill it, too.
  package static func killProcess() {
    do { try Descriptor.write(Array(announcement.utf8), to: Descriptor.standardOutput) } catch {}
    CurrentProcess.kill()
  }

  package static let announcement = "killed\n"

  // MARK: System calls

  private static let write: Write = { descriptor, bytes, count, offset in
    FatalSystemCall.begin()
    return unsafe FatalSystemCall.originals.write?(descriptor, bytes, count, offset) ?? -1
  }

  private static let longWrite: Write = { descriptor, bytes, count, offset in
    FatalSystemCall.begin()
    return unsafe FatalSystemCall.originals.longWrite?(descriptor, bytes, count, offset) ?? -1
  }

  private static let truncate: Truncate = { descriptor, length in
    FatalSystemCall.begin()
    return FatalSystemCall.originals.truncate?(descriptor, length) ?? -1
  }

  private static let unlink: Unlink = { path in
    FatalSystemCall.begin()
    return unsafe FatalSystemCall.originals.unlink?(path) ?? -1
  }

  /// What SQLite calls otherwise.
  @safe private struct Originals: Sendable {
    let write = unsafe original("pwrite", as: Write.self)
    let longWrite = unsafe original("pwrite64", as: Write.self)
    let truncate = original("ftruncate", as: Truncate.self)
    let unlink = unsafe original("unlink", as: Unlink.self)
  }

  private static let originals = Originals()

  /// The function that SQLite calls now; `nil` if it does not use the system call.
  private static func original<Function>(_ name: String, as type: Function.Type) -> Function? {
    guard let vfs = unsafe sqlite3_vfs_find(nil),
      let function = unsafe vfs.pointee.xGetSystemCall(vfs, name)
    else { return nil }
    return unsafe unsafeBitCast(function, to: type)
  }

  private static func replace<Function>(_ name: String, _ function: Function) {
    guard let vfs = unsafe sqlite3_vfs_find(nil) else { return }
    let call = unsafe unsafeBitCast(function, to: sqlite3_syscall_ptr.self)
    _ = unsafe vfs.pointee.xSetSystemCall(vfs, name, call)
  }
}
