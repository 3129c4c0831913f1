internal import MovieStore
internal import MovieSystem

/// The files that work on a catalog of one size is done with, all in one folder.
package struct BenchmarkFiles: Sendable {
  /// What is made before the work that needs it.
  enum Kind: String, Sendable {
    /// Generated films as NDJSON.
    case films
    /// A catalog of them, of the newest version.
    case catalog
    /// A catalog of them, of the first version.
    case oldCatalog
  }

  /// Absolute.
  let folder: String
  /// How many movies there are.
  let movies: Int

  package init(folder: String, movies: Int) {
    self.folder = folder
    self.movies = movies
  }

  func path(_ kind: Kind) -> String {
    switch kind {
    case .films: folder + "/films.ndjson"
    case .catalog: folder + "/catalog.db"
    case .oldCatalog: folder + "/v1.db"
    }
  }

  func hasMade(_ kind: Kind) -> Bool { FileMetadata.exists(path(kind)) }

  /// What is changed, so that the others stay as they are.
  var copy: String { folder + "/copy.db" }

  /// Makes the copy that of a file, whatever it was.
  func makeCopy(of kind: Kind) throws {
    let source = try ByteSource(path: path(kind))
    let file = try AtomicFile(target: copy, replacing: true)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = try source.read(into: &buffer, from: 0), count > 0 {
      try file.sink.append(Array(buffer[..<count]))
    }
    try file.commit()
  }

  /// Removes a file if it exists.
  func remove(_ path: String) { Directory.removeFile(path) }

  /// The catalog, opened for reading.
  func store() throws(StoreError) -> MovieStore {
    try MovieStore(path: path(.catalog), access: .reading)
  }

  /// The copy, opened for changes.
  func storeOfCopy() throws(StoreError) -> MovieStore {
    try MovieStore(path: copy, access: .writing)
  }

  /// A movie of the catalog: for each sample another one, all over the file, until all have been.
  func movie(_ sample: Int) -> Movie.ID {
    // Ids count from 1. A prime that divides no size leaves none out.
    Movie.ID(rawValue: Int64(1 + sample * 7_368_787 % movies))
  }
}
