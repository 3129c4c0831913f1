internal import MovieArguments
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
    let directory: ScratchDirectory
    do { directory = try ScratchDirectory() } catch {
      throw CommandError.cannotCreate("cannot create a file for the editor: \(error.reason).")
    }
    let name = "movies.\(format.rawValue)"
    let file = "\(directory.path)/\(name)"
    let sink = try ByteSink(creating: file)
    try sink.append(EditedMovies.text(of: movies, as: format))
    try sink.flush()
    var isEdited = false
    do {
      guard let edited = try edit(file, named: name, movies, &isEdited) else {
        return try nothingChanged(.notFound)
      }
      return try apply(edited, to: &store)
    } catch {
      if isEdited, !Interruption.isRequested {
        try tell("your text is kept in '\(directory.keep(name))'", true)
      }
      throw error
    }
  }

  private func nothingChanged(_ status: ExitStatus = .done) throws -> ExitStatus {
    try tell("nothing was changed", false)
    return status
  }

  // MARK: The editor

  /// Opens the editor until the text is valid.
  ///
  /// - Parameters:
  ///   - name: The name of the file in errors.
  ///   - isEdited: Whether the editor has written a text.
  /// - Returns: `nil` if the user gives up.
  private func edit(
    _ file: String, named name: String, _ movies: [Movie], _ isEdited: inout Bool
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
      isEdited = true
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
      if answer?.lowercased() == "q" { return nil }
      if answer == nil { throw CommandError.badInput("\(problem). Nothing was changed.") }
    }
  }

  // MARK: The change

  private func apply(_ edited: EditedMovies, to store: inout Catalog) throws -> ExitStatus {
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
      if !isConfirmed { return try nothingChanged(.notFound) }
    }
    let made: Void? = try context.undoable(write, "Changing \(movies)") { allowsIrreversible in
      try store.apply(
        edited, deletingMissing: allowsDelete, allowsIrreversible: allowsIrreversible)
    }
    if made == nil { return try nothingChanged(.notFound) }
    let parts = [
      (edited.changes.count, write.verb("changed", "would change")),
      (deleted.count, write.verb("deleted", "would delete")),
    ].filter { $0.0 > 0 }.map { "\($0.1) \(Formatting.pluralized($0.0, "movie"))" }
    try tell(parts.joined(separator: ", "), false)
    return .done
  }
}
