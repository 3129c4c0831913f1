internal import MovieArguments
internal import MovieFormats
internal import MovieInterchange
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// Edits movies as text in the user's editor.
struct EditorSession {
  let context: CommandContext
  let format: InterchangeFormat
  /// Whether movies whose line was deleted are deleted.
  let allowsDelete: Bool
  let write: WriteOptions
  /// Tells the user what was changed, or warns.
  let tell: (_ text: String, _ isWarning: Bool) throws -> Void

  /// The number of changed movies from which a change requires confirmation. A deletion does always.
  private static let confirmedCount = 3
  private static let listedCount = 20

  func run(_ movies: [Movie], in store: inout Catalog) throws -> ExitStatus {
    let name = "movies.\(format.rawValue)"
    let text = try EditedMovies.text(of: movies, as: format)
    var file: EditorFile
    do { file = try EditorFile(named: name, text) } catch {
      if error.isFullDisk { throw error }
      throw CommandError.cannotCreate("cannot create a file for the editor: \(error.reason).")
    }
    var end = End.declined
    let path = file.path
    let result = Result {
      if let edited = try edit(path, named: name, movies) { end = try apply(edited, to: &store) }
    }
    file.isKept = end != .done && file.isEdited
    if case .success = result, end == .declined { try tell("nothing was changed", false) }
    if file.isKept { try tell("your text is kept in '\(path)'", true) }
    try result.get()
    return end == .declined ? .notFound : .done
  }

  private enum End {
    /// The text was applied, or was equal to the movies.
    case done
    /// Its changes were only shown, with '--dry-run'.
    case shown
    case declined
  }

  private func nothingChanged() throws -> End {
    try tell("nothing was changed", false)
    return .done
  }

  // MARK: The editor

  /// Opens the editor until the text is valid.
  ///
  /// - Parameters:
  ///   - name: The name of the file in errors.
  /// - Returns: `nil` if the user gives up.
  private func edit(
    _ file: String, named name: String, _ movies: [Movie]
  ) throws -> EditedMovies? {
    let named = [context.environment["VISUAL"], context.environment["EDITOR"]]
      .compactMap { $0?.trimmed }
    let editor = named.first { !$0.isEmpty } ?? "vi"
    if !ShellCommand.exists(editor, context.environment) {
      throw CommandError.usage(
        "cannot run the editor '\(editor)'. Set VISUAL or EDITOR to one that exists.")
    }
    while true {
      let status = try ShellCommand.run("\(editor) \(ShellQuoting.quoted(file))")
      if status != 0 {
        throw CommandError.notFound(
          "the editor '\(editor)' ended with status \(status). Nothing was changed.")
      }
      guard try FileMetadata.ifExists(file, followingLinks: true)?.isRegular == true else {
        throw CommandError.notFound("the editor removed the file. Nothing was changed.")
      }
      let problem: String
      do {
        return try EditedMovies(ByteSource(path: file), of: movies, as: format, fileName: name)
      } catch let error as InterchangeError {
        problem = "\(error)"
      } catch let error as StoreError where error.category == .invalidInput {
        problem = "\(error)"
      }
      guard context.ui.canAsk else {
        throw CommandError.badInput("\(problem). Nothing was changed.")
      }
      try context.ui.warn(problem)
      let answer = try context.ui.ask("Press Enter to edit it again, or type q to change nothing:")
      if let answer, ["q", "quit", "n", "no"].contains(answer.lowercased()) { return nil }
      if answer == nil { throw CommandError.badInput("\(problem). Nothing was changed.") }
    }
  }

  // MARK: The change

  private func apply(_ edited: EditedMovies, to store: inout Catalog) throws -> End {
    let deleted = allowsDelete ? edited.missing : []
    if !edited.missing.isEmpty, !allowsDelete {
      try context.ui.info(
        "\(Formatting.pluralized(edited.missing.count, "movie")) without a line kept. To delete movies, "
          + "pass '--allow-delete'")
    }
    let count = edited.changes.count + deleted.count
    if count == 0 { return try nothingChanged() }
    let lines =
      edited.changes.map {
        "\($0.before.id.rawValue) '\($0.before.titleWithYear)': "
          + MovieDifference.text(from: $0.before, to: $0.after)
      } + deleted.map { "\($0.id.rawValue) '\($0.titleWithYear)': delete" }
    for notice in try AttributeSuggestions.newKeyNotices(edited.newKeys, in: store) {
      try context.ui.info(notice)
    }
    for line in lines.prefix(Self.listedCount) { try context.ui.info(line) }
    if count > Self.listedCount {
      let rest = Formatting.pluralized(count - Self.listedCount, "more movie")
      try context.ui.info("and \(rest)")
    }
    let movies = Formatting.pluralized(count, "movie")
    if count >= Self.confirmedCount || !deleted.isEmpty, !write.yes, !write.dryRun {
      let parts = [(edited.changes.count, "change"), (deleted.count, "delete")]
        .filter { $0.0 > 0 }.map { "\($0.1) \(Formatting.pluralized($0.0, "movie"))" }
      let question = parts.joined(separator: " and ").capitalizedFirst + "?"
      let isConfirmed = try context.ui.confirm(question, subject: "Changing \(movies)")
      if !isConfirmed { return .declined }
    }
    let made: Void? = try context.undoable(write, "Changing \(movies)") { allowsIrreversible in
      try store.apply(
        edited, deletingMissing: allowsDelete, allowsIrreversible: allowsIrreversible)
    }
    if made == nil { return .declined }
    let parts = [
      (edited.changes.count, write.verb("changed", "would change")),
      (deleted.count, write.verb("deleted", "would delete")),
    ].filter { $0.0 > 0 }.map { "\($0.1) \(Formatting.pluralized($0.0, "movie"))" }
    try tell(parts.joined(separator: ", "), false)
    return write.dryRun ? .shown : .done
  }
}
