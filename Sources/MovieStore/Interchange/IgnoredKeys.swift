/// The keys or columns that a reader has no use for, in order of first appearance.
struct IgnoredKeys {
  private(set) var names: [String] = []
  private var known: [[UInt8]] = []

  /// Notes a key, of which there may be as many as the file likes: only the first are kept.
  mutating func insert(_ key: BoundedText) {
    guard known.count < InterchangeLimits.ignoredKeys, !known.contains(key.bytes) else { return }
    known.append(key.bytes)
    names.append(key.string)
  }
}
