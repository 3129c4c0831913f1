internal import MovieArchives
internal import MovieArguments
internal import MovieFormats
internal import MovieInterchange
internal import MovieStore
internal import MovieSystem

/// The files of a command that reads lists of movies.
struct ListFiles {
  static let standardInput = "standard input"

  /// The files. Unreadable ones are reported before the database is opened.
  static func sources(_ paths: [String], _ context: CommandContext) throws -> [ImportSource] {
    if paths.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input can be read only once. Use a single '-'.")
    }
    return try paths.map { path in
      if path == "-" { return ImportSource(name: standardInput, context.input) }
      do {
        return try ImportSource(path: path)
      } catch let error as SystemError where !error.isIOError {
        throw CommandError.missingFile("\(error). Check the path.")
      }
    }
  }

  /// Compares lists, with progress, and with the messages of a command that imports nothing.
  static func comparing<Result>(
    _ context: CommandContext, _ body: ((OperationProgress) throws -> Void) throws -> Result
  ) throws -> Result {
    do {
      return try context.ui.reportingProgress("reading") { reporter in
        try context.deferringOutput { try body { reporter?.update($0) } }
      }
    } catch let error as InterchangeError {
      throw CommandError(
        status: error.scope == .option ? .usage : .badInput,
        text: "\(error)."
          + (error.scope == .option || error.message.contains("; ") ? "" : " Correct the file."))
    }
  }

  /// Returns the files of an archive, or `nil` for any other file.
  static func inArchive(
    named name: String, _ open: @escaping @Sendable () throws(SystemError) -> ByteSource
  ) throws -> [ImportSource.ArchivedSource]? {
    try Archive.files(named: name, open)?.map { file in
      ImportSource.ArchivedSource(name: file.name, isEntry: file.isEntry, file.origin)
    }
  }
}
