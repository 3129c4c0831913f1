/// A step from one schema version to the next or the previous one, planned or completed.
public struct MigrationStep: Hashable, Sendable, Codable {
  /// The direction of a step.
  public enum Direction: String, Sendable, Codable {
    /// An upgrade to the next version.
    case up
    /// A downgrade to the previous version.
    case down
  }

  /// The cost of a step.
  public enum Kind: String, Sendable, Codable, Comparable {
    /// The step changes only the schema; its cost does not depend on the number of rows.
    case instant
    /// The step reads all rows.
    case scan
    /// The step writes all rows.
    case rewrite

    /// Returns whether the left kind is less costly than the right one.
    public static func < (left: Self, right: Self) -> Bool { left.weight < right.weight }

    private var weight: Int {
      switch self {
      case .instant: 0
      case .scan: 1
      case .rewrite: 2
      }
    }
  }

  /// The version after the step.
  public let version: SchemaVersion
  /// The direction of the step.
  public let direction: Direction
  /// A short description of what the upgrade changes.
  public let summary: String
  /// The cost of the step.
  public let kind: Kind
  /// The number of catalog rows that the step reads or writes, each counted once; 0 for an instant
  /// step.
  ///
  /// A plan counts actors and credits only if the file already has such rows.
  public internal(set) var rows: Int64 = 0
  /// The data that the step loses; empty for an upgrade.
  public internal(set) var losses: [MigrationLoss] = []
  /// The duration in seconds, or `nil` in a plan.
  public internal(set) var seconds: Double?
}

/// Data that a downgrade step loses.
public struct MigrationLoss: Hashable, Sendable, Codable {
  /// The kind of data in the plural, such as "favorites".
  public let what: String
  /// The number of values lost, always above 0.
  public let count: Int64

  /// What is lost, in the grammatical number of the count: "favorite", "favorites".
  package var noun: String {
    if count != 1 { return what }
    return Migration.all.flatMap(\.losses).first { $0.what == what }?.singular ?? what
  }
}
