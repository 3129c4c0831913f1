import Foundation
import MovieStore
import MovieSystem
import TestSupport

/// Nine films: an ambiguous title, a title of digits, one without a cast, one of wide characters.
enum SampleCatalog {
  static let films = """
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

  /// What the file of the running test's database holds.
  static var bytes: Data { get throws { try Data(contentsOf: URL(filePath: path)) } }

  /// Puts the nine films into the running test's database.
  static func install() throws { try template.get().write(to: URL(filePath: path)) }

  /// The store makes the file once; copies of it need no syncing.
  private static let template = Result {
    let path = NSTemporaryDirectory() + "/movies-sample-\(UUID().uuidString).db"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var store = try MovieStore(path: path, access: .writing)
    let source = MovieStore.ImportSource(name: "sample", ByteSource(bytes: Array(films.utf8)))
    _ = try store.importMovies(from: [source])
    return try Data(contentsOf: URL(filePath: path))
  }
}
