import Foundation
import MovieSystem
import Synchronization
import TestSupport
import Testing

@Suite(.limited) struct BoundedChannelTests {
  /// Sends the numbers below the count and then the end, in a separate thread.
  private static func send(_ count: Int, over channel: BoundedChannel<Int>) {
    BackgroundThread.run {
      for number in 0..<count { _ = channel.send(number) }
      _ = channel.send(nil)
    }
  }

  @Test("Delivers values in order, and then the end", arguments: [0, 1, 2, 5_000])
  func order(count: Int) throws {
    let channel = BoundedChannel<Int>()
    Self.send(count, over: channel)
    var received: [Int] = []
    while let number = try channel.receive() { received.append(number) }
    #expect(received == Array(0..<count))
  }

  @Test("The sender is at most one value ahead")
  func pace() throws {
    let sent = Counter()
    let channel = BoundedChannel<Int>()
    BackgroundThread.run {
      for number in 0..<200 {
        sent.value.store(number + 1, ordering: .sequentiallyConsistent)
        _ = channel.send(number)
      }
      _ = channel.send(nil)
    }
    var received = 0
    while try channel.receive() != nil {
      received += 1
      // One value is in the channel, and one is about to be sent.
      #expect(sent.value.load(ordering: .sequentiallyConsistent) <= received + 2)
    }
    #expect(received == 200)
  }

  @Test(
    "After a close, sending returns false and does not wait",
    arguments: 0..<5, [false, true])
  func closed(received: Int, isWaited: Bool) throws {
    let channel = BoundedChannel<Int>()
    let (sentNext, ended) = (Latch(), Latch())
    let results = Mutex<[Bool]>([])
    BackgroundThread.run {
      for number in 0...received { _ = channel.send(number) }
      sentNext.set()
      for number in 0..<5 {
        let isAccepted = channel.send(number)
        results.withLock { $0.append(isAccepted) }
      }
      ended.set()
    }
    for number in 0..<received { #expect(try channel.receive() == number) }
    // After the next value was sent, or before.
    if isWaited { #expect(sentNext.isSet()) }
    channel.close()
    #expect(ended.isSet())
    #expect(results.withLock { $0.count } == 5)
    #expect(results.withLock { !$0.dropFirst().contains(true) })
  }

  @Test("Releases a value that was not received")
  func release() throws {
    final class Witness: Sendable {}
    weak var witness: Witness?
    do {
      let channel = BoundedChannel<Witness>()
      let value = Witness()
      witness = value
      #expect(channel.send(value))
      channel.close()
    }
    #expect(witness == nil)
  }
}

private final class Counter: Sendable {
  let value = Atomic(0)
}
