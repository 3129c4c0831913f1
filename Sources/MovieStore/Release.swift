internal import MovieSQLite

/// The release of this library.
public enum Release {
  /// The version of the library and of the `movies` program.
  public static let version = "0.1.0"

  /// The release of the program and the SQLite library that it runs.
  package static var sentence: String {
    "movies \(version) (SQLite \(Connection.libraryVersion))"
  }
}
