/// The ids of a group.
package struct FoundGroup {
  package let ids: [Int64]
  /// Whether the movies are the same, or the names have the same letters.
  package var isCertain = true

  package init(ids: [Int64], isCertain: Bool = true) {
    self.ids = ids
    self.isCertain = isCertain
  }
}
