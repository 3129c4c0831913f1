internal import CLibrary

/// This process, and the machine that it runs on.
package enum CurrentProcess {
  /// The arguments after the program's name; `nil` if they cannot be read, or one is not valid UTF-8, which
  /// `CommandLine.arguments` would repair.
  package static func arguments() -> [String]? {
    // Without /proc, the Swift runtime finds no arguments, not even the program's name.
    guard CommandLine.argc > 0 else { return nil }
    var arguments: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = unsafe CommandLine.unsafeArgv[index],
        let text = unsafe String(validatingCString: bytes)
      else { return nil }
      arguments.append(text)
    }
    return arguments
  }

  package static func exit(_ status: Int32) -> Never { CLibrary.exit(status) }

  /// The peak of the resident memory.
  package static var peakMiB: Int {
    var usage = rusage()
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss / 1_024
  }

  /// The number of processors that are online.
  package static var processorCount: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

  /// The memory of the machine.
  package static var memoryMiB: Int {
    sysconf(Int32(_SC_PHYS_PAGES)) / 1_024 * sysconf(Int32(_SC_PAGESIZE)) / 1_024
  }
}

/// Environment variables.
package struct Environment: Sendable {
  /// `nil` for the environment of this process.
  private let variables: [String: String]?

  package init(_ variables: [String: String]) { self.variables = variables }

  private init() { variables = nil }

  /// The environment of this process, read on each access.
  package static let process = Environment()

  /// The value of a variable; `nil` if it is unset, empty or not valid UTF-8.
  package subscript(name: String) -> String? {
    value(of: name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The value of a variable, which may be empty; `nil` if it is unset or not valid UTF-8.
  package func value(of name: String) -> String? {
    if let variables { return variables[name] }
    return unsafe getenv(name).flatMap { unsafe String(validatingCString: $0) }
  }

  /// Whether the variable has a value that is not valid UTF-8.
  package func isUnreadable(_ name: String) -> Bool {
    guard variables == nil, let value = unsafe getenv(name) else { return false }
    return unsafe String(validatingCString: value) == nil
  }

  /// Sets a variable of this process and its future children.
  package static func set(_ name: String, to value: String) { unsafe setenv(name, value, 1) }
}

/// Clocks and pauses.
package enum Clock {
  /// Nanoseconds of the monotonic clock.
  package static var monotonic: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Suspends the thread. A signal ends the pause early.
  package static func sleep(microseconds: Int64) { usleep(UInt32(clamping: microseconds)) }

  /// The current time in UTC.
  ///
  /// - Parameter format: The format for `strftime`, by default that of RFC 3339, such as
  ///   `2026-11-21T10:15:02Z`.
  package static func timestamp(_ format: String = "%Y-%m-%dT%H:%M:%SZ") -> String {
    var now = time(nil)
    var parts = unsafe tm()
    unsafe gmtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    unsafe strftime(&text, text.count, format, &parts)
    return String(nullTerminated: text)
  }
}

/// The time since its creation, by the monotonic clock.
package struct Stopwatch: Sendable {
  private let start = Clock.monotonic

  package init() {}

  package var seconds: Double { Double(Clock.monotonic - start) / 1e9 }
}
