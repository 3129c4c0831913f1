import Foundation
import MovieSystem
import TestSupport
import Testing

@Suite(.limited) struct BatchPipelineTests {
  private struct Stop: Error, Equatable { let number: Int }

  /// Runs a pipeline of numbers.
  ///
  /// - Parameter stopped: Is set when the producer is stopped.
  /// - Returns: A latch that is set when the producer has ended.
  private static func forEach(
    of count: Int, stopped: Latch = Latch(), _ body: (Int) throws -> Bool
  ) throws -> Latch {
    let ended = Latch()
    try BatchPipeline<Int>.forEach { send in
      for number in 0..<count where !send(number) {
        stopped.set()
        break
      }
      ended.set()
    } consume: { number in
      try body(number)
    }
    return ended
  }

  @Test(
    "Passes every batch in order",
    arguments: [0, 1, 2, 3, 3_000])
  func order(count: Int) throws {
    var numbers: [Int] = []
    let ended = try Self.forEach(of: count) {
      numbers.append($0)
      return true
    }
    #expect(numbers == Array(0..<count))
    #expect(ended.isSet())
  }

  @Test(
    "Stops the producer when the consumer needs no more batches",
    arguments: [0, 1, 2, 50])
  func stopsProducer(wanted: Int) throws {
    let stopped = Latch()
    var numbers: [Int] = []
    let ended = try Self.forEach(of: .max, stopped: stopped) {
      numbers.append($0)
      return $0 < wanted
    }
    #expect(numbers == Array(0...wanted))
    #expect(stopped.isSet() && ended.isSet())
  }

  @Test(
    "Rethrows an error of the consumer and stops the producer",
    arguments: [0, 1, 50])
  func failure(number: Int) throws {
    let stopped = Latch()
    var calls = 0
    #expect(throws: Stop(number: number)) {
      _ = try Self.forEach(of: .max, stopped: stopped) {
        calls += 1
        if $0 == number { throw Stop(number: number) }
        return true
      }
    }
    #expect(calls == number + 1)
    #expect(stopped.isSet())
  }

  @Test("Rethrows an error of the producer, after its batches")
  func producerFailure() {
    var numbers: [Int] = []
    #expect(throws: SystemError.self) {
      try BatchPipeline<Int>.forEach { send throws(SystemError) in
        for number in 0..<3 { _ = send(number) }
        throw SystemError(code: EIO, operation: "read", path: nil)
      } consume: { number in
        numbers.append(number)
        return true
      }
    }
    #expect(numbers == [0, 1, 2])
  }

  @Test("Waits until the producer has ended")
  func waitsForProducer() throws {
    let ended = Latch()
    try BatchPipeline<Int>.forEach { send in
      _ = send(0)
      usleep(20_000)
      ended.set()
    } consume: { _ in
      false
    }
    #expect(ended.isSet(within: 0))
  }
}
