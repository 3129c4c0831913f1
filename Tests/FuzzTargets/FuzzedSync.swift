import MovieSQLite
import MovieStore
import MovieStoreMaintenance
import MovieSync
import MovieSystem

/// A change file of another replica is merged, and a line that is not valid is left out: the movies
/// are ones that a user could have added, and the next sync finds nothing new.
///
/// The first line of the input is that of the file, by default one without a history. Lines get
/// their checksums, which no input has by chance.
func checkChanges(_ bytes: [UInt8]) throws {
  let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
  let header = lines.first.flatMap { $0.isEmpty ? nil : $0 } ?? plainHeader
  let directory = try directory(
    with: withChecksum(header) + [0x0A] + lines.dropFirst().flatMap { withChecksum($0) + [0x0A] })
  var store = try Catalog()
  try store.add(MovieDraft(title: "Heat", attributes: [.year: [1995], .tag: ["heist"]]))
  guard try sync(&store, directory.path) != nil else { return }
  for movie in try store.movies() {
    let draft = MovieDraft(
      title: movie.title, cast: movie.cast.map(\.name), isFavorite: movie.isFavorite,
      attributes: movie.attributes)
    try require(try draft.validated() == draft, "\(draft) is valid")
  }
  let again = try sync(&store, directory.path)
  try require(
    again.map { $0.added + $0.updated + $0.deleted } == 0, "a second sync finds nothing new")
}

/// Lines such as `syncClock 5` replace settings of a sync. A sync then works or is refused, and works
/// after a repair.
func checkSettings(_ bytes: [UInt8]) throws {
  let settings = bytes.split(separator: 0x0A).map { line in
    line.split(separator: 0x20, maxSplits: 1, omittingEmptySubsequences: false).map(text)
  }.filter { $0.count == 2 && $0[0].hasPrefix("sync") }
  if settings.isEmpty { return }
  let directory = try directory(with: plainHeader)
  let path = directory.path + "/m.db"
  try Directory.createFile(path)
  var store = try Catalog(path: path)
  try store.add(MovieDraft(title: "Heat"))
  try require(try sync(&store, directory.path) != nil, "a first sync works")
  let connection = try Connection(.file(path))
  for setting in settings {
    try connection.execute(
      "INSERT OR REPLACE INTO movieSetting VALUES (\(setting[0]), \(setting[1]))")
  }
  try store.add(MovieDraft(title: "Ran"))
  _ = try sync(&store, directory.path)
  _ = try Doctor(path: path).repair()
  try require(try sync(&store, directory.path) != nil, "a sync works after a repair")
  try require(try store.movieCount() == 2, "no movie is lost")
}

private let plainHeader = Array(
  #"{"movies-sync":1,"replica":"aaaaaaaa","known":[],"lines":0}"#.utf8)

/// A directory in memory with a change file.
private func directory(with bytes: [UInt8]) throws -> ScratchDirectory {
  let directory = try ScratchDirectory(in: "/dev/shm")
  let sink = try ByteSink(creating: directory.path + "/aaaaaaaa.ndjson")
  try sink.append(bytes)
  try sink.flush()
  return directory
}

/// - Returns: `nil` if the sync is refused.
private func sync(_ store: inout Catalog, _ directory: String) throws -> SyncReport? {
  var options = SyncOptions()
  options.joins = true
  do { return try store.sync(withDirectory: directory, options) { _ in } } catch let error
    as StoreError
  {
    if error.category == .internalError { throw FuzzFinding(description: error.description) }
    return nil
  }
}

/// An object as a line of a change file, with the FNV-1a hash of its bytes.
private func withChecksum(_ line: [UInt8]) -> [UInt8] {
  guard line.last == UInt8(ascii: "}") else { return line }
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in line { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  return line.dropLast() + #","checksum":"\#(String(hash, radix: 16))"}"#.utf8
}
