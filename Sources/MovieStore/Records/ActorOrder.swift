/// The order of actors by name, as queries have it.
package enum ActorOrder {
  /// Folded, then as written, then by id.
  package static func byName(_ actors: [Actor]) -> [Actor] {
    actors.map { (Folding.fold($0.name), $0) }
      .sorted { left, right in
        if !left.0.isExactly(right.0) { return left.0.precedes(right.0) }
        if !left.1.name.isExactly(right.1.name) { return left.1.name.precedes(right.1.name) }
        return left.1.id < right.1.id
      }
      .map(\.1)
  }
}

extension String {
  /// The order of bytes, as SQLite compares text.
  fileprivate func precedes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
