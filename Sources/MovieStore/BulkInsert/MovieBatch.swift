package import MovieSystem

/// Movies on their way into a catalog, some hundred at a time, as bytes end to end: the values of
/// thousands of rows in a few arrays.
package struct MovieBatch: Sendable {
  /// A movie, by where its texts are, and which of the credits are its own.
  package struct Film: Sendable {
    let title: Range<Int>
    let sortableTitle: Range<Int>
    let cast: Range<Int>
    let isFavorite: Bool
  }

  /// Movies after which a batch is handed on.
  static let mostFilms = 512
  /// Credits after which a batch is handed on.
  static let mostCredits = 1 << 14
  /// Bytes of titles and new names after which a batch is handed on.
  package static let mostBytes = 1 << 17

  package private(set) var films: [Film] = []
  /// Titles and sortable titles.
  package private(set) var text: [UInt8] = []
  /// For each credit, the number of the actor's name.
  private(set) var cast: [Int32] = []
  /// The names that are new with this batch; their numbers follow those before.
  package var newNames = PackedStrings()
  /// Whether the numbers of names begin with this batch.
  var beginsNames = false
  /// Records behind the movies that bring none.
  package var badRecords: [InterchangeError] = []
  /// The movies once more, where somebody wants to compare them with the catalog.
  private(set) var drafts: [MovieDraft] = []
  private var draftBytes = 0
  /// The bytes read so far, and in all where that is known.
  package var bytesRead: Int64 = 0
  var totalBytes: Int64?
  /// What kept the rest from being read.
  package var failure: SystemError?
  /// What the source had and the catalog has no use for; told with its last batch.
  var ignoredKeys: [String] = []

  package init() {}

  /// One movie may have a cast of megabytes.
  var isFull: Bool {
    films.count >= Self.mostFilms
      || text.count + newNames.bytes.count + draftBytes >= Self.mostBytes
      || cast.count >= Self.mostCredits
  }

  /// Adds a movie, whose names get their numbers from a numbering.
  mutating func append(
    _ draft: MovieDraft, keepsDraft: Bool, numbering names: inout StringInterner
  ) {
    let castStart = cast.count
    for name in draft.cast { cast.append(names.number(of: name.utf8.span, adding: &newNames)) }
    films.append(
      Film(
        title: append(draft.title), sortableTitle: append(SortableTitle.of(draft.title)),
        cast: castStart..<cast.count, isFavorite: draft.isFavorite))
    guard keepsDraft else { return }
    drafts.append(draft)
    for name in draft.cast { draftBytes += name.utf8.count }
  }

  private mutating func append(_ value: String) -> Range<Int> {
    let start = text.count
    text.append(value.utf8.span)
    return start..<text.count
  }
}
