// A plain build compiles this target too, and static toolchains have no Testing.
#if canImport(Testing)
  import Foundation
  import Synchronization
  import Testing

  /// Which tests run: those of the default tier always, those of the full tier with `MOVIES_TESTS=all`,
  /// and all that the fault harness can try with `FAULTS=all`.
  package enum Tier {
    package static let isFull =
      isLong || ProcessInfo.processInfo.environment["MOVIES_TESTS"] == "all"
    package static let isLong = ProcessInfo.processInfo.environment["FAULTS"] == "all"

    /// How much longer everything takes under a sanitizer.
    package static let slowdown = Effort.canBoundMemory ? 1.0 : 10.0
  }

  extension Tier {
    /// How much of something a test tries: less in the default tier.
    package static func amount(_ few: Int, full many: Int) -> Int { isFull ? many : few }
  }

  extension Trait where Self == ConditionTrait {
    /// Puts tests into the full tier.
    package static var fullTier: Self {
      .enabled(if: Tier.isFull, "full tier: MOVIES_TESTS=all swift test --disable-xctest")
    }

    /// Puts tests into the full tier, and skips them where a program is missing: a closing line names it.
    package static func needs(_ programs: ForeignProgram...) -> Self {
      .enabled(
        if: Tier.isFull && programs.count(where: { !$0.isUsable }) == 0,
        "full tier; needs \(programs.map(\.name).joined(separator: ", "))")
    }
  }

  /// The last line of a run: the programs for want of which tests were skipped.
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
