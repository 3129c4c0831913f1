// A plain build compiles this target too, and static toolchains have no Testing.
#if canImport(Testing)
  import Foundation
  import Synchronization
  import Testing

  /// Ends the whole run, with the name of the test, if a test case runs too long.
  ///
  /// Swift Testing's own `.timeLimit` only cancels the task of a test, and a test that is blocked in a
  /// system call or a lock does not notice. Every suite has this trait, so it is also where SIGPIPE is
  /// ignored before the first test runs: a test that writes to an ended program gets `EPIPE`.
  package struct TimeLimit: TestTrait, SuiteTrait, TestScoping {
    /// In the default tier: longer than the whole tier, because a test that awaits may have to wait
    /// for all other tests.
    static let seconds = 600.0
    static let fullTierSeconds = 1_800.0
    static let longTierSeconds = 5_400.0

    package var isRecursive: Bool { true }

    package func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let id = Watchdog.begin("\(test.sourceLocation.fileID)\t\(test.displayName ?? test.name)")
      defer { Watchdog.end(id) }
      try await function()
    }
  }

  extension Trait where Self == TimeLimit {
    /// Gives each test case the time limit of its tier. Every suite has this trait.
    package static var limited: Self { Self() }
  }

  private enum Watchdog {
    private struct Entry {
      let name: String
      let start: ContinuousClock.Instant
    }

    private struct State {
      var running: [Int: Entry] = [:]
      var nextID = 0
    }

    private static let state = Mutex(State())
    /// `MOVIES_TEST_TIMES=<file>`: seconds, file and name of each test case, a line each, tab-separated.
    private static let times = ProcessInfo.processInfo.environment["MOVIES_TEST_TIMES"].map {
      open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    }

    private static let limit =
      (Tier.isLong
        ? TimeLimit.longTierSeconds : Tier.isFull ? TimeLimit.fullTierSeconds : TimeLimit.seconds)
      * Tier.slowdown

    private static let started: Void = {
      signal(SIGPIPE, SIG_IGN)
      Thread.detachNewThread {
        while true {
          sleep(1)
          endIfLate()
        }
      }
    }()

    static func begin(_ name: String) -> Int {
      started
      return state.withLock { state in
        state.nextID += 1
        state.running[state.nextID] = Entry(name: name, start: .now)
        return state.nextID
      }
    }

    static func end(_ id: Int) {
      guard let entry = state.withLock({ $0.running.removeValue(forKey: id) }) else { return }
      guard let times else { return }
      let seconds = (ContinuousClock.now - entry.start) / .seconds(1)
      let line = String(format: "%.3f\t", seconds) + entry.name + "\n"
      _ = line.withCString { write(times, $0, strlen($0)) }
    }

    private static func endIfLate() {
      let late = state.withLock { state in
        state.running.values.filter { ContinuousClock.now - $0.start > .seconds(limit) }
      }
      guard !late.isEmpty else { return }
      for entry in late {
        let line = "\nerror: the test \"\(entry.name)\" took longer than \(Int(limit)) s\n"
        FileHandle.standardError.write(Data(line.utf8))
      }
      _exit(1)
    }
  }
#endif
