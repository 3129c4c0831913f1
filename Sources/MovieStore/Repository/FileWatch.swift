internal import Dispatch
internal import Glibc
internal import MovieSQLite
internal import Synchronization

/// Rings a bell when somebody writes into the file of a database or into its write-ahead log.
///
/// The kernel tells (inotify(7)), so that nothing is done while nobody writes. It knows only what is
/// written on this machine: on file systems that others write to, and where it can watch no more, a
/// clock rings the bell.
package final class FileWatch {
  private var source: any DispatchSourceProtocol
  /// `nil` where a clock rings.
  private var files: WatchedFiles?
  private let bell: ChangeBell

  package init(_ path: String, ringing bell: ChangeBell) {
    files = WatchedFiles(of: path)
    source = files.map { Self.input($0.descriptor, bell) } ?? Self.clock(bell)
    self.bell = bell
    source.resume()
  }

  deinit { source.cancel() }

  /// Watches a write-ahead log that came since.
  ///
  /// - Returns: whether there is one: what was written into it before was not told.
  package func renew() -> Bool {
    switch files?.renew() {
    case .same, nil: return false
    case .new: return true
    case .refused:
      source.cancel()
      files = nil
      source = Self.clock(bell)
      source.resume()
      return true
    }
  }

  private static func input(
    _ descriptor: Int32, _ bell: ChangeBell
  ) -> any DispatchSourceProtocol {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    let echo = Echo(bell)
    source.setEventHandler {
      WatchedFiles.drain(descriptor)
      echo.begin()
    }
    source.setCancelHandler { close(descriptor) }
    return source
  }

  /// Rings five times a second.
  private static func clock(_ bell: ChangeBell) -> any DispatchSourceProtocol {
    let source = DispatchSource.makeTimerSource(queue: queue)
    source.schedule(
      deadline: .now(), repeating: .milliseconds(200), leeway: .milliseconds(20))
    source.setEventHandler { bell.ring() }
    return source
  }

  private static var queue: DispatchQueue { DispatchQueue(label: "MovieStore watch") }
}

/// The rings after a write.
///
/// What is written is not yet committed: with a write-ahead log the commit is a note in shared memory,
/// behind a sync of the log that may take long, and no write that the kernel tells of.
private final class Echo: Sendable {
  /// When the bell rings after the first of many writes, in milliseconds: after a burst of them, and
  /// then until a sync is over.
  private static let pauses = [10, 40, 100, 150] + Array(repeating: 200, count: 25)

  private struct State {
    /// How often it began: one that begins anew takes the place of the one before.
    var beginnings = 0
    /// How many of the pauses are over.
    var place = 0
    var isOver = true
  }

  private let bell: ChangeBell
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "MovieStore echo")

  init(_ bell: ChangeBell) { self.bell = bell }

  func begin() {
    let beginning: Int? = state.withLock { state in
      // It is about to ring for the first time.
      if !state.isOver, state.place == 0 { return nil }
      state = State(beginnings: state.beginnings + 1, place: 0, isOver: false)
      return state.beginnings
    }
    if let beginning { wait(Self.pauses[0], beginning) }
  }

  private func wait(_ milliseconds: Int, _ beginning: Int) {
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [self] in
      let pause: Int? = state.withLock { state in
        guard state.beginnings == beginning else { return nil }
        state.place += 1
        state.isOver = state.place == Self.pauses.count
        return state.isOver ? nil : Self.pauses[state.place]
      }
      bell.ring()
      if let pause { wait(pause, beginning) }
    }
  }
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
    if case .refused = renew() {
      close(descriptor)
      return nil
    }
  }

  /// What became of the write-ahead log.
  enum Log {
    /// It is watched already, or is not there.
    case same
    case new
    /// It is there, and the kernel watches no more.
    case refused
  }

  mutating func renew() -> Log {
    let former = log
    log = Self.watch(path + "-wal", descriptor)
    if log < 0 { return errno == ENOENT ? .same : .refused }
    return log == former ? .same : .new
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
