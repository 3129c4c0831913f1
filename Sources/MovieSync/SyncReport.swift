package import MovieStore

/// What a sync did, or would do.
package struct SyncReport: Hashable, Sendable {
  /// A movie of another catalog that can be several ones of this catalog. It stays apart.
  package struct Ambiguity: Hashable, Sendable {
    /// The title, with the year.
    package let title: String
    /// The movies that it can be.
    package let candidates: [Movie.ID]
  }

  /// A line of a file that was damaged or edited.
  package struct DamagedLine: Hashable, Sendable {
    /// The path of the file.
    package let file: String
    /// The number of the line, from 1.
    package let line: Int
  }

  /// The movies that were added to this catalog.
  package internal(set) var added = 0
  /// The movies of this catalog that were changed.
  package internal(set) var updated = 0
  /// The movies of this catalog that were deleted.
  package internal(set) var deleted = 0
  /// The movies in the file of this catalog that it did not only pass on.
  package internal(set) var sent = 0
  /// The movies that several catalogs had added, and that are one now.
  package internal(set) var paired = 0
  /// The movies that can be several ones.
  package internal(set) var ambiguous: [Ambiguity] = []
  /// The lines of files in a directory that are damaged. The others are used.
  package internal(set) var damagedLines: [DamagedLine] = []
  /// The entries of a directory that have the suffix of a change file but are not readable files.
  package internal(set) var unreadableFiles: [String] = []
  /// The titles of movies of this catalog with values that a movie cannot have. They are not sent.
  package internal(set) var invalid: [String] = []
  /// The files in a directory that do not have all movies of their replica yet.
  package internal(set) var incompleteFiles: [String] = []
  /// Whether all changes of a retired replica are in this catalog.
  package internal(set) var isRetired = false
  /// The titles of movies that have more values than a movie can have. The others are kept.
  package internal(set) var overflowing: [String] = []
}
