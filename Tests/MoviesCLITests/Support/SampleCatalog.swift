import Foundation
import MovieInterchange
import MovieStore
import MovieSystem
import TestSupport

/// Nine movies: an ambiguous title, a title of digits, one without a cast, one of wide characters.
enum SampleCatalog {
  static let movies = """
    {"title": "The Score", "cast": ["Robert De Niro", "Edward Norton", "Marlon Brando", "Angela Bassett"], "favorite": true}
    {"title": "Amélie", "cast": ["Audrey Tautou", "Mathieu Kassovitz"], "favorite": false}
    {"title": "The Godfather", "cast": ["Marlon Brando", "Al Pacino", "James Caan", "Robert Duvall", "Diane Keaton"], "favorite": true}
    {"title": "Heat", "cast": ["Al Pacino", "Robert De Niro", "Val Kilmer"], "favorite": false}
    {"title": "1917", "cast": ["George MacKay"], "favorite": false}
    {"title": "Los olvidados", "cast": ["Estela Inda"], "favorite": false}
    {"title": "七人の侍", "cast": ["三船敏郎", "志村喬"], "favorite": true}
    {"title": "Heat", "cast": ["Joe Dallesandro"], "favorite": false}
    {"title": "Koyaanisqatsi", "cast": [], "favorite": false}

    """

  /// The database of the running test.
  static var path: String { TemporaryDirectory.path("movies.db") }

  /// The content of the running test's database file.
  static var bytes: Data { get throws { try Data(contentsOf: URL(filePath: path)) } }

  /// Creates the running test's database with the nine movies.
  static func install() throws { try template.get().write(to: URL(filePath: path)) }

  /// Created once and then copied, because syncing a new database for each test is slow.
  private static let template = Result {
    let path = TemporaryDirectory.home + "movies-sample-\(UUID().uuidString).db"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var store = try Catalog(path: path, access: .writing)
    let source = ImportSource(name: "sample", ByteSource(bytes: Array(movies.utf8)))
    _ = try store.importMovies(from: [source])
    return try Data(contentsOf: URL(filePath: path))
  }
}
