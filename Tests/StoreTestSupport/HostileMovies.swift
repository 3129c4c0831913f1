import MovieStore
import TestSupport

/// Returns movies with random titles and names that have special characters of all formats.
package func hostileMovies(seed: UInt64, count: Int = 40) -> [MovieDraft] {
  var random = RandomSource(seed: seed)
  var movies: [MovieDraft] = []
  while movies.count < count {
    let title = random.text(upTo: 30)
    let cast = (0..<Int.random(in: 0...4, using: &random)).map { _ in random.text(upTo: 12) }
    let isFavorite = Bool.random(using: &random)
    // Texts of white space are not valid and are generated again.
    if let movie = try? MovieDraft(title: title, cast: cast, isFavorite: isFavorite).validated() {
      movies.append(movie)
    }
  }
  return movies
}

/// The same, with attributes.
package func hostileMoviesWithAttributes(seed: UInt64) throws -> [MovieDraft] {
  var random = RandomSource(seed: seed)
  return try hostileMovies(seed: seed, count: 15).map { movie in
    var movie = movie
    movie.attributes = try generatedAttributes(&random)
    return movie
  }
}

/// Attributes of any kind: known and other keys, hostile texts, integers and real numbers.
package func generatedAttributes(_ random: inout RandomSource) throws -> MovieAttributes {
  let keys =
    try AttributeKey.known
    + [
      "x", "imdb_id", "attributes_2", "x_", "x__y", "x_y", "tag_", "year_", "title_", "id__",
    ].map { try AttributeKey($0) }
  var attributes = MovieAttributes()
  for _ in 0..<Int.random(in: 0...12, using: &random) {
    let number = Int64(bitPattern: random.next())
    let value: AttributeValue =
      switch Int.random(in: 0..<8, using: &random) {
      case 0: .integer(number)
      case 1: .integer(number % 200 + 1_900)
      case 2: .real(Double(bitPattern: random.next()))
      case 3: .real(Double(number % 100) / 10)
      case 4: .text("\(number % 100)")
      case 5: .text("202\(number.magnitude % 10)-1\(number.magnitude % 3)-2\(number.magnitude % 9)")
      default: .text(random.text(upTo: 12))
      }
    // Values that the key does not allow are left out.
    try? attributes.add(value, to: keys.randomElement(using: &random) ?? .tag)
  }
  return attributes
}
