/// The ids of a group.
package struct FoundGroup {
  package let ids: [Int64]
  /// Whether names have the same letters, and movies cannot be the same as several others.
  package var isCertain = true

  package init(ids: [Int64], isCertain: Bool = true) {
    self.ids = ids
    self.isCertain = isCertain
  }
}
