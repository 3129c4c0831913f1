package import MovieSystem

/// Some hundred movies that are about to be inserted: the values of thousands of rows in a few arrays.
package struct MovieBatch: Sendable {
  /// A movie, as ranges of the batch's arrays.
  package struct Entry: Sendable {
    let title: Range<Int>
    let sortableTitle: Range<Int>
    let cast: Range<Int>
    let isFavorite: Bool
  }

  // A batch is full when it reaches one of these limits.
  static let maximumMovies = 512
  static let maximumCredits = 1 << 14
  /// The limit of the bytes of titles and new names.
  package static let maximumBytes = 1 << 17

  package private(set) var movies: [Entry] = []
  /// Titles and sortable titles.
  package private(set) var text: [UInt8] = []
  /// For each credit, the number of the actor's name.
  private(set) var cast: [Int32] = []
  /// The names that first appear in this batch; their numbers follow the earlier ones.
  package var newNames = PackedStrings()
  /// Whether the numbers of names start again at 0 with this batch.
  var restartsNames = false
  /// Invalid records. They follow the movies of the batch.
  package var invalidRecords: [InterchangeError] = []
  /// The movies as drafts, if they are compared with the catalog.
  private(set) var drafts: [MovieDraft] = []
  private var draftBytes = 0
  /// The bytes of the source that were read so far.
  package var bytesRead: Int64 = 0
  /// The length of the source, if it is known.
  var totalBytes: Int64?
  /// The error that ended reading.
  package var failure: SystemError?
  /// The unknown keys of the source, in its last batch.
  var ignoredKeys: [String] = []

  package init() {}

  /// Names and credits count, too: one movie can have a cast of megabytes.
  var isFull: Bool {
    movies.count >= Self.maximumMovies
      || text.count + newNames.bytes.count + draftBytes >= Self.maximumBytes
      || cast.count >= Self.maximumCredits
  }

  /// Adds a movie and numbers its names.
  mutating func append(
    _ draft: MovieDraft, includingDraft: Bool, numbering names: inout StringInterner
  ) {
    let castStart = cast.count
    for name in draft.cast { cast.append(names.number(of: name.utf8.span, adding: &newNames)) }
    movies.append(
      Entry(
        title: append(draft.title), sortableTitle: append(SortableTitle.of(draft.title)),
        cast: castStart..<cast.count, isFavorite: draft.isFavorite))
    guard includingDraft else { return }
    drafts.append(draft)
    for name in draft.cast { draftBytes += name.utf8.count }
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
  private let includesDrafts: Bool
  private let maximumNames: Int
  private var reader: InterchangeReader
  private var names: StringInterner
  private var isAtEnd = false

  /// - Parameters:
  ///   - includesDrafts: Whether the movies are later compared with the catalog.
  ///   - maximumNames: The number of names after which their numbers start again at 0.
  package init(
    _ bytes: ByteSource, name: String, format: InterchangeFormat?, includesDrafts: Bool,
    maximumNames: Int
  ) {
    self.bytes = bytes
    self.includesDrafts = includesDrafts
    self.maximumNames = maximumNames
    names = StringInterner(maximumCount: maximumNames)
    reader = InterchangeReader(source: bytes, fileName: name, format: format)
  }

  /// Returns the next batch, or `nil` after the last. An invalid record ends a batch.
  package mutating func next() -> MovieBatch? {
    if isAtEnd { return nil }
    var batch = MovieBatch()
    if names.isFull { names = StringInterner(maximumCount: maximumNames) }
    batch.restartsNames = names.isEmpty
    do throws(SystemError) {
      while !batch.isFull, batch.invalidRecords.isEmpty, !isAtEnd { try readRecord(into: &batch) }
    } catch {
      batch.failure = error
      isAtEnd = true
    }
    batch.bytesRead = bytes.bytesRead
    batch.totalBytes = bytes.totalBytes
    if isAtEnd { batch.ignoredKeys = reader.ignoredKeys }
    return batch
  }

  private mutating func readRecord(into batch: inout MovieBatch) throws(SystemError) {
    switch try reader.next() {
    case nil: isAtEnd = true
    case .invalid(let error)?, .unreadable(let error)?: batch.invalidRecords.append(error)
    case .movie(let draft, _)?:
      batch.append(draft, includingDraft: includesDrafts, numbering: &names)
    }
  }
}

/// Generates batches of random movies without end.
struct RandomBatchGenerator {
  private var movies: RandomMovies
  private var names = StringInterner()
  /// The title of each real movie so far, paired with each name of its cast.
  private var credits: Set<[String]> = []

  init(seed: UInt64) { movies = RandomMovies(seed: seed) }

  mutating func next() -> MovieBatch {
    var batch = MovieBatch()
    batch.restartsNames = names.isEmpty
    while !batch.isFull {
      let isReal = movies.isNextReal
      let movie = movies.next()
      if isReal, resemblesEarlier(movie) { continue }
      batch.append(movie, includingDraft: true, numbering: &names)
    }
    return batch
  }

  /// Whether an earlier movie had the same title and an actor of this cast: a remake, most likely.
  /// Generated movies are not compared: there are too many to store, and equal ones are rare.
  private mutating func resemblesEarlier(_ movie: MovieDraft) -> Bool {
    let credits = movie.cast.map { [movie.title, Folding.fold($0)] }
    guard self.credits.isDisjoint(with: credits) else { return true }
    self.credits.formUnion(credits)
    return false
  }
}
