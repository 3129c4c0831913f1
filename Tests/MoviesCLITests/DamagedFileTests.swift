import Foundation
import MoviesCLI
import TestSupport
import Testing

/// Catalog files with bits that turned, and cut ones: every command ends soon, in an answer or in an
/// error that says what is wrong. With `FAULTS=all` there are ten thousand of them.
@Suite(.limited, .temporaryDirectory) struct DamagedFileTests {
  private static let commands = [
    ["list"], ["search", "score"], ["show", "1..9", "--depth", "2"], ["export"], ["stats"],
    ["actors"], ["migrate", "status"], ["list", "--json", "--sort", "added"],
  ]
  private static let rounds = 10
  /// From one page that is damaged to the next, in bytes.
  private static let step = 4_096 * Tier.amount(5, full: 1)
  private static let flips = (Tier.isLong ? 10_000 : Tier.amount(40, full: 300)) / rounds

  /// Runs the commands on the bytes, which none of them may change.
  private func check(_ bytes: [UInt8], _ what: String) throws {
    let path = TemporaryDirectory.path("damaged.db")
    try Files.write(bytes, to: path)
    for command in Self.commands {
      let start = Self.processorSeconds()
      let answer = movies(command + (command[0] == "migrate" ? [path] : ["--db", path]))
      #expect(Self.processorSeconds() - start < 5, "\(what), \(command)")
      let allowed: [MoviesCLI.ExitStatus] = [
        .done, .notFound, .inputOutput, .wrongDatabase, .pending,
      ]
      #expect(allowed.contains(answer.status), "\(what), \(command): \(answer)")
      #expect(!answer.error.contains("defect"), "\(what), \(command): \(answer)")
    }
    #expect(try Files.bytes(path) == bytes, "\(what)")
    #expect(try Files.names(in: TemporaryDirectory.current) == ["damaged.db", "movies.db"])
  }

  /// What this thread has taken of the processor; to wait for a lock would end in another status.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func catalog() throws -> [UInt8] {
    #expect(movies("seed", "40", "--seed", "3", "-q").status == .done)
    return try Files.bytes(SampleCatalog.path)
  }

  @Test("a bit that turned harms nobody", arguments: 0..<rounds)
  func flips(round: Int) throws {
    let catalog = try catalog()
    var random = RandomSource(seed: UInt64(round))
    for _ in 0..<Self.flips {
      var bytes = catalog
      let place = Int.random(in: bytes.indices, using: &random)
      let bit = Int.random(in: 0..<8, using: &random)
      bytes[place] ^= 1 << bit
      try check(bytes, "bit \(bit) of byte \(place)")
    }
  }

  @Test("a file cut at any page harms nobody")
  func cuts() throws {
    let catalog = try catalog()
    for length in stride(from: 4_096, to: catalog.count, by: Self.step) {
      try check(Array(catalog.prefix(length)), "cut to \(length)")
      try check(Array(catalog.prefix(length - 1_000)), "cut to \(length - 1_000)")
    }
  }

  @Test("a page of zeros or of noise harms nobody")
  func pages() throws {
    let catalog = try catalog()
    var random = RandomSource(seed: 9)
    for start in stride(from: 0, to: catalog.count, by: Self.step) {
      var bytes = catalog
      bytes.replaceSubrange(start..<start + 4_096, with: [UInt8](repeating: 0, count: 4_096))
      try check(bytes, "zeros at \(start)")
      for place in start + 100..<start + 4_096 {
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      try check(bytes, "noise at \(start)")
    }
  }
}
