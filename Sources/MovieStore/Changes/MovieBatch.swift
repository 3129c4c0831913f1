/// Some hundred movies that are about to be inserted.
package struct MovieBatch: Sendable {
  /// A movie with valid texts.
  package struct Entry: Sendable {
    let title: String
    let sortableTitle: String
    let isFavorite: Bool
    let attributes: MovieAttributes
    /// The range of the cast in the credits of the batch.
    let cast: Range<Int>
  }

  // A batch is full when it reaches one of these limits.
  package static let movieLimit = 512
  static let creditLimit = 1 << 14
  /// The limit of the bytes of titles, names and attributes.
  package static let byteLimit = 1 << 17

  package private(set) var movies: [Entry] = []
  /// The movies as drafts, if they are compared with the catalog.
  private(set) var drafts: [MovieDraft] = []
  /// The number of the actor's name for each credit.
  private(set) var credits: [Int32] = []
  /// The names that first appear in this batch; their numbers follow the earlier ones.
  private(set) var newNames: [String] = []
  /// Whether the numbers of names start again at 0 with this batch.
  let restartsNames: Bool
  /// The number of bytes of titles, names and attributes.
  package private(set) var byteCount = 0

  /// Creates an empty batch. Full numbers of names are replaced by empty ones.
  package init(numbering names: inout NameNumbers) {
    if names.isFull { names = NameNumbers(limit: names.limit) }
    restartsNames = names.isEmpty
  }

  /// Names and credits count, too: one movie can have a cast of megabytes.
  package var isFull: Bool {
    movies.count >= Self.movieLimit || byteCount >= Self.byteLimit
      || credits.count >= Self.creditLimit
  }

  /// Adds a movie and numbers its names.
  ///
  /// - Parameter isCompared: Whether the movie is compared with the catalog.
  package mutating func append(
    _ draft: MovieDraft, isCompared: Bool, numbering names: inout NameNumbers
  ) {
    let start = credits.count
    for name in draft.cast {
      credits.append(names.number(of: name, adding: &newNames))
      byteCount += name.utf8.count
    }
    let sortableTitle = SortableTitle.of(draft.title)
    byteCount += draft.title.utf8.count + sortableTitle.utf8.count
    for entry in draft.attributes.entries {
      byteCount += entry.values.reduce(0) { $0 + entry.key.name.utf8.count + $1.byteCount }
    }
    movies.append(
      Entry(
        title: draft.title, sortableTitle: sortableTitle, isFavorite: draft.isFavorite,
        attributes: draft.attributes, cast: start..<credits.count))
    if isCompared { drafts.append(draft) }
  }
}

/// Numbers names in order of first appearance, so that each is looked up in the catalog once.
package struct NameNumbers {
  package static let limit = 400_000
  private static let byteLimit = 16 << 20

  let limit: Int
  private var numbers: [ByteString: Int32] = [:]
  private var byteCount = 0

  package init(limit: Int = limit) { self.limit = limit }

  var isEmpty: Bool { numbers.isEmpty }

  /// Whether a limit is reached. More names can be added nevertheless.
  var isFull: Bool { numbers.count >= limit || byteCount >= Self.byteLimit }

  /// Returns the number of the name. A new name is also appended to `newNames`.
  mutating func number(of name: String, adding newNames: inout [String]) -> Int32 {
    let next = Int32(numbers.count)
    let number = numbers[ByteString(name), default: next]
    if number == next {
      numbers[ByteString(name)] = next
      byteCount += name.utf8.count
      newNames.append(name)
    }
    return number
  }
}
