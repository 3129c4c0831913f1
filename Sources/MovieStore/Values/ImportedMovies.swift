/// The rows that an import added. Their ids have no gaps.
package struct ImportedMovies: Hashable {
  package let movies: ClosedRange<Int64>
  /// The new actors, or `nil` if there are none.
  let actors: ClosedRange<Int64>?
  /// The checksum of the movies with their casts and attributes, and of the new actors.
  let checksum: Int64

  var movieCount: Int { movies.count }

  var json: String {
    let actors = actors.map { ", \"actors\": [\($0.lowerBound), \($0.upperBound)]" } ?? ""
    return
      "{\"movies\": [\(movies.lowerBound), \(movies.upperBound)]\(actors), \"checksum\": \(checksum)}"
  }
}
