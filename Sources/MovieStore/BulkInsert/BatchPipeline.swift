internal import MovieSystem

/// Produces batches on one thread while the calling thread consumes the previous ones.
package enum BatchPipeline<Batch: Sendable> {
  /// Calls `consume` with each batch in order.
  ///
  /// - Parameters:
  ///   - isParallel: Whether there is enough work for a second thread.
  ///   - produce: Sends one batch after another until it has no more, or `send` returns `false`.
  ///   - consume: Returns whether more batches are needed.
  package static func forEach(
    isParallel: Bool, produce: @escaping @Sendable (_ send: (Batch) -> Bool) -> Void,
    consume: (Batch) throws -> Bool
  ) throws {
    if isParallel { return try forEachInParallel(produce, consume) }
    var failure: (any Error)?
    produce { batch in
      do { return try consume(batch) } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }

  private static func forEachInParallel(
    _ produce: @escaping @Sendable (_ send: (Batch) -> Bool) -> Void,
    _ consume: (Batch) throws -> Bool
  ) throws {
    let (batches, end) = (try BoundedChannel<Batch>(), try BoundedChannel<Batch>())
    try BackgroundThread.run {
      produce { send($0, to: batches) }
      _ = send(nil, to: batches)
      _ = send(nil, to: end)
    }
    let outcome = Result { while let batch = try batches.receive(), try consume(batch) {} }
    // The producer may use a descriptor that the caller closes: wait for its end.
    try batches.close()
    do throws(SystemError) { _ = try end.receive() } catch {}
    try outcome.get()
  }

  private static func send(_ batch: Batch?, to channel: BoundedChannel<Batch>) -> Bool {
    do throws(SystemError) { return try channel.send(batch) } catch { return false }
  }
}
