/// Items that are joined to groups.
package struct UnionFind {
  /// An item of the same group, or the item itself.
  private var parents: [Int32]

  package init(count: Int) { parents = (0..<Int32(count)).map(\.self) }

  /// The first item of the group.
  mutating func root(of item: Int) -> Int {
    var item = item
    while Int(parents[item]) != item {
      parents[item] = parents[Int(parents[item])]
      item = Int(parents[item])
    }
    return item
  }

  package mutating func join(_ first: Int, _ second: Int) {
    let (first, second) = (root(of: first), root(of: second))
    parents[max(first, second)] = Int32(min(first, second))
  }

  /// The groups of several items, by their first item.
  package mutating func groups() -> [[Int]] {
    var groups: [Int: [Int]] = [:]
    for item in parents.indices {
      let root = root(of: item)
      if root != item { groups[root, default: [root]].append(item) }
    }
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }
}
