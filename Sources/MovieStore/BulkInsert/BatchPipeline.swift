internal import MovieSystem

/// Batches of movies, made by one thread while another puts those before into the catalog.
package enum BatchPipeline {
  /// Calls the body with each batch in order.
  ///
  /// - Parameters:
  ///   - isParallel: whether they are worth a thread of their own.
  ///   - make: gives the batches one after the other, until it has no more or is told that no more
  ///     are wanted.
  ///   - body: tells whether it wants more.
  package static func forEach(
    isParallel: Bool, madeBy make: @escaping @Sendable (_ give: (MovieBatch) -> Bool) -> Void,
    _ body: (MovieBatch) throws -> Bool
  ) throws {
    if isParallel { return try forEachInParallel(make, body) }
    var failure: (any Error)?
    make { batch in
      do { return try body(batch) } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }

  private static func forEachInParallel(
    _ make: @escaping @Sendable (_ give: (MovieBatch) -> Bool) -> Void,
    _ body: (MovieBatch) throws -> Bool
  ) throws {
    let (handoff, end) = (try BoundedChannel<MovieBatch>(), try BoundedChannel<MovieBatch>())
    try BackgroundThread.run {
      make { send($0, over: handoff) }
      _ = send(nil, over: handoff)
      _ = send(nil, over: end)
    }
    let outcome = Result {
      while let batch = try handoff.receive() {
        guard try body(batch) else { return }
      }
    }
    // What the thread reads must outlive it.
    try handoff.close()
    do throws(SystemError) { _ = try end.receive() } catch {}
    try outcome.get()
  }

  private static func send(_ batch: MovieBatch?, over handoff: BoundedChannel<MovieBatch>) -> Bool {
    do throws(SystemError) { return try handoff.send(batch) } catch { return false }
  }
}
