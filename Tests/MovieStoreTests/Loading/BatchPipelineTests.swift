import Foundation
import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct FilmBatchesTests {
  private struct Stop: Error, Equatable { let place: Int }

  /// A batch that a number tells from others.
  private static func batch(_ number: Int) -> MovieBatch {
    var batch = MovieBatch()
    batch.bytesRead = Int64(number)
    return batch
  }

  /// Goes over as many batches as the body wants.
  ///
  /// - Returns: set when the maker has ended, told that no more are wanted or not.
  private static func forEach(
    of count: Int, isParallel: Bool, toldToStop: Latch = Latch(),
    _ body: (Int) throws -> Bool
  ) throws -> Latch {
    let ended = Latch()
    try BatchPipeline.forEach(isParallel: isParallel) { give in
      for number in 0..<count where !give(batch(number)) {
        toldToStop.set()
        break
      }
      ended.set()
    } _: { batch in
      try body(Int(batch.bytesRead))
    }
    return ended
  }

  @Test(
    "every batch comes, in order, by one thread and by two",
    arguments: [false, true], [0, 1, 2, 3, 3_000])
  func order(isParallel: Bool, count: Int) throws {
    var numbers: [Int] = []
    let ended = try Self.forEach(of: count, isParallel: isParallel) {
      numbers.append($0)
      return true
    }
    #expect(numbers == Array(0..<count))
    #expect(ended.isSet())
  }

  @Test(
    "the maker is told when the body wants no more, and the body is left in peace",
    arguments: [false, true], [0, 1, 2, 50])
  func enough(isParallel: Bool, wanted: Int) throws {
    let told = Latch()
    var numbers: [Int] = []
    let ended = try Self.forEach(of: .max, isParallel: isParallel, toldToStop: told) {
      numbers.append($0)
      return $0 < wanted
    }
    #expect(numbers == Array(0...wanted))
    #expect(told.isSet() && ended.isSet())
  }

  @Test(
    "what the body throws climbs as it is, and the maker is told",
    arguments: [false, true], [0, 1, 50])
  func failure(isParallel: Bool, place: Int) throws {
    let told = Latch()
    var calls = 0
    #expect(throws: Stop(place: place)) {
      _ = try Self.forEach(of: .max, isParallel: isParallel, toldToStop: told) {
        calls += 1
        if $0 == place { throw Stop(place: place) }
        return true
      }
    }
    #expect(calls == place + 1)
    #expect(told.isSet())
  }

  @Test("waits for the maker, whose source may be closed afterwards")
  func waitsForMaker() throws {
    let ended = Latch()
    try BatchPipeline.forEach(isParallel: true) { give in
      _ = give(Self.batch(0))
      usleep(20_000)
      ended.set()
    } _: { _ in
      false
    }
    #expect(ended.isSet(within: 0))
  }
}
