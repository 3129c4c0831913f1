internal import MovieSQLite

/// The release of this library.
package enum Release {
  /// The version of the library and of the `movies` program.
  package static let version = "0.1.0"

  /// The release of the program and the SQLite library that it runs.
  package static var sentence: String {
    "movies \(version) (SQLite \(Connection.libraryVersion))"
  }
}
