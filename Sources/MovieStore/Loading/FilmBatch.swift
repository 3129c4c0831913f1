/// Movies on their way into a catalog, some hundred at a time, as bytes end to end: the values of
/// thousands of rows in a few arrays.
package struct FilmBatch: Sendable {
  /// A movie, by where its texts are, and which of the credits are its own.
  struct Film: Sendable {
    let title: Range<Int>
    let sortableTitle: Range<Int>
    let cast: Range<Int>
    let isFavorite: Bool
  }

  /// Movies after which a batch is handed on.
  static let mostFilms = 512
  /// Bytes of text after which a batch is handed on.
  static let mostBytes = 1 << 17

  private(set) var films: [Film] = []
  /// Titles and sortable titles.
  private(set) var text: [UInt8] = []
  /// For each credit, the number of the actor's name.
  private(set) var cast: [Int32] = []
  /// The names that are new with this batch; their numbers follow those before.
  var newNames = NameList()
  /// Whether the numbers of names begin with this batch.
  var beginsNames = false
  /// Records behind the movies that bring none.
  var badRecords: [InterchangeError] = []
  /// The movies once more, where somebody wants to compare them with the catalog.
  private(set) var drafts: [MovieDraft] = []
  /// The bytes read so far, and in all where that is known.
  package var bytesRead: Int64 = 0
  var totalBytes: Int64?
  /// What kept the rest from being read.
  var failure: SystemError?
  /// What the source had and the catalog has no use for; told with its last batch.
  var ignoredKeys: [String] = []

  package init() {}

  var isFull: Bool { films.count >= Self.mostFilms || text.count >= Self.mostBytes }

  /// Adds a movie, whose names get their numbers from a numbering.
  mutating func append(
    _ draft: MovieDraft, keepsDraft: Bool, numbering names: inout NameNumbers
  ) {
    let castStart = cast.count
    for name in draft.cast { cast.append(names.number(of: name.utf8.span, adding: &newNames)) }
    films.append(
      Film(
        title: append(draft.title), sortableTitle: append(SortableTitle.of(draft.title)),
        cast: castStart..<cast.count, isFavorite: draft.isFavorite))
    if keepsDraft { drafts.append(draft) }
  }

  private mutating func append(_ value: String) -> Range<Int> {
    let start = text.count
    text.append(value.utf8.span)
    return start..<text.count
  }
}
