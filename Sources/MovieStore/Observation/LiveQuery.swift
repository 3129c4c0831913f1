/// An asynchronous sequence of the results of a query: the current one, and a new one after each
/// change.
///
/// ```swift
/// for try await count in repository.movieCount() { print("\(count) movies") }
/// ```
///
/// - The first result is delivered immediately. A new result is delivered when it differs from the
///   last one, whichever process changed the catalog: within a few hundredths of a second after a
///   commit by a process on this machine, or within a quarter of a second if the file system does
///   not report changes (network file systems). If the catalog changes several times in between, or
///   while the loop body runs, only the newest result is delivered.
/// - Each result is a consistent snapshot of the catalog, read in one transaction.
/// - The query is not run while nothing changes. For five seconds after a write, and all the time
///   if the file system does not report changes, `PRAGMA data_version` is polled five times a
///   second.
/// - If another process holds a lock, the sequence waits until the lock is released.
/// - The sequence ends without an error when its task is cancelled. If a read fails, the sequence
///   throws the ``StoreError`` and ends; the error is `replaced` if the file was moved or removed.
///
/// A live query can be iterated several times, and by several tasks. Each iteration is notified of
/// every change.
public struct LiveQuery<Value: Equatable & Sendable>: AsyncSequence, Sendable {
  /// A result of the query.
  public typealias Element = Value
  /// The error that a read can throw.
  public typealias Failure = StoreError

  private let repository: MovieRepository
  private let read: @Sendable (inout MovieStore) throws(StoreError) -> Value

  init(
    of repository: MovieRepository,
    _ read: @escaping @Sendable (inout MovieStore) throws(StoreError) -> Value
  ) {
    self.repository = repository
    self.read = read
  }

  /// Returns an iterator that starts with the current result.
  public func makeAsyncIterator() -> Iterator { Iterator(of: repository, read) }

  /// An iterator over the results of a live query.
  public struct Iterator: AsyncIteratorProtocol {
    /// How long to leave a lock alone, in nanoseconds.
    private static var pauseBetweenAttempts: UInt64 { 50_000_000 }

    private let repository: MovieRepository
    private let read: @Sendable (inout MovieStore) throws(StoreError) -> Value
    private var stamp: MovieRepository.Stamp?
    private var latest: Value?
    private var hasEnded = false

    fileprivate init(
      of repository: MovieRepository,
      _ read: @escaping @Sendable (inout MovieStore) throws(StoreError) -> Value
    ) {
      self.repository = repository
      self.read = read
    }

    /// Returns the next result that differs from the last one, or `nil` after the task was
    /// cancelled.
    ///
    /// - Parameter isolation: The actor isolation of the caller, which the default value supplies.
    /// - Throws: ``StoreError``, as for every read, except `busy`. The sequence has then ended.
    public mutating func next(
      isolation: isolated (any _Concurrency.Actor)? = #isolation
    ) async throws(StoreError) -> Value? {
      while !hasEnded, !Task.isCancelled {
        let rings = repository.bell.rings
        do {
          if let (value, stamp) = try await repository.look(since: stamp, read) {
            self.stamp = stamp
            if value != latest {
              latest = value
              return value
            }
          }
          await repository.bell.wait(after: rings)
        } catch .busy {
          do { try await Task.sleep(nanoseconds: Self.pauseBetweenAttempts) } catch {}
        } catch {
          hasEnded = true
          throw error
        }
      }
      hasEnded = true
      return nil
    }
  }
}
