/// The way from one schema version to its neighbor: planned, or done.
public struct MigrationStep: Hashable, Sendable, Codable {
  /// Whether the versions grow.
  public enum Direction: String, Sendable, Codable {
    /// To the next version.
    case up
    /// Back to the one before.
    case down
  }

  /// What a step costs.
  public enum Kind: String, Sendable, Codable, Comparable {
    /// It changes the schema alone, however many rows there are.
    case instant
    /// It reads all rows.
    case scan
    /// It writes all rows.
    case rewrite

    /// Orders kinds by cost, the cheapest first.
    public static func < (left: Self, right: Self) -> Bool { left.weight < right.weight }

    private var weight: Int {
      switch self {
      case .instant: 0
      case .scan: 1
      case .rewrite: 2
      }
    }
  }

  /// The version that the step leads to.
  public let version: SchemaVersion
  /// Whether it leads up or down.
  public let direction: Direction
  /// What changes on the way up, in a few words.
  public let summary: String
  /// What it costs.
  public let kind: Kind
  /// Rows of the catalog that it reads or writes, each counted once; 0 for an instant one. In a plan,
  /// actors and credits count only where the file has such rows already.
  public internal(set) var rows: Int64 = 0
  /// What it loses; empty on the way up.
  public internal(set) var losses: [MigrationLoss] = []
  /// How long it took, in seconds; `nil` in a plan.
  public internal(set) var seconds: Double?
}

/// What a step back cannot keep.
public struct MigrationLoss: Hashable, Sendable, Codable {
  /// What is lost, in the plural: "favorites".
  public let what: String
  /// How many, always above 0.
  public let count: Int64
}
