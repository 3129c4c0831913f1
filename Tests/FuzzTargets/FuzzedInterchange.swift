import MovieFormats
import MovieStore
import MovieSystem

/// The number of records is bounded, records do not depend on the chunks that are read, and every format
/// preserves them.
func checkInterchange(_ bytes: [UInt8], _ format: InterchangeFormat?) throws {
  let items = try items(in: bytes, format)
  try require(items.count <= bytes.count, "there are no more records than bytes")
  try require(
    try FuzzTargets.items(in: bytes, format, chunkLength: 3) == items, "chunks make no difference")
  try checkLocations(items, in: bytes)
  let movies = items.compactMap { if case .success(let movie) = $0 { movie } else { nil } }
  if movies.isEmpty { return }
  for format in InterchangeFormat.allCases { try checkRoundTrip(movies, format) }
}

private func items(
  in bytes: [UInt8], _ format: InterchangeFormat?, chunkLength: Int = .max
) throws -> [ImportRecord] {
  let source = ByteSource(bytes: bytes, chunkLength: chunkLength)
  var reader = InterchangeReader(
    source: source, fileName: "f", ReadingOptions(format: format, keeping: .all))
  var items: [ImportRecord] = []
  while let item = try reader.next(), items.count <= bytes.count { items.append(item) }
  return items
}

private func checkLocations(_ items: [ImportRecord], in bytes: [UInt8]) throws {
  let lines = bytes.count { $0 == 0x0A } + 1
  for item in items {
    switch item {
    case .success: break
    case .failure(let error):
      try require((1...lines).contains(error.line), "\(error) is at a line")
      try require((1...bytes.count + 1).contains(error.column), "\(error) is at a column")
      try require(error.message.hasPrefix("expected "), "\(error) names what was expected")
    }
  }
}

func checkRoundTrip(_ movies: [MovieDraft], _ format: InterchangeFormat) throws {
  let keys = Set(movies.flatMap(\.attributes.keys)).sorted().filter(isColumn)
  let columns = InterchangeColumn.standard + keys.prefix(400).map(InterchangeColumn.attribute)
  let bytes = try written(movies, format, columns)
  let parsed = try items(in: bytes, format)
  try require(parsed.count == movies.count, "\(format) preserves every movie")
  var read: [MovieDraft] = []
  for (item, movie) in zip(parsed, movies) {
    guard case .success(let draft) = item else {
      throw FuzzFinding(description: "\(format) rejects \(movie): \(item)")
    }
    read.append(draft)
    try require(isSame(draft, movie), "\(format) preserves \(movie), not \(draft)")
    // In CSV and TSV, a text that is printed as a number becomes one.
    if format == .json || format == .ndjson {
      try require(
        draft.attributes == movie.attributes,
        "\(format) preserves \(movie.attributes), not \(draft.attributes)")
    }
  }
  let again = try written(read, format, columns)
  let last = try items(in: again, format).compactMap {
    if case .success(let movie) = $0 { movie } else { nil }
  }
  try require(last == read, "\(format) preserves the movies that it read")
}

/// Whether the name of the column stands for the attribute.
private func isColumn(_ key: AttributeKey) -> Bool {
  (try? InterchangeColumn(key.name)) == .attribute(key)
}

private func written(
  _ movies: [MovieDraft], _ format: InterchangeFormat, _ columns: [InterchangeColumn]
) throws -> [UInt8] {
  let sink = ByteSink()
  var writer = InterchangeWriter(format: format, columns: columns, sink: sink)
  try writer.begin()
  for movie in movies {
    try writer.write(
      title: movie.title, cast: movie.cast, isFavorite: movie.isFavorite,
      attributes: movie.attributes)
  }
  try writer.end()
  return sink.bytes
}

private func isSame(_ one: MovieDraft, _ other: MovieDraft) -> Bool {
  isSame(one.title, other.title) && one.isFavorite == other.isFavorite
    && one.cast.elementsEqual(other.cast, by: isSame)
}
