internal import Synchronization

/// An asynchronous sequence of the results of a query: the current one, and a new one after each
/// change.
///
/// ```swift
/// let favorites = repository.observeMovies(matching: MovieQuery(favoritesOnly: true))
/// for try await movies in favorites { print("\(movies.count) favorites") }
/// ```
///
/// - The first result is delivered immediately. A new result is delivered when it differs from the
///   last one, whichever process changed the catalog. Changes through the same repository are
///   noticed immediately, changes by other connections and processes within about 100 milliseconds
///   of the commit. If the catalog changes several times in between, or while the loop body runs,
///   only the newest result is delivered.
/// - Results are compared by the bytes of their text: NFC and NFD spellings differ.
/// - Each result is a consistent snapshot of the catalog, read in one transaction.
/// - The query is not run while nothing changes. While an iteration waits, the repository checks for
///   changes by other processes every 100 milliseconds (`PRAGMA data_version`).
/// - If another process holds a lock, the sequence waits until the lock is released.
/// - The sequence ends without an error when its task is cancelled. If a read fails, the sequence
///   throws the ``StoreError`` and ends; the error is `replaced` if the file was moved or removed.
///
/// A live query can be iterated several times, and by several tasks. Each iteration is notified of
/// every change. ``query`` and ``latest`` can be used from any thread, and from any actor without
/// awaiting.
public final class LiveQuery<Query: Sendable, Value: Sendable>: AsyncSequence, Sendable {
  /// A result of the query.
  public typealias Element = Value
  /// The error that a read can throw.
  public typealias Failure = StoreError

  private struct State {
    var query: Query
    /// The number of times that the query was replaced.
    var revision = 0
    var latest: Value?
  }

  private let state: Mutex<State>
  private let repository: MovieRepository
  private let read: @Sendable (inout MovieStore, Query) throws -> Value

  init(
    _ query: Query, of repository: MovieRepository,
    _ read: @escaping @Sendable (inout MovieStore, Query) throws -> Value
  ) {
    state = Mutex(State(query: query))
    self.repository = repository
    self.read = read
  }

  /// The query whose results are delivered.
  ///
  /// When it is replaced, running iterations read the new query immediately, and deliver its result
  /// if it differs from the last one. They do not start to deliver a result of the old query
  /// afterwards. ``latest`` is the old result until the new one has been read.
  ///
  /// Each read and each assignment is atomic. A change of one property, such as `query.limit = 10`,
  /// is a read followed by an assignment.
  public var query: Query {
    get { state.withLock(\.query) }
    set {
      state.withLock { state in
        state.query = newValue
        state.revision += 1
      }
      repository.notifier.notify()
    }
  }

  /// The result that was read last, or `nil` before the first one.
  ///
  /// Only iterations read results: while none runs, the result is not updated.
  public var latest: Value? { state.withLock(\.latest) }

  /// Returns an iterator that starts with the current result.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Reads the current query if it was replaced after the revision, or the database was changed after
  /// the version.
  private func readIfChanged(
    since version: DatabaseVersion?, _ revision: Int
  ) async throws(StoreError) -> (value: Value, version: DatabaseVersion, revision: Int)? {
    let (query, current) = state.withLock { ($0.query, $0.revision) }
    let result = try await repository.readValue(ifNewerThan: current == revision ? version : nil) {
      store throws in
      let value = try self.read(&store, query)
      // Reads run one after another on the repository's executor: no older result replaces a newer one.
      self.state.withLock { if $0.revision == current { $0.latest = value } }
      return value
    }
    return result.map { ($0.0, $0.1, current) }
  }

  /// An iterator over the results of a live query.
  public struct Iterator: AsyncIteratorProtocol {
    private static var retryDelay: Duration { .milliseconds(50) }

    private let live: LiveQuery
    private var version: DatabaseVersion?
    private var revision = 0
    private var delivered: Value?
    private var hasEnded = false

    fileprivate init(_ live: LiveQuery) { self.live = live }

    /// Returns the next result that differs from the last one, or `nil` after the task was
    /// cancelled.
    ///
    /// - Parameter isolation: The actor isolation of the caller, which the default value supplies.
    /// - Throws: ``StoreError``, as for every read, except `busy`. The sequence has then ended.
    public mutating func next(
      isolation: isolated (any _Concurrency.Actor)? = #isolation
    ) async throws(StoreError) -> Value? {
      let repository = live.repository
      while !hasEnded, !Task.isCancelled {
        let generation = repository.notifier.generation
        do {
          if let result = try await live.readIfChanged(since: version, revision) {
            (version, revision) = (result.version, result.revision)
            if isDue(result.value) {
              delivered = result.value
              return result.value
            }
          }
          await repository.waitForChange(after: generation)
        } catch .busy {
          // Throws if the task is cancelled, which ends the loop.
          do { try await Task.sleep(for: Self.retryDelay) } catch {}
        } catch {
          hasEnded = true
          throw error
        }
      }
      hasEnded = true
      return nil
    }

    /// Whether the result belongs to the current query and differs from the last one.
    private func isDue(_ value: Value) -> Bool {
      guard live.state.withLock({ $0.revision == revision }) else { return false }
      return delivered.map { !areByteEqual($0, value) } ?? true
    }
  }
}

/// A type whose values can be compared by the bytes of their text.
///
/// `==` of `String` ignores Unicode normalization, and so does `==` of every type that contains strings
/// and does not define its own. It cannot show that a title was changed from NFC to NFD. Results of live
/// queries are therefore compared only if their type conforms to this protocol; other results count as
/// changed after each change of the catalog.
protocol ByteEquatable: Equatable {
  func isByteEqual(to other: Self) -> Bool
}

extension ByteEquatable {
  func isByteEqual(to other: Self) -> Bool { self == other }
}

extension Bool: ByteEquatable {}
extension Int: ByteEquatable {}
extension Int64: ByteEquatable {}
extension Double: ByteEquatable {}
extension Movie.ID: ByteEquatable {}
extension Actor.ID: ByteEquatable {}
// The equality of movies and actors compares text by its bytes.
extension Movie: ByteEquatable {}
extension MovieWithCast: ByteEquatable {}
extension Actor: ByteEquatable {}
extension ActorWithMovieCount: ByteEquatable {}
extension CatalogStatistics: ByteEquatable {}

extension String: ByteEquatable {
  func isByteEqual(to other: String) -> Bool { isExactly(other) }
}

extension Optional: ByteEquatable where Wrapped: ByteEquatable {
  func isByteEqual(to other: Wrapped?) -> Bool {
    switch (self, other) {
    case (let value?, let other?): value.isByteEqual(to: other)
    case (nil, nil): true
    default: false
    }
  }
}

extension Array: ByteEquatable where Element: ByteEquatable {
  func isByteEqual(to other: [Element]) -> Bool {
    elementsEqual(other) { $0.isByteEqual(to: $1) }
  }
}

/// Returns whether the values are known to be equal in every byte of their text.
func areByteEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  func compare<Known: ByteEquatable>(_ type: Known.Type) -> Bool {
    guard let left = left as? Known, let right = right as? Known else { return false }
    return left.isByteEqual(to: right)
  }
  guard let type = Value.self as? any ByteEquatable.Type else { return false }
  return compare(type)
}
