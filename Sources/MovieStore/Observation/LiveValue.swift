public import Observation

/// The newest result of a live query, for a user interface.
///
/// ```swift
/// let movies = LiveValue<[Movie]>([])
/// movies.load(repository.observe { try $0.movies([.text("heat")]) })
/// ```
///
/// Its properties are observable: SwiftUI updates views that read them, and `Observations` delivers their
/// changes elsewhere. To change the query, call ``load(_:)`` again.
@MainActor @Observable
public final class LiveValue<Value: Sendable> {
  /// The newest result, or the initial value before the first one.
  public private(set) var value: Value
  /// The error that ended the live query, or `nil`.
  ///
  /// It is reset by ``load(_:)``.
  public private(set) var error: (any Error)?
  /// Whether ``value`` is not yet a result of the live query that was loaded last.
  public private(set) var isLoading = false
  @ObservationIgnored private var task: Task<Void, Never>?

  /// Creates a live value.
  ///
  /// - Parameters:
  ///   - initial: The value before the first result.
  ///   - live: The live query to load, if any.
  public init(_ initial: Value, loading live: LiveQuery<Value>? = nil) {
    value = initial
    if let live { load(live) }
  }

  deinit { task?.cancel() }

  /// Starts to deliver the results of a live query, in place of the one that was loaded before.
  ///
  /// ``value`` stays as it is until the first result comes. No result of the previous live query is
  /// delivered afterwards. The live query runs until another one is loaded, or until this object is
  /// released.
  public func load(_ live: LiveQuery<Value>) {
    task?.cancel()
    error = nil
    isLoading = true
    task = Task { [weak self] in
      do {
        for try await value in live where !Task.isCancelled {
          self?.value = value
          self?.isLoading = false
        }
      } catch  where !Task.isCancelled {
        self?.error = error
        self?.isLoading = false
      } catch {}
    }
  }
}
