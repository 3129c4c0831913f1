public import MovieFormats
public import MovieStore

/// How an import reads records, which of them it uses, and how it changes movies that exist.
public struct ImportOptions: Hashable, Sendable {
  /// The records that an import uses.
  public enum Records: String, CaseIterable, Hashable, Sendable {
    /// Records of movies that exist change them; the others are new movies.
    case all
    /// Each record is a new movie, also if it exists.
    case added
    /// Only records of movies that do not exist. A repeated record is used once.
    case new
    /// Only records of movies that exist.
    case existing
  }

  /// How the sources are read.
  public var reading: ReadingOptions
  /// The records to use.
  public var records: Records
  /// How records change movies.
  public var merge: MergeRule
  /// Whether a record with a cast replaces the cast of its movie, also if that has one.
  public var replacesCasts: Bool
  /// Tags that all movies of the records get.
  public var tags: [String]
  /// Whether to skip records that are not valid movies. Otherwise the first one ends the import. An
  /// invalid header always does.
  public var skipsInvalid: Bool
  /// Whether the reviews of a service replace notes. Otherwise they are taken where there is none.
  public var replacesNotes: Bool
  /// The path of a directory, which is created if needed, or `nil`: there, ambiguous records, and
  /// invalid ones, which are skipped, are written as they came with the fields `reason`,
  /// `candidates`, `source` and `decision`, also by a plan.
  ///
  /// An import of such a file uses a record as its `decision` says: one of the candidates, or
  /// `new` if it is about none of them.
  public var unresolvedDirectory: String?
  /// The number of names after which the import starts to number them again: a limit of memory.
  package var nameLimit = NameNumbers.limit

  /// Creates options; by default, those of an import that adds new movies and updates others.
  public init(
    reading: ReadingOptions = ReadingOptions(), records: Records = .all, merge: MergeRule = .update,
    replacesCasts: Bool = false, replacesNotes: Bool = false, tags: [String] = [],
    skipsInvalid: Bool = false,
    unresolvedDirectory: String? = nil
  ) {
    self.reading = reading
    self.records = records
    self.merge = merge
    self.replacesCasts = replacesCasts
    self.replacesNotes = replacesNotes
    self.tags = tags
    self.skipsInvalid = skipsInvalid
    self.unresolvedDirectory = unresolvedDirectory
  }
}
