import MovieFormats
import MovieStore
import MovieSystem
import Testing

/// Reads the bytes and returns one line per record: `Jaws [Roy Scheider] * {"year": 1975}` for a movie,
/// `bad 2:3 …` for an invalid record.
package func outline(
  _ bytes: [UInt8], _ format: InterchangeFormat? = nil, keeping kept: KeptFields = .named([]),
  chunkLength: Int = .max, splitting separator: String? = nil
) throws -> [String] {
  let source = ByteSource(bytes: bytes, chunkLength: chunkLength)
  var reader = InterchangeReader(
    source: source, fileName: "f",
    ReadingOptions(format: format, keeping: kept, castSeparator: separator))
  var lines: [String] = []
  while let item = try reader.next() { lines.append(outline(item)) }
  return lines
}

package func outline(
  _ text: String, _ format: InterchangeFormat? = nil, keeping kept: KeptFields = .named([]),
  chunkLength: Int = .max, splitting separator: String? = nil
) throws -> [String] {
  try outline(
    Array(text.utf8), format, keeping: kept, chunkLength: chunkLength, splitting: separator)
}

private func outline(_ item: ImportRecord) -> String {
  switch item {
  case .success(let movie): outline(movie)
  case .failure(let error): "bad \(error.line):\(error.column) \(error.message)"
  }
}

package func outline(_ movie: MovieDraft) -> String {
  let cast = movie.cast.isEmpty ? "" : " [\(movie.cast.joined(separator: "|"))]"
  let attributes = movie.attributes.isEmpty ? "" : " " + json(movie.attributes)
  return movie.title + cast + (movie.isFavorite ? " *" : "") + attributes
}

package func json(_ attributes: MovieAttributes) -> String {
  var json = JSONBuilder()
  json.add(nil, attributes)
  return String(decoding: json.bytes, as: UTF8.self)
}

/// Reads bytes of which all records must be valid.
package func movies(
  _ bytes: [UInt8], _ format: InterchangeFormat? = nil, keeping kept: KeptFields = .named([])
) throws -> [MovieDraft] {
  var reader = InterchangeReader(
    source: ByteSource(bytes: bytes), fileName: "f", ReadingOptions(format: format, keeping: kept))
  var movies: [MovieDraft] = []
  while let item = try reader.next() { movies.append(try item.get()) }
  return movies
}

/// Returns the movies in the format.
package func written(
  _ movies: [MovieDraft], _ format: InterchangeFormat,
  columns: [InterchangeColumn] = InterchangeColumn.standard
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

/// Returns the fields that are not kept, such as `themes 2`.
package func ignoredFields(
  _ text: String, _ format: InterchangeFormat? = nil, keeping kept: KeptFields = .named([])
) throws -> [String] {
  var reader = InterchangeReader(
    source: ByteSource(bytes: Array(text.utf8)), fileName: "f",
    ReadingOptions(format: format, keeping: kept))
  while try reader.next() != nil {}
  return reader.fields.ignored.map { "\($0.name) \($0.count)" }
}

/// A test case: a text and its outline.
package struct Reading: Sendable, CustomTestStringConvertible {
  package let text: String
  package let outline: [String]

  package init(_ text: String, _ outline: String...) {
    self.text = text
    self.outline = outline
  }

  package var testDescription: String { text.debugDescription }
}
