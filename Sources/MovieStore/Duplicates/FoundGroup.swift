/// The ids of a group.
struct FoundGroup {
  let ids: [Int64]
  /// Whether names have the same letters, and movies cannot be the same as several others.
  var isCertain = true
}
