import Foundation
import MovieSystem
import TestSupport
import Testing

@Suite(.limited) struct BackgroundThreadTests {
  @Test("Runs the closure in another thread and releases it at its end")
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

  @Test("Many threads run concurrently")
  func many() throws {
    let latches = (0..<40).map { _ in Latch() }
    // Each thread waits for the next one.
    for (index, latch) in latches.enumerated() {
      try BackgroundThread.run {
        if index + 1 == latches.count || latches[index + 1].isSet() { latch.set() }
      }
    }
    #expect(latches.allSatisfy { $0.isSet() })
  }
}
