// A plain build compiles this target too, and static toolchains have no Testing.
#if canImport(Testing)
  import Foundation
  import Synchronization
  import Testing

  /// The tests that run: the default tier always, the full tier with `MOVIES_TESTS=all`, and every fault
  /// with `FAULTS=all`.
  package enum Tier {
    package static let isFull =
      isLong || ProcessInfo.processInfo.environment["MOVIES_TESTS"] == "all"
    package static let isLong = ProcessInfo.processInfo.environment["FAULTS"] == "all"

    /// Whether a limit on memory is possible: sanitizers use far more than the program does.
    package static let canBoundMemory =
      dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil

    /// The factor by which a sanitizer slows the tests down.
    package static let slowdown = canBoundMemory ? 1.0 : 10.0
  }

  extension Tier {
    /// The amount of work of a test: less in the default tier.
    package static func amount(_ few: Int, full many: Int) -> Int { isFull ? many : few }
  }

  extension Trait where Self == ConditionTrait {
    /// Puts tests into the full tier.
    package static var fullTier: Self {
      .enabled(if: Tier.isFull, "full tier: MOVIES_TESTS=all swift test --disable-xctest")
    }

    /// Puts tests into the full tier, and skips them if a program is missing. The last line of the run
    /// names it.
    package static func needs(_ programs: ForeignProgram...) -> Self {
      .enabled(
        if: Tier.isFull && programs.count(where: { !$0.isUsable }) == 0,
        "full tier; needs \(programs.map(\.name).joined(separator: ", "))")
    }
  }

  /// The last line of a run: the missing programs for which tests were skipped.
  enum ClosingLine {
    private static let missing = Mutex<Set<String>>([])

    static func addMissing(_ name: String) {
      missing.withLock { names in
        if names.isEmpty { atexit { ClosingLine.print() } }
        names.insert(name)
      }
    }

    private static func print() {
      let names = missing.withLock { $0.sorted() }
      let line =
        "Tests were skipped because this machine lacks: \(names.joined(separator: ", ")).\n"
      FileHandle.standardError.write(Data(line.utf8))
    }
  }
#endif
