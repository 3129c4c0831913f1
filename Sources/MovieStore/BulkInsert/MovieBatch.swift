internal import Dispatch
package import MovieSystem

/// Some hundred movies that are about to be inserted: the values of thousands of rows in a few arrays.
package struct MovieBatch: Sendable {
  /// A movie, as ranges of the batch's arrays.
  package struct Entry: Sendable {
    let title: Range<Int>
    let sortableTitle: Range<Int>
    let cast: Range<Int>
    let attributes: Range<Int>
    let isFavorite: Bool
  }

  /// A value of an attribute.
  struct Attribute: Sendable {
    enum Value: Sendable {
      case integer(Int64)
      case real(Double)
      /// A range of the batch's text.
      case text(Range<Int>)
    }

    /// The key, as a range of the batch's text.
    let key: Range<Int>
    let ordinal: Int64
    let value: Value
  }

  // A batch is full when it reaches one of these limits.
  static let maximumMovies = 512
  static let maximumCredits = 1 << 14
  static let maximumAttributes = 1 << 14
  /// The limit of the bytes of titles, names and attributes.
  package static let maximumBytes = 1 << 17

  package private(set) var movies: [Entry] = []
  /// Titles, sortable titles, and the keys and texts of attributes.
  package private(set) var text: [UInt8] = []
  /// For each credit, the number of the actor's name.
  private(set) var cast: [Int32] = []
  /// The attributes of each movie in the order of the table's primary key.
  private(set) var attributes: [Attribute] = []
  /// The names that first appear in this batch; their numbers follow the earlier ones.
  package private(set) var newNames = PackedStrings()
  /// Whether the numbers of names start again at 0 with this batch.
  package var restartsNames = false
  /// The error of an invalid record, which follows the movies and ends the batch.
  package fileprivate(set) var invalidRecord: InterchangeError?
  /// The movies as drafts, if they are compared with the catalog.
  private(set) var drafts: [MovieDraft] = []
  private var nameBytes = 0
  /// The bytes of the source that were read so far.
  package var bytesRead: Int64 = 0
  /// The fields of the source that were not kept, in its last batch.
  var ignoredFields: [IgnoredField] = []
  /// The fields to keep or to ignore that the source has, in its last batch.
  var namedFields: Set<AttributeKey> = []
  /// Whether the source has several ratings of which none exceeds 5, in its last batch.
  var hasLowRatings = false

  package init() {}

  /// Names and credits count, too: one movie can have a cast of megabytes.
  package var isFull: Bool {
    movies.count >= Self.maximumMovies
      || text.count + nameBytes >= Self.maximumBytes
      || cast.count >= Self.maximumCredits || attributes.count >= Self.maximumAttributes
  }

  /// Adds a movie and numbers its names.
  package mutating func append(
    _ draft: MovieDraft, includingDraft: Bool, numbering names: inout StringInterner
  ) {
    let castStart = cast.count
    for name in draft.cast {
      cast.append(names.number(of: name.utf8.span, adding: &newNames))
      nameBytes += name.utf8.count
    }
    movies.append(
      Entry(
        title: append(draft.title), sortableTitle: append(SortableTitle.of(draft.title)),
        cast: castStart..<cast.count, attributes: append(draft.attributes),
        isFavorite: draft.isFavorite))
    if includingDraft { drafts.append(draft) }
  }

  private mutating func append(_ values: MovieAttributes) -> Range<Int> {
    let start = attributes.count
    if values.isEmpty { return start..<start }
    // The usual record has only a year.
    let entries =
      values.entries.count == 1
      ? values.entries : values.entries.sorted { $0.key.name.precedes($1.key.name) }
    for entry in entries {
      let key = append(entry.key.name)
      for (ordinal, value) in entry.values.enumerated() {
        attributes.append(Attribute(key: key, ordinal: Int64(ordinal), value: append(value)))
      }
    }
    return start..<attributes.count
  }

  private mutating func append(_ value: AttributeValue) -> Attribute.Value {
    switch value {
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(append(text))
    }
  }

  private mutating func append(_ value: String) -> Range<Int> {
    let start = text.count
    text.append(value.utf8.span)
    return start..<text.count
  }
}

/// Reads a source of an import in batches.
package struct ImportBatchReader: ~Copyable {
  private let bytes: ByteSource
  private let options: Catalog.ImportOptions
  private var reader: InterchangeReader
  private var names: StringInterner
  private var isAtEnd = false

  package init(_ bytes: ByteSource, name: String, _ options: Catalog.ImportOptions) {
    self.bytes = bytes
    self.options = options
    names = StringInterner(maximumCount: options.maximumNames)
    reader = InterchangeReader(
      source: bytes, fileName: name, format: options.format, keeping: options.kept,
      ignoring: options.ignored)
  }

  /// Returns the next batch, or `nil` after the last.
  package mutating func next() throws(SystemError) -> MovieBatch? {
    if isAtEnd { return nil }
    var batch = MovieBatch()
    if names.isFull { names = StringInterner(maximumCount: options.maximumNames) }
    batch.restartsNames = names.isEmpty
    while !batch.isFull, batch.invalidRecord == nil, !isAtEnd {
      switch try reader.next() {
      case .success(let draft)?:
        batch.append(draft, includingDraft: options.skipsExisting, numbering: &names)
      case .failure(let error)?: batch.invalidRecord = error
      case nil:
        isAtEnd = true
        batch.ignoredFields = reader.ignoredFields
        batch.namedFields = reader.namedFields
        batch.hasLowRatings = reader.hasLowRatings
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
    let (batches, end) = (BoundedChannel<Batch>(), BoundedChannel<SystemError>())
    let cancellation = Cancellation()
    DispatchQueue.global().async {
      let outcome = Cancellation.$current.withValue(cancellation) {
        Result { () throws(SystemError) in try produce { batches.send($0) } }
      }
      var failure: SystemError?
      if case .failure(let error) = outcome { failure = error }
      _ = batches.send(nil)
      _ = end.send(failure)
    }
    let outcome = Result { while let batch = try batches.receive(), try consume(batch) {} }
    if case .failure = outcome { cancellation.request() }
    // The producer may use a descriptor that the caller closes: wait for its end.
    batches.close()
    let failure = Result { try end.receive(isInterruptible: false) }
    try outcome.get()
    if let failure = try failure.get() { throw failure }
  }
}
