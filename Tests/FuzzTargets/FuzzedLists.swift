import MovieArchives
import MovieFormats
import MovieInterchange
import MovieStore
import MovieSystem

/// The records of a kind of file, which the first line names, do not depend on the chunks that are
/// read, and the formats of the catalog preserve them.
func checkList(_ bytes: [UInt8]) throws {
  let line = bytes.prefix { $0 != 0x0A }
  let choices = ImportPreset.choices.filter { $0.contains(":") }
  let choice =
    choices.contains(text(line))
    ? text(line) : choices[Int(bytes.first ?? 0) % choices.count]
  let content = Array(bytes.dropFirst(line.count + 1))
  let items = try items(in: content, of: choice, chunkLength: .max)
  try require(items.count <= bytes.count, "there are no more records than bytes")
  try require(
    try FuzzTargets.items(in: content, of: choice, chunkLength: 3) == items,
    "chunks make no difference")
  let movies = items.compactMap { if case .success(let movie) = $0 { movie } else { nil } }
    .filter { !$0.title.isEmpty }
  for movie in movies {
    try require(try movie.validated().isSame(as: movie), "\(movie) is valid")
  }
  if !movies.isEmpty { try checkRoundTrip(movies, .ndjson) }
}

private func items(
  in bytes: [UInt8], of choice: String, chunkLength: Int, isXML: Bool = false
) throws -> [ImportRecord] {
  var reader = InterchangeReader(
    source: ByteSource(bytes: bytes, chunkLength: chunkLength), fileName: "f.nfo",
    ReadingOptions(dateOrder: .dayFirst).choosing(choice), isXML: isXML)
  var items: [ImportRecord] = []
  while let item = try reader.next(), items.count <= bytes.count { items.append(item) }
  return items
}

extension MovieDraft {
  fileprivate func isSame(as other: MovieDraft) -> Bool {
    title.utf8.elementsEqual(other.title.utf8) && cast == other.cast
      && attributes == other.attributes
  }
}

/// An XML document is one record at most, which its values as JSON also are. The records of a
/// library do not depend on the chunks that are read.
func checkNFO(_ bytes: [UInt8]) throws {
  let documents = try items(in: bytes, of: "nfo:movie", chunkLength: .max, isXML: true)
  try require(documents.count <= 1, "a document is one record at most")
  let (whole, parts) = (
    try items(in: bytes, of: "nfo:library", chunkLength: .max, isXML: true),
    try items(in: bytes, of: "nfo:library", chunkLength: 3, isXML: true)
  )
  try require(whole == parts, "chunks make no difference")
  guard let json = try? XMLElements.json(of: bytes) else {
    let isProblem = if case .failure? = documents.first { true } else { false }
    return try require(isProblem, "what is no document is a problem")
  }
  let items = try items(in: json, of: "nfo:movie", chunkLength: .max)
  // JSON with these keys is an export of the catalog.
  let isExport = ["attributes", "favorite"].contains { text(json).contains("\"\($0)\"") }
  try require(isExport || outcomes(items) == outcomes(documents), "JSON has the same values")
}

/// The movies and the messages of problems, without their places.
private func outcomes(_ items: [ImportRecord]) -> [Result<MovieDraft, Problem>] {
  items.map { item in item.mapError { Problem(message: $0.message) } }
}

private struct Problem: Error, Equatable {
  let message: String
}

/// The files of an archive are the same whatever the number of bytes that are read at once, and no
/// larger than their limit.
func checkArchive(_ bytes: [UInt8]) throws {
  let open: @Sendable () throws(SystemError) -> ByteSource = { ByteSource(bytes: bytes) }
  let files: [ArchivedFile]?
  do { files = try Archive.files(named: "f", open) } catch { return }
  for file in (files ?? []).prefix(16) {
    let (whole, parts) = (content(of: file, by: 1 << 16), content(of: file, by: 7))
    try require(whole == parts, "\(file.name) has one content")
  }
}

/// The first bytes of a file, or `nil` if it is damaged.
private func content(of file: ArchivedFile, by count: Int) -> [UInt8]? {
  var (bytes, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: count))
  do {
    let source = try ByteSource(file.origin)
    while bytes.count < 1 << 16, case let count = try source.read(into: &buffer, from: 0), count > 0
    {
      bytes += buffer[..<count]
    }
  } catch {
    return nil
  }
  return Array(bytes.prefix(1 << 16))
}
