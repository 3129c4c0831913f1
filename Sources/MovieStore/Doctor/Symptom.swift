/// Something that an examination found.
public struct Symptom: Hashable, Sendable, Codable {
  /// What was found: a name for programs, which stays as it is.
  public enum Code: String, Sendable, Codable, CaseIterable {
    // MARK: The file

    /// Other users may read the file.
    case readableByOthers = "readable-by-others"
    /// The file has another name, by which a journal of its changes would not be found.
    case hardLinks = "hard-links"
    /// A journal lies beside the file; the next command takes the change back.
    case interruptedChange = "interrupted-change"
    /// The file is in a mode in which this version of SQLite can damage it.
    case writeAheadLog = "write-ahead-log"

    // MARK: The schema

    /// The file has an older schema version, and is examined as far as that goes.
    case olderSchema = "older-schema"
    /// A table of the schema is missing.
    case missingTable = "missing-table"
    /// A table of the schema was changed.
    case changedTable = "changed-table"
    /// An index of the schema is missing.
    case missingIndex = "missing-index"
    /// An index of the schema was changed.
    case changedIndex = "changed-index"
    /// A part of the search index was changed.
    case changedSearchIndex = "changed-search-index"
    /// A trigger of another program would run on every change.
    case foreignTrigger = "foreign-trigger"
    /// A view of another program is there.
    case foreignView = "foreign-view"
    /// An index of another program makes values of any size for each row.
    case costlyIndex = "costly-index"
    /// A table or index of another program needs a function or a collation that is not allowed here.
    case unusableObject = "unusable-object"
    /// A table of another program is there, which is left alone.
    case foreignTable = "foreign-table"
    /// An index of another program is there, which is left alone.
    case foreignIndex = "foreign-index"
    /// The file keeps text otherwise than as UTF-8.
    case wrongEncoding = "wrong-encoding"

    // MARK: Pages

    /// Pages of the file contradict each other or cannot be read.
    case damagedPages = "damaged-pages"
    /// An index disagrees with its table.
    case damagedIndex = "damaged-index"
    /// Values are of a type that their column does not take, or break a check.
    case wrongValues = "wrong-values"

    // MARK: Rows

    /// Credits refer to movies or actors that are not there.
    case orphanCredits = "orphan-credits"
    /// Rows of other programs refer to rows that are not there.
    case foreignReferences = "foreign-references"
    /// The log of migrations tells of others than this program's.
    case unknownMigration = "unknown-migration"
    /// Actors are in no movie.
    case actorsWithoutMovies = "actors-without-movies"
    /// Sortable titles are not those that the titles have.
    case staleSortableTitles = "stale-sortable-titles"
    /// There is no search index, or not all of it: searches are slower, until the next change makes it.
    case missingSearchIndex = "missing-search-index"
    /// The search index disagrees with the titles.
    case staleSearchIndex = "stale-search-index"
    /// The search index disagrees with itself.
    case damagedSearchIndex = "damaged-search-index"
    /// Titles are missing, empty, no text, or none that can be stored.
    case unusableTitles = "unusable-titles"
    /// Names of actors are missing, empty, no text, or none that can be stored.
    case unusableNames = "unusable-names"
    /// Ids of movies or actors are below 1, and commands do not accept them.
    case unusableIDs = "unusable-ids"
    /// Favorites are neither 0 nor 1.
    case wrongFavorites = "wrong-favorites"
    /// UUIDs of a version below 5 are none.
    case wrongUUIDs = "wrong-uuids"
    /// Several actors have the very same name.
    case doubledNames = "doubled-names"
    /// Two actors have one place in a cast, or one has none.
    case wrongPlaces = "wrong-places"
    /// Names of actors differ only in their normalization.
    case similarNames = "similar-names"
    /// Casts of a version below 4 are not arrays of texts.
    case wrongCasts = "wrong-casts"
    /// Casts of a version below 4 have a name more than once.
    case repeatedNames = "repeated-names"

    /// Whether the file is too broken for anything in it to be mended.
    var forbidsMending: Bool {
      [
        .missingTable, .changedTable, .foreignTrigger, .costlyIndex, .unusableObject,
        .wrongEncoding, .damagedPages,
      ].contains(self)
    }
  }

  /// What was found.
  public let code: Code
  /// How much it matters, in a sentence, with the first rows and what to do.
  public let finding: Finding
  /// What mending would do, a clause as in "would …"; `nil` where it can do nothing.
  public internal(set) var fix: String?

  /// Whether pages of the search index are damaged, and not only its content.
  var isOfSearchPages: Bool { code == .damagedSearchIndex && finding.code == .integrity }

  package init(_ code: Code, _ finding: Finding, fix: String? = nil) {
    self.code = code
    self.finding = finding
    self.fix = fix
  }

  init(
    _ code: Code, _ kind: Finding.Code, _ message: String, severity: Finding.Severity = .error,
    object: String? = nil, rows: [Int64] = [], hint: String? = nil, fix: String? = nil
  ) {
    let finding = Finding(
      kind, message, severity: severity, object: object, rows: rows, hint: hint)
    self.init(code, finding, fix: fix)
  }
}
