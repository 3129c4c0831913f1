import Foundation
import MovieStore
import MovieSystem
import Synchronization
import TestSupport
import Testing

@Suite(.limited) struct HandoffTests {
  /// Gives the numbers below the count, then the end, from a thread of its own.
  private static func give(_ count: Int, over handoff: BoundedChannel<Int>) throws {
    try BackgroundThread.run {
      do {
        for number in 0..<count { _ = try handoff.send(number) }
        _ = try handoff.send(nil)
      } catch { Issue.record(error) }
    }
  }

  @Test("values arrive in order, and the end behind them", arguments: [0, 1, 2, 5_000])
  func order(count: Int) throws {
    let handoff = try BoundedChannel<Int>()
    try Self.give(count, over: handoff)
    var received: [Int] = []
    while let number = try handoff.receive() { received.append(number) }
    #expect(received == Array(0..<count))
  }

  @Test("the giver is never more than one value ahead")
  func pace() throws {
    let given = Counter()
    let handoff = try BoundedChannel<Int>()
    try BackgroundThread.run {
      do {
        for number in 0..<200 {
          given.value.store(number + 1, ordering: .sequentiallyConsistent)
          _ = try handoff.send(number)
        }
        _ = try handoff.send(nil)
      } catch { Issue.record(error) }
    }
    var taken = 0
    while try handoff.receive() != nil {
      taken += 1
      // One lies between them, and one is in the giver's hand.
      #expect(given.value.load(ordering: .sequentiallyConsistent) <= taken + 2)
    }
    #expect(taken == 200)
  }

  @Test(
    "after the taker closes, the giver is told each time, and waits no more",
    arguments: 0..<5, [false, true])
  func closed(taken: Int, isWaited: Bool) throws {
    let handoff = try BoundedChannel<Int>()
    let (sentNext, ended) = (Latch(), Latch())
    let answers = Mutex<[Bool]>([])
    try BackgroundThread.run {
      do {
        for number in 0...taken { _ = try handoff.send(number) }
        sentNext.set()
        for number in 0..<5 {
          let isWanted = try handoff.send(number)
          answers.withLock { $0.append(isWanted) }
        }
      } catch { Issue.record(error) }
      ended.set()
    }
    for number in 0..<taken { #expect(try handoff.receive() == number) }
    // With its next value given, or before.
    if isWaited { #expect(sentNext.isSet()) }
    try handoff.close()
    #expect(ended.isSet())
    #expect(answers.withLock { $0.count } == 5)
    #expect(answers.withLock { !$0.dropFirst().contains(true) })
  }

  @Test("a value that nobody took goes with the handoff")
  func letGo() throws {
    final class Witness: Sendable {}
    weak var witness: Witness?
    do {
      let handoff = try BoundedChannel<Witness>()
      let value = Witness()
      witness = value
      #expect(try handoff.send(value))
      try handoff.close()
    }
    #expect(witness == nil)
  }
}

@Suite(.limited) struct BackgroundThreadTests {
  @Test("work runs in another thread, and is let go with it")
  func run() throws {
    final class Witness: Sendable {}
    weak var witness: Witness?
    let (isOther, ended) = (Latch(), Latch())
    do {
      let held = Witness()
      witness = held
      let own = UInt(pthread_self())
      try BackgroundThread.run {
        if UInt(pthread_self()) != own { isOther.set() }
        withExtendedLifetime(held) {}
        ended.set()
      }
    }
    #expect(ended.isSet())
    #expect(isOther.isSet(within: 0))
    let end = Date() + 20
    while witness != nil, Date() < end { usleep(500) }
    #expect(witness == nil)
  }

  @Test("many run side by side")
  func many() throws {
    let latches = (0..<40).map { _ in Latch() }
    // Each waits for the next one.
    for (index, latch) in latches.enumerated() {
      try BackgroundThread.run {
        if index + 1 == latches.count || latches[index + 1].isSet() { latch.set() }
      }
    }
    #expect(latches.allSatisfy { $0.isSet() })
  }
}

private final class Counter: Sendable {
  let value = Atomic(0)
}
