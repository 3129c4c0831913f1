internal import Dispatch
package import MovieSystem

/// Some hundred movies that are about to be inserted.
package struct MovieBatch: Sendable {
  /// A movie with valid texts.
  package struct Entry: Sendable {
    package let draft: MovieDraft
    let sortableTitle: String
  }

  // A batch is full when it reaches one of these limits.
  static let maximumMovies = 512
  static let maximumCredits = 1 << 14
  /// The limit of the bytes of titles, names and attributes.
  package static let maximumBytes = 1 << 17

  package private(set) var movies: [Entry] = []
  /// The number of bytes of titles, names and attributes.
  package private(set) var byteCount = 0
  private var creditCount = 0
  /// The error of an invalid record, which follows the movies and ends the batch.
  package fileprivate(set) var invalidRecord: InterchangeError?
  /// The number of bytes of the source that were read so far.
  fileprivate(set) var bytesRead: Int64 = 0
  /// What is known about the fields of the source, in its last batch.
  fileprivate(set) var fields: SourceFields?

  package init() {}

  /// Names and credits count, too: one movie can have a cast of megabytes.
  package var isFull: Bool {
    movies.count >= Self.maximumMovies || byteCount >= Self.maximumBytes
      || creditCount >= Self.maximumCredits
  }

  package mutating func append(_ draft: MovieDraft) {
    let sortableTitle = SortableTitle.of(draft.title)
    byteCount += draft.title.utf8.count + sortableTitle.utf8.count
    byteCount += draft.cast.reduce(0) { $0 + $1.utf8.count }
    for entry in draft.attributes.entries {
      byteCount += entry.values.reduce(0) { $0 + entry.key.name.utf8.count + $1.byteCount }
    }
    creditCount += draft.cast.count
    movies.append(Entry(draft: draft, sortableTitle: sortableTitle))
  }
}

/// Reads a source of an import in batches.
package struct ImportBatchReader: ~Copyable {
  private let bytes: ByteSource
  private var reader: InterchangeReader
  private var isAtEnd = false

  package init(_ bytes: ByteSource, name: String, _ options: Catalog.ImportOptions) {
    self.bytes = bytes
    reader = InterchangeReader(
      source: bytes, fileName: name, format: options.format, keeping: options.kept,
      ignoring: options.ignored)
  }

  /// Returns the next batch, or `nil` after the last.
  package mutating func next() throws(SystemError) -> MovieBatch? {
    if isAtEnd { return nil }
    var batch = MovieBatch()
    while !batch.isFull, batch.invalidRecord == nil, !isAtEnd {
      switch try reader.next() {
      case .success(let draft)?: batch.append(draft)
      case .failure(let error)?: batch.invalidRecord = error
      case nil:
        isAtEnd = true
        batch.fields = reader.fields
      }
    }
    batch.bytesRead = bytes.bytesRead
    return batch
  }
}

/// Produces batches on one thread while the calling thread consumes the previous ones.
package enum BatchPipeline<Batch: Sendable> {
  /// Sends one batch after another until it has no more, or `send` returns `false`.
  package typealias Producer = @Sendable (_ send: (Batch) -> Bool) throws(SystemError) -> Void

  /// Calls `consume` with each batch in order. Rethrows the error of either closure.
  ///
  /// - Parameters:
  ///   - isParallel: Whether there is enough work for a second thread.
  ///   - consume: Returns whether more batches are needed.
  package static func forEach(
    isParallel: Bool, produce: @escaping Producer, consume: (Batch) throws -> Bool
  ) throws {
    if isParallel { return try forEachInParallel(produce, consume) }
    var failure: (any Error)?
    try produce { batch in
      do { return try consume(batch) } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }

  private static func forEachInParallel(
    _ produce: @escaping Producer, _ consume: (Batch) throws -> Bool
  ) throws {
    let batches = BoundedChannel<Result<Batch, SystemError>>()
    let cancellation = Cancellation()
    let queue = DispatchQueue(label: "MovieStore batches")
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
