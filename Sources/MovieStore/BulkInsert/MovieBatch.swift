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

/// Strings in one array of bytes, end to end.
package struct PackedStrings: Sendable {
  package private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []

  package init() {}

  package var count: Int { ends.count }

  package mutating func append(_ string: Span<UInt8>) {
    bytes.append(string)
    ends.append(bytes.count)
  }

  package mutating func append(_ strings: PackedStrings) {
    let start = bytes.count
    bytes += strings.bytes
    for end in strings.ends { ends.append(start + end) }
  }

  package func range(at index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }
}

/// Numbers names in order of first appearance, so that each is looked up in the catalog once.
///
/// A hash table with open addressing. A full one is replaced by an empty one, which bounds memory.
package struct StringInterner {
  package static let maximumCount = 400_000
  package static let maximumBytes = 16 << 20

  private let maximumCount: Int
  private let maximumBytes: Int
  private var names = PackedStrings()
  /// The number of the name in each slot, or -1. The count is a power of two.
  private var slots = [Int32](repeating: -1, count: 1 << 12)

  package init(maximumCount: Int = maximumCount, maximumBytes: Int = maximumBytes) {
    self.maximumCount = maximumCount
    self.maximumBytes = maximumBytes
  }

  package var isEmpty: Bool { names.count == 0 }

  /// Whether a limit is reached. More names can be added nevertheless.
  package var isFull: Bool { names.count >= maximumCount || names.bytes.count >= maximumBytes }

  /// Returns the number of the name. A new name is also appended to `newNames`.
  package mutating func number(of name: Span<UInt8>, adding newNames: inout PackedStrings) -> Int32
  {
    var slot = firstSlot(of: name)
    while slots[slot] >= 0 {
      if isEqual(slots[slot], name) { return slots[slot] }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = Int32(names.count)
    slots[slot] = number
    names.append(name)
    newNames.append(name)
    if names.count * 2 > slots.count { grow() }
    return number
  }

  /// `Hasher` has a random seed in each process, so a file cannot force collisions.
  private func firstSlot(of name: Span<UInt8>) -> Int {
    var hasher = Hasher()
    unsafe name.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize() & (slots.count - 1)
  }

  private func isEqual(_ number: Int32, _ name: Span<UInt8>) -> Bool {
    let range = names.range(at: Int(number))
    guard range.count == name.count else { return false }
    for offset in name.indices where names.bytes[range.lowerBound + offset] != name[offset] {
      return false
    }
    return true
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for number in 0..<names.count {
      var slot = firstSlot(of: names.bytes.span.extracting(names.range(at: number)))
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }
}
