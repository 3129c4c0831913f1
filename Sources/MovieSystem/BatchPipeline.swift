internal import Dispatch

/// Produces batches on one thread while the calling thread consumes the previous ones.
package enum BatchPipeline<Batch: Sendable> {
  /// Calls `consume` with each batch in order. Rethrows the error of either closure.
  ///
  /// - Parameters:
  ///   - produce: Sends one batch after another until it has no more, or `send` returns `false`.
  ///   - consume: Returns whether more batches are needed.
  package static func forEach(
    produce: @escaping @Sendable (_ send: (Batch) -> Bool) throws(SystemError) -> Void,
    consume: (Batch) throws -> Bool
  ) throws {
    let batches = BoundedChannel<Result<Batch, SystemError>>()
    let cancellation = Cancellation()
    let queue = DispatchQueue(label: "batches")
    queue.async {
      let outcome = Cancellation.$current.withValue(cancellation) {
        Result { () throws(SystemError) in try produce { batches.send(.success($0)) } }
      }
      if case .failure(let error) = outcome { _ = batches.send(.failure(error)) }
      _ = batches.send(nil)
    }
    defer {
      cancellation.request()
      batches.close()
      // The producer may use a descriptor that the caller closes: wait for its end.
      queue.sync {}
    }
    while let batch = try batches.receive(), try consume(batch.get()) {}
  }
}
