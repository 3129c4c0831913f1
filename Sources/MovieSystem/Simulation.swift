/// The time and the random numbers of a run that can be replayed.
package final class Simulation: Sendable {
  /// `nil` for those of the system.
  @TaskLocal package static var current: Simulation?

  /// In microseconds since 1970.
  let time: @Sendable () -> Int64
  package let number: @Sendable () -> UInt64

  package init(
    time: @escaping @Sendable () -> Int64, number: @escaping @Sendable () -> UInt64
  ) {
    self.time = time
    self.number = number
  }
}
