/// An asynchronous sequence of the results of a query: the current one, and a new one after each
/// change.
///
/// ```swift
/// let favorites = repository.observe { try $0.movies([.isFavorite]) }
/// for try await movies in favorites { print("\(movies.count) favorites") }
/// ```
///
/// - The first result is delivered immediately. A new result is delivered when it differs from the
///   last one, whichever process changed the catalog. Changes through the same repository are
///   noticed immediately, changes by other connections and processes within about 100 milliseconds
///   of the commit, or half a second if nothing had changed for half a minute. If the catalog
///   changes several times in between, or while the loop body runs, only the newest result is
///   delivered.
/// - Results are compared if their type is `Equatable`. Records compare their texts by bytes.
/// - Each result is a consistent snapshot of the catalog, read in one transaction.
/// - The query is not run while nothing changes. While iterations wait, the repository checks for
///   changes by other processes (`PRAGMA data_version`), once for all.
/// - If another process holds a lock, the sequence waits until the lock is released.
/// - The sequence ends without an error when its task is cancelled. If a read fails, the sequence
///   throws the error and ends: a ``StoreError``, also if the file was moved or removed,
///   or the error that the closure of ``MovieRepository/observe(_:)`` threw.
///
/// A live query can be iterated several times, and by several tasks. Each iteration is notified of
/// every change. To show the results in a user interface, and to change the query while they are shown,
/// use a ``LiveValue``.
public struct LiveQuery<Value: Sendable>: AsyncSequence, Sendable {
  fileprivate enum Source {
    case catalog(MovieRepository, @Sendable (borrowing Catalog) throws -> Value)
    case sequence(any AsyncSequence & Sendable)
    /// One value, or an error.
    case fixed(@Sendable () throws -> Value)
  }

  fileprivate let source: Source

  private init(_ source: Source) { self.source = source }

  init(
    of repository: MovieRepository,
    _ read: @escaping @Sendable (borrowing Catalog) throws -> Value
  ) {
    self.init(.catalog(repository, read))
  }

  /// Creates a live query that delivers the elements of another sequence, for example in a preview
  /// or a test.
  ///
  /// It ends, or throws an error, when the sequence does. One that waits, such as
  /// `LiveQuery(AsyncStream { _ in })`, is that of a screen that loads.
  public init<Elements: AsyncSequence & Sendable>(_ elements: Elements)
  where Elements.Element == Value {
    self.init(.sequence(elements))
  }

  /// Returns a live query for previews and tests: it delivers the value, and then waits until its task is
  /// cancelled.
  public static func constant(_ value: Value) -> LiveQuery { LiveQuery(.fixed { value }) }

  /// Returns a live query for previews and tests: it throws the error instead of its first result.
  public static func failing(_ error: any Error) -> LiveQuery { LiveQuery(.fixed { throw error }) }

  /// Returns an iterator that starts with the current result.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// An iterator over the results of a live query.
  public struct Iterator: AsyncIteratorProtocol {
    private static var retryDelay: Duration { .milliseconds(50) }

    private let live: LiveQuery
    private var version: DatabaseVersion?
    private var elements: (any AsyncIteratorProtocol)?
    private var delivered: Value?
    private var hasEnded = false

    fileprivate init(_ live: LiveQuery) { self.live = live }

    /// Returns the next result that differs from the last one, or `nil` after the task was
    /// cancelled.
    ///
    /// - Parameter isolation: The actor isolation of the caller, which the default value supplies.
    /// - Throws: ``StoreError``, as for every read, except `busy`; any error that the closure of
    ///   ``MovieRepository/observe(_:)`` throws. The sequence has then ended.
    public mutating func next(
      isolation: isolated (any _Concurrency.Actor)? = #isolation
    ) async throws -> Value? {
      do {
        while !hasEnded, !Task.isCancelled, let value = try await nextValue() {
          if let delivered, areEqual(delivered, value) { continue }
          delivered = value
          return value
        }
      } catch is CancellationError where Task.isCancelled {
      } catch {
        hasEnded = true
        throw error
      }
      hasEnded = true
      return nil
    }

    /// Returns the next result, which can equal the last one.
    private mutating func nextValue(
      isolation: isolated (any _Concurrency.Actor)? = #isolation
    ) async throws -> Value? {
      switch live.source {
      case .catalog(let repository, let read): return try await nextValue(of: repository, read)
      case .fixed(let value) where delivered == nil: return try value()
      case .fixed:
        await ChangeNotifier().wait(after: 0)
        return nil
      case .sequence(let sequence):
        var iterator = elements ?? sequence.makeAsyncIterator()
        defer { elements = iterator }
        return try await iterator.next(isolation: isolation) as? Value
      }
    }

    private mutating func nextValue(
      of repository: MovieRepository,
      _ read: @escaping @Sendable (borrowing Catalog) throws -> Value,
      isolation: isolated (any _Concurrency.Actor)? = #isolation
    ) async throws -> Value? {
      while !Task.isCancelled {
        do {
          let generation = repository.notifier.generation
          if let result = try await repository.readValue(ifNewerThan: version, read) {
            version = result.version
            return result.value
          }
          await repository.waitForChange(after: generation)
        } catch {
          guard case .busy = (error as? StoreError)?.problem else { throw error }
          // Throws if the task is cancelled, which ends the loop.
          do { try await Task.sleep(for: Self.retryDelay) } catch {}
        }
      }
      return nil
    }
  }
}

/// Whether the type is `Equatable`, and the values are equal.
private func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  func compare<Known: Equatable>(_ type: Known.Type) -> Bool {
    guard let left = left as? Known, let right = right as? Known else { return false }
    return left == right
  }
  guard let type = Value.self as? any Equatable.Type else { return false }
  return compare(type)
}
