/// The results of a query: what it is now, and after every change what it has become.
///
/// ```swift
/// for try await count in repository.movieCount() { print("\(count) movies") }
/// ```
///
/// - The first value comes at once. Another one comes when the result is another than the last, whoever
///   changed the catalog: within some hundredths of a second after a commit by this program or another
///   on this machine, and a quarter of a second where the file system does not tell of changes
///   (network file systems). What changes several times meanwhile, or while the loop is at work, gives
///   one value: the newest.
/// - Each value is one state of the catalog, as one transaction sees it.
/// - Nothing is read while nothing changes; for five seconds after a write, and all the time where the file
///   system does not tell, the version of the file is asked for, five times a second.
/// - Where another program holds a lock, it waits for as long as that takes.
/// - The sequence ends when its task is cancelled, without an error. It fails, and ends so, with the
///   ``StoreError`` of a reading that failed: `replaced` where the file was moved or removed.
///
/// It may be iterated several times, and by several tasks; each hears of every change.
public struct LiveQuery<Value: Equatable & Sendable>: AsyncSequence, Sendable {
  /// A result of the query.
  public typealias Element = Value
  /// What a reading throws.
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

  /// Begins anew, with the result as it is now.
  public func makeAsyncIterator() -> Iterator { Iterator(of: repository, read) }

  /// Goes from one result to the next.
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

    /// The next result that is another than the last; `nil` once the task is cancelled.
    ///
    /// - Parameter isolation: where the caller is, which it need not say.
    /// - Throws: ``StoreError``: what the reading throws, but `busy`; then the sequence has ended.
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
