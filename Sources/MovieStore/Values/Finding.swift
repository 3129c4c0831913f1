internal import MovieSystem

/// A problem or a property of a file or of a migration.
public struct Finding: Hashable, Sendable, Codable {
  /// The subject of a finding.
  package enum Kind: String, CaseIterable, Sendable, Codable {
    /// The file is missing, unreadable, busy, damaged, or not a catalog; as a warning or note, a
    /// property of the file.
    case file
    /// The file was written by a newer program.
    case newer
    /// A table, index or trigger of the schema is missing or was changed, or the file contains an
    /// object of another program.
    case drift
    /// A table or index of another program has a name that a migration step needs.
    case collision
    /// Pages of the file are inconsistent (`PRAGMA integrity_check`).
    case integrity
    /// A row refers to a row that does not exist.
    case foreignKey = "foreign-key"
    /// Rows violate a rule of the catalog, or cannot be migrated.
    case data
    /// A migration lost or changed data, or could not be run.
    case migration
    /// A downgrade step would lose data.
    case loss
    /// The log of the file does not match the migrations of this program.
    case log
    /// There is not enough disk space.
    case disk
    /// A migration uses more time, memory or disk space than it may.
    case budget
  }

  /// A problem or property of a file. The article *Checks and repairs* describes each.
  package enum Code: String, Sendable, CaseIterable {
    // MARK: The file

    case readableByOthers = "readable-by-others"
    case hardLinks = "hard-links"
    case interruptedChange = "interrupted-change"
    case writeAheadLog = "write-ahead-log"

    // MARK: The schema
    case olderSchema = "older-schema"
    case missingTable = "missing-table"
    case changedTable = "changed-table"
    case missingIndex = "missing-index"
    case changedIndex = "changed-index"
    case changedSearchIndex = "changed-search-index"
    case thirdPartyTrigger = "third-party-trigger"
    case thirdPartyView = "third-party-view"
    case invalidSchema = "invalid-schema"
    case thirdPartyTable = "third-party-table"
    case thirdPartyIndex = "third-party-index"
    case invalidEncoding = "invalid-encoding"

    // MARK: Pages
    case damagedData = "damaged-data"
    case damagedIndex = "damaged-index"
    case damagedUnusedPages = "damaged-unused-pages"

    // MARK: Rows
    case orphanCredits = "orphan-credits"
    case orphanAttributes = "orphan-attributes"
    case thirdPartyReferences = "third-party-references"
    case unknownMigration = "unknown-migration"
    case damagedHistory = "damaged-history"
    case damagedSync = "damaged-sync"
    case actorsWithoutMovies = "actors-without-movies"
    case staleSortableTitles = "stale-sortable-titles"
    case invalidAttributes = "invalid-attributes"
    case invalidAttributeKeys = "invalid-attribute-keys"
    case reservedAttributeKeys = "reserved-attribute-keys"
    case invalidAttributeValues = "invalid-attribute-values"
    case duplicateAttributes = "duplicate-attributes"
    case excessAttributes = "excess-attributes"
    case missingSearchIndex = "missing-search-index"
    case staleSearchIndex = "stale-search-index"
    case damagedSearchIndex = "damaged-search-index"
    case invalidTitles = "invalid-titles"
    case invalidNames = "invalid-names"
    case invalidIDs = "invalid-ids"
    case invalidFavorites = "invalid-favorites"
    case invalidUUIDs = "invalid-uuids"
    case duplicateNames = "duplicate-names"
    case invalidPositions = "invalid-positions"
    case similarNames = "similar-names"
    case invalidCasts = "invalid-casts"
    case duplicateCastNames = "duplicate-cast-names"
    case duplicateMovies = "duplicate-movies"
    case duplicateActors = "duplicate-actors"

    /// The problems after which an index cannot be relied on.
    package static let damagedIndexes: Set = [missingIndex, changedIndex, damagedIndex]

    /// Whether the file is too damaged, or too different from a catalog, for any repair.
    package var preventsRepair: Bool {
      [
        .missingTable, .changedTable, .thirdPartyTrigger, .invalidSchema, .invalidEncoding,
        .damagedData,
      ].contains(self)
    }
  }

  /// The severity of a finding.
  public enum Severity: String, CaseIterable, Sendable, Codable {
    /// A problem that must be fixed.
    case error
    /// A problem that does not prevent the use of the file.
    case warning
    /// Information only.
    case note
  }

  /// The subject of the finding.
  package let kind: Kind
  /// The name of the finding, such as `missing-index`, or `nil` if it is not about the content of a
  /// file. Names are stable.
  public let code: String?
  /// The severity of the finding.
  public package(set) var severity: Severity
  /// A sentence without a full stop.
  public let message: String
  /// The name of the table, index, trigger or view concerned, or `nil` if there is none.
  public let object: String?
  /// The keys of the first rows concerned, at most ten; empty if the finding does not concern rows.
  public let rows: [Int64]
  /// The effect of a repair as a clause that follows "would", or `nil` if the finding cannot be
  /// repaired.
  public package(set) var repair: String?

  package static let rowLimit = 10

  package init(
    _ kind: Kind, _ message: String, code: Code? = nil, severity: Severity = .error,
    object: String? = nil, rows: [Int64] = [], repair: String? = nil
  ) {
    self.kind = kind
    self.code = code?.rawValue
    self.severity = severity
    self.message = message
    self.object = object
    self.rows = rows
    self.repair = repair
  }

  package var problem: Code? { code.flatMap(Code.init) }

  package static func insufficientDiskSpace(path: String, needed: Int, free: Int) -> Self {
    Finding(
      .disk,
      "migrating '\(path)' needs about \(Formatting.bytes(needed)) of disk space, but only "
        + "\(Formatting.bytes(free)) is available")
  }

  package var withoutRepair: Finding {
    var finding = self
    finding.repair = nil
    return finding
  }

  package var asWarning: Finding {
    var finding = self
    finding.severity = .warning
    return finding
  }
}

extension [Finding] {
  package var hasErrors: Bool { contains { $0.severity == .error } }

  /// Whether one of them prevents any repair.
  package var preventRepairs: Bool { contains { $0.problem?.preventsRepair == true } }

  /// The findings, without their repairs if one of them prevents any.
  var withPossibleRepairs: [Finding] { preventRepairs ? map(\.withoutRepair) : self }
}
