/// The way from one schema version to the next and back, as data: SQL, proofs and losses, never code
/// that touches the record types of today.
package struct Migration: Sendable {
  /// The version that the migration leads to; its way back leads to the one before.
  package let version: SchemaVersion
  /// What changes, in a few words.
  package let summary: String
  /// What must hold of the data before anything is begun, as it stands in any earlier version.
  package let requirements: [Proof]
  /// The way up, in order.
  package let up: [Action]
  /// The way back, in order.
  package let down: [Action]
  /// What the way back cannot keep.
  package let losses: [Loss]

  package init(
    version: SchemaVersion, summary: String, requirements: [Proof] = [], up: [Action],
    down: [Action] = [], losses: [Loss] = []
  ) {
    self.version = version
    self.summary = summary
    self.requirements = requirements
    self.up = up
    self.down = down
    self.losses = losses
  }

  /// A query that must return no rows, and what such rows are.
  package struct Proof: Hashable, Sendable {
    /// What the rows are, in the plural: "casts that are not …".
    package let claim: String
    /// A query whose rows are violations; the first column is the key of each.
    package let violations: String

    package init(_ claim: String, _ violations: String) {
      self.claim = claim
      self.violations = violations
    }
  }

  /// What a way back loses, and the query that counts it.
  package struct Loss: Sendable {
    /// What is lost, in the singular: "favorite".
    package let singular: String
    /// What is lost, in the plural: "favorites".
    package let what: String
    /// The only version of a file in which it can be there; `nil` for any that is passed.
    package let version: SchemaVersion?
    /// Another table than the catalog's that the query reads; without it nothing is lost.
    package let table: String?
    /// A query for one number, with the names that a version has.
    package let count: @Sendable (VersionedSchema) -> String

    package init(
      _ singular: String, plural: String, onlyAt version: SchemaVersion? = nil,
      readingAlso table: String? = nil,
      _ count: @escaping @Sendable (VersionedSchema) -> String
    ) {
      self.singular = singular
      what = plural
      self.version = version
      self.table = table
      self.count = count
    }
  }

  package static let all: [Migration] = [v1, v2, v3, v4, v5, v6]
}
