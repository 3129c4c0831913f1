internal import MovieSystem

/// The rows that an import added. Their ids have no gaps.
package struct ImportedMovies: Hashable {
  package let movies: ClosedRange<Int64>
  /// The new actors, or `nil` if there are none.
  let actors: ClosedRange<Int64>?
  /// The checksum of the movies with their casts and attributes, and of the new actors.
  let checksum: Int64

  var movieCount: Int { movies.count }

  var json: [UInt8] {
    var json = JSONBuilder()
    json.object { json in
      json.array("movies", movies.bounds) { $0.add($1) }
      if let actors { json.array("actors", actors.bounds) { $0.add($1) } }
      json.add("checksum", checksum)
    }
    return json.bytes
  }
}

extension ClosedRange {
  fileprivate var bounds: [Bound] { [lowerBound, upperBound] }
}
