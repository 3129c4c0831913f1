internal import MovieStore

/// What ends a command early, beside the errors of the rooms below.
enum CommandError: Error {
  /// The command line is wrong, in a way that parsing alone cannot tell.
  case usage(String)
  /// There is nothing of the kind.
  case notFound(String)
  /// Input data is wrong.
  case badInput(String)
  /// An input or database file is missing.
  case missingFile(String)
  /// A backup cannot be used.
  case damagedBackup(String)
  /// Output could not be written after a change.
  case outputFailed(String)
  /// An output file is not made.
  case cannotCreate(String)
  /// A reference names no movie, or several; with what is near.
  case unknownMovie(reference: String, nearest: [Movie], moviesWithThatTitle: [Movie])
  /// A reference names no actor; with what is near.
  case unknownActor(reference: String, nearest: [Actor])
}
