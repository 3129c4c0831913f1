internal import Dispatch
internal import Glibc
internal import MovieSQLite

/// Rings a bell when somebody writes into the file of a database or into its write-ahead log.
///
/// The kernel tells (inotify(7)), so that nothing is done while nobody writes. It knows only what is
/// written on this machine: on file systems that others write to, and where it can watch no more, a
/// clock rings the bell.
package final class FileWatch {
  /// How long a burst of writes is let pass before the bell rings, in microseconds.
  private static let burst: UInt32 = 10_000
  /// How often a clock rings, in milliseconds.
  private static let interval = 200

  private let source: any DispatchSourceProtocol
  /// `nil` where a clock rings.
  private var files: WatchedFiles?

  package init(_ path: String, ringing bell: ChangeBell) {
    files = WatchedFiles(of: path)
    source = files.map { Self.input($0.descriptor, bell) } ?? Self.clock(bell)
    source.resume()
  }

  deinit { source.cancel() }

  /// Watches a write-ahead log that came since.
  ///
  /// - Returns: whether there is one: what was written into it before was not told.
  package func renew() -> Bool { files?.renew() ?? false }

  private static func input(
    _ descriptor: Int32, _ bell: ChangeBell
  ) -> any DispatchSourceProtocol {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      usleep(burst)
      WatchedFiles.drain(descriptor)
      bell.ring()
    }
    source.setCancelHandler { close(descriptor) }
    return source
  }

  private static func clock(_ bell: ChangeBell) -> any DispatchSourceProtocol {
    let source = DispatchSource.makeTimerSource(queue: queue)
    source.schedule(
      deadline: .now(), repeating: .milliseconds(interval), leeway: .milliseconds(20))
    source.setEventHandler { bell.ring() }
    return source
  }

  private static var queue: DispatchQueue { DispatchQueue(label: "MovieStore watch") }
}

/// What the kernel is asked to watch.
private struct WatchedFiles {
  let descriptor: Int32
  private let path: String
  private var log: Int32 = -1

  /// `nil` where the kernel cannot watch the file, or does not hear of all that is written.
  init?(of path: String) {
    guard FileSystem(of: path).isLocal else { return nil }
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
    self.path = path
    if Self.watch(path, descriptor) < 0 {
      close(descriptor)
      return nil
    }
    _ = renew()
  }

  mutating func renew() -> Bool {
    let former = log
    log = Self.watch(path + "-wal", descriptor)
    return log >= 0 && log != former
  }

  static func drain(_ descriptor: Int32) {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
  }

  private static func watch(_ path: String, _ descriptor: Int32) -> Int32 {
    // IN_ATTRIB: the file was removed, or another one took its name.
    unsafe inotify_add_watch(descriptor, path, UInt32(IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF))
  }
}
