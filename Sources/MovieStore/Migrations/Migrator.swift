internal import MovieSQLite

/// Brings a catalog file from one schema version to another, up or down, and shows beforehand that it
/// can be done.
///
/// `status`, `plan`, `rehearse`, `verify`, `log` and `schema` leave the file, its time stamps and its
/// folder as they are. `apply` changes it, wholly or not at all.
public struct Migrator: Sendable {
  /// The absolute path of the file.
  public let path: String

  /// How a migration is done.
  public struct Options: Hashable, Sendable {
    /// Where the file as it was is kept.
    public enum Backup: Hashable, Sendable {
      /// Beside the file, under a name with its version and the time, in UTC.
      case beside
      /// In this file, which must not exist.
      case file(String)
      /// Nowhere.
      case none
    }

    /// Where the file as it was is kept.
    public var backup: Backup
    /// Whether a way back may lose what it cannot keep.
    public var acceptsLosses: Bool
    /// The program that the log names, with its version: a name, a space and the version.
    public var program: String

    /// Keeps a backup beside the file and loses nothing, unless told otherwise.
    public init(
      backup: Backup = .beside, acceptsLosses: Bool = false,
      program: String = "MovieStore \(Release.version)"
    ) {
      self.backup = backup
      self.acceptsLosses = acceptsLosses
      self.program = program
    }
  }

  /// Names the file; nothing is opened yet.
  ///
  /// - Parameter path: absolute, or relative to the working directory.
  /// - Throws: ``StoreError``: `unreadable` where there is no working directory.
  public init(path: String) throws(StoreError) { self.path = try DatabaseFile.absolute(path) }

  /// The steps from one version to another, in order; without a file nothing is counted.
  ///
  /// - Parameter start: `nil` for a file before its first write.
  package static func steps(
    from start: SchemaVersion?, to target: SchemaVersion
  ) -> [MigrationStep] {
    MigrationLeg.legs(from: start, to: target).map { $0.planned(CatalogCounts()) }
  }

  /// The statements and proofs of a step, in the order that they run in.
  package static func sql(of step: MigrationStep) -> [String] {
    let start = SchemaVersion(rawValue: step.version.rawValue + (step.direction == .up ? -1 : 1))
    return MigrationLeg.legs(from: start, to: step.version).flatMap(\.actions).map(\.sql)
  }
}
