internal import CLibrary
internal import Synchronization

/// Writes bytes to a descriptor in a thread of its own, so that the caller need not wait for the reader.
final class BackgroundWriter: Sendable {
  private let chunks: BoundedChannel<[UInt8]>
  private let end: PipeSemaphore
  private let failure = Mutex<SystemError?>(nil)

  /// - Parameter descriptor: stays open until ``finish()`` has returned.
  init(descriptor: Int32, path: String?) throws(SystemError) {
    chunks = try BoundedChannel()
    end = try PipeSemaphore()
    try BackgroundThread.run { self.write(to: descriptor, path) }
  }

  /// Takes bytes to be written after those before.
  ///
  /// - Returns: `false` if the reader did not take enough of the former ones in time.
  /// - Throws: `SystemError` where writing failed.
  func accept(_ bytes: [UInt8], within milliseconds: Int32) throws(SystemError) -> Bool {
    let isAccepted = try chunks.send(bytes, within: milliseconds)
    try requireNoFailure()
    return isAccepted
  }

  /// Waits until everything is written.
  ///
  /// - Throws: `SystemError` where writing failed.
  func finish() throws(SystemError) {
    _ = try chunks.send(nil)
    try end.wait()
    try requireNoFailure()
  }

  /// - Throws: `SystemError` where writing failed.
  func requireNoFailure() throws(SystemError) {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private func write(to descriptor: Int32, _ path: String?) {
    do throws(SystemError) {
      while let bytes = try chunks.receive() {
        try ByteSink.write(bytes, to: descriptor, path)
      }
    } catch {
      failure.withLock { $0 = error }
      do throws(SystemError) { try chunks.close() } catch {}
    }
    do throws(SystemError) { try end.give() } catch {}
  }
}
