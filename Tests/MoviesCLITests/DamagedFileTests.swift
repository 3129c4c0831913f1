import Foundation
import MoviesCLI
import TestSupport
import Testing

/// Damaged and truncated catalog files: every command ends soon, with a result or an error. With
/// `FAULTS=all`, ten thousand files.
@Suite(.limited, .temporaryDirectory) struct DamagedFileTests {
  private static let commands = [
    ["list"], ["search", "score"], ["show", "1..9", "--depth", "2"], ["export"], ["stats"],
    ["actors"], ["migrate", "status"], ["list", "--json", "--sort", "added"],
  ]
  private static let rounds = 5
  /// The distance between damaged pages, in bytes.
  private static let step = 4_096 * Tier.amount(5, full: 1)
  private static let flips = (Tier.isLong ? 10_000 : Tier.amount(10, full: 200)) / rounds

  /// Runs the commands on the bytes, which none of them may change.
  private func check(_ bytes: [UInt8], _ damage: String) throws {
    let path = TemporaryDirectory.path("damaged.db")
    try Files.write(bytes, to: path)
    for command in Self.commands {
      let start = Self.processorSeconds()
      let result = movies(command + (command[0] == "migrate" ? [path] : ["--db", path]))
      #expect(Self.processorSeconds() - start < 5, "\(damage), \(command)")
      let allowed: [MoviesCLI.ExitStatus] = [
        .done, .notFound, .inputOutput, .wrongDatabase, .pending,
      ]
      #expect(allowed.contains(result.status), "\(damage), \(command): \(result)")
      #expect(!result.error.contains("defect"), "\(damage), \(command): \(result)")
    }
    #expect(try Files.bytes(path) == bytes, "\(damage)")
    #expect(try Files.names(in: TemporaryDirectory.current) == ["damaged.db", "movies.db"])
  }

  /// The processor time of this thread. Waiting for a lock would end with another exit status.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func catalog() throws -> [UInt8] {
    #expect(movies("seed", "40", "--seed", "3", "-q").status == .done)
    return try Files.bytes(SampleCatalog.path)
  }

  @Test("a flipped bit is read or reported; never a crash or a hang", arguments: 0..<rounds)
  func flips(round: Int) throws {
    let catalog = try catalog()
    var random = RandomSource(seed: UInt64(round))
    for _ in 0..<Self.flips {
      var bytes = catalog
      let offset = Int.random(in: bytes.indices, using: &random)
      let bit = Int.random(in: 0..<8, using: &random)
      bytes[offset] ^= 1 << bit
      try check(bytes, "bit \(bit) of byte \(offset)")
    }
  }

  @Test("a file truncated at any page is read or reported; never a crash or a hang")
  func truncated() throws {
    let catalog = try catalog()
    for length in stride(from: 4_096, to: catalog.count, by: Self.step) {
      try check(Array(catalog.prefix(length)), "truncated to \(length)")
      try check(Array(catalog.prefix(length - 1_000)), "truncated to \(length - 1_000)")
    }
  }

  @Test("a page of zeros or random bytes is read or reported; never a crash or a hang")
  func pages() throws {
    let catalog = try catalog()
    var random = RandomSource(seed: 9)
    for start in stride(from: 0, to: catalog.count, by: Self.step) {
      var bytes = catalog
      bytes.replaceSubrange(start..<start + 4_096, with: [UInt8](repeating: 0, count: 4_096))
      try check(bytes, "zeros at \(start)")
      for offset in start + 100..<start + 4_096 {
        bytes[offset] = UInt8.random(in: 0...255, using: &random)
      }
      try check(bytes, "random bytes at \(start)")
    }
  }
}
