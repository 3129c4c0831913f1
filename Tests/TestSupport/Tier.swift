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

  extension Trait where Self == ConditionTrait {
    /// Puts tests into the full tier.
    package static var fullTier: Self {
      .enabled(if: Tier.isFull, "full tier: MOVIES_TESTS=all swift test --disable-xctest")
    }

    /// Skips tests where a program is missing, and names it in a closing line. For the full tier.
    package static func needs(_ program: ForeignProgram) -> Self {
      .enabled("needs \(program.name)") { Tier.isFull && program.isUsable }
    }
  }

  /// A program or a right that is not this project's, which some tests of the full tier need.
  package struct ForeignProgram: Sendable {
    package let name: String
    /// Whether it works; checked once, when the first test that needs it is about to run.
    package let isUsable: Bool

    package init(_ name: String, isUsable: @autoclosure () -> Bool) {
      self.name = name
      self.isUsable = isUsable()
      if Tier.isFull, !self.isUsable { ClosingLine.addMissing(name) }
    }

    /// A program that is on the `PATH`.
    package init(onPath name: String, from package: String? = nil) {
      let directories = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      self.init(
        package.map { "\(name) (Debian: \($0))" } ?? name,
        isUsable: directories.contains { access("\($0)/\(name)", X_OK) == 0 })
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
