internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// A change to the movies that a command names or chooses: shown, confirmed, applied in one
/// transaction, printed after the commit.
struct BatchChange {
  enum Verb: String {
    case change, delete

    fileprivate var gerund: String { self == .change ? "Changing" : "Deleting" }
    fileprivate var done: String { self == .change ? "changed" : "deleted" }
    /// The number of movies of a query from which the change requires confirmation.
    fileprivate var queryLimit: Int { self == .change ? 3 : 1 }
    /// The same for movies that are named; `nil` for any number without a question.
    fileprivate var namedLimit: Int? { self == .change ? nil : 3 }
  }

  var verb = Verb.change
  var references: MovieReferences
  let selection: QuerySelection
  let output: RecordOptions<MovieRecord>
  let write: WriteOptions
  /// Checks the references before the database is opened.
  var validate: ([MovieReference]) throws -> Void = { _ in }
  /// What is unusual about the change of a movie. A user is asked about it on a terminal; otherwise,
  /// it is printed after the change.
  var doubt: ((Movie) -> String?)?
  /// What to add to the message about the change of one movie that was named.
  var note: (Movie) -> String? = { _ in nil }

  /// What was changed.
  struct Result {
    fileprivate(set) var first: MovieChange?
    fileprivate(set) var count = 0
    fileprivate(set) var unchangedCount = 0
    /// Whether the history stores the change.
    fileprivate(set) var isStored = true

    fileprivate mutating func add(_ changed: MovieChange) {
      first = first ?? changed
      count += 1
      if changed.outcome == .unchanged { unchangedCount += 1 }
    }
  }

  private typealias Approval = (selection: MovieSelection, allowsIrreversible: Bool)

  /// - Parameters:
  ///   - keys: The attributes that the change sets.
  ///   - prepare: Reads from the catalog what the change needs.
  ///   - change: Changes the movies of the selection, and reports each. Throws `IrreversibleChange`
  ///     if the history cannot store the change, unless its third parameter allows that.
  ///   - summary: The message about the change.
  func run(
    _ context: CommandContext, keys: [AttributeKey] = [],
    prepare: (borrowing Catalog) throws -> Void = { _ in },
    _ change: (inout Catalog, MovieSelection, Bool, (MovieChange) throws -> Void) throws -> Bool,
    summary: (Result) -> String
  ) throws -> ExitStatus {
    try selection.requireKeys()
    let stream = try output.stream(context, keys: keys, readsReferences: references.readsInput)
    let named = try references.parse(
      context.input, separator: output.null ? 0 : UInt8(ascii: "\n"))
    try validate(named)
    if named.isEmpty, selection.isEmpty {
      var records = stream
      try records.finish()
      return .done
    }
    var store = try context.database.openForUpdate(isDryRun: write.dryRun)
    try output.requireColumns(in: store, setting: keys)
    try prepare(store)
    let isPrinted = !context.ui.isQuiet || output.areRequested
    func apply(_ approval: Approval, to store: inout Catalog) throws -> Result {
      var (records, result) = (stream, Result())
      result.isStored = try context.changing(isDryRun: write.dryRun) {
        try change(&store, approval.selection, approval.allowsIrreversible) {
          result.add($0)
          if isPrinted { try records.write(MovieRecord($0)) }
        }
      } finish: { _ in
        if isPrinted { try records.finish() }
      }
      return result
    }
    let confirmed: Result?
    do {
      confirmed = try confirming(named, in: &store, context, apply)
    } catch let error as StoreError {
      throw try references.explained(error, in: store)
    }
    guard let result = confirmed else {
      try context.ui.info("nothing was \(verb.done)")
      return .notFound
    }
    if result.count > 0 {
      try context.ui.info(summary(result))
      if let first = result.first, case .number(_, let digits)? = named.first, named.count == 1,
        let number = Int64(digits), AttributeValue.years ~= number
      {
        try context.ui.info("'\(digits)' was read as the id of '\(first.movie.titleWithYear)'")
      }
    } else {
      try selection.printNearMisses(in: store, context)
      let reason = selection.isOfAll ? "the catalog is empty" : "no movies match"
      try context.ui.info("\(reason); nothing to \(verb.rawValue)")
    }
    return selection.exitStatus(matches: result.count)
  }

  // MARK: Questions

  private static let warning =
    "This cannot be undone. To keep a copy, answer n and run: movies backup <file>"

  /// - Returns: `nil` if the user declines.
  private func confirming(
    _ named: [MovieReference], in store: inout Catalog, _ context: CommandContext,
    _ apply: (Approval, inout Catalog) throws -> Result
  ) throws -> Result? {
    guard let approval = try approval(of: named, in: &store, context) else { return nil }
    do {
      return try apply(approval, &store)
    } catch is Catalog.IrreversibleChange {
      let shown = try store.show(approval.selection, listing: 0)
      let isConfirmed = try confirm(shown, isIrreversible: true, context)
      return isConfirmed ? try apply((.shown(shown), true), &store) : nil
    }
  }

  /// Returns the movies to change, after a question exactly those that were shown; `nil` if the
  /// user declines.
  private func approval(
    of named: [MovieReference], in store: inout Catalog, _ context: CommandContext
  ) throws -> Approval? {
    let query = named.isEmpty ? try selection.query(in: store) : .all
    let requested: MovieSelection = named.isEmpty ? .query(query) : .references(named)
    try selection.requireMetExclusions(in: store)
    if write.yes || write.dryRun { return (requested, true) }
    let limit = named.isEmpty ? verb.queryLimit : verb.namedLimit
    let isAsked = doubt != nil && context.ui.canAsk
    guard
      isAsked
        || limit != nil
          && (named.isEmpty || named.count >= limit ?? 0 || named.contains(where: \.isRange))
    else { return (requested, false) }
    // Without reading all of them.
    if named.isEmpty, !context.ui.canAsk, try store.movieCount(query, limit: 1) > 0 {
      let movies = selection.isOfAll ? "all movies" : "the movies of a query"
      throw ValidationError("\(verb.gerund) \(movies) requires confirmation. Pass '--yes'.")
    }
    let shown = try store.show(requested, listing: 20)
    let isIrreversible = verb == .delete && !shown.isDeletionStorable
    let doubts = isAsked ? self.doubts(about: shown.first) : []
    let isMany = limit.map { shown.count >= $0 } ?? false
    if !isMany, !isIrreversible, doubts.isEmpty { return (.shown(shown), false) }
    let isConfirmed = try confirm(
      shown, isIrreversible: isIrreversible, doubts: doubts, context)
    return isConfirmed ? (.shown(shown), isIrreversible) : nil
  }

  private func confirm(
    _ shown: ShownMovies, isIrreversible: Bool, doubts: [String] = [], _ context: CommandContext
  ) throws -> Bool {
    let subject = "\(verb.gerund) \(Formatting.pluralized(shown.count, "movie"))"
    return try context.ui.confirm(
      "\(verb.rawValue.capitalizedFirst) \(Formatting.pluralized(shown.count, "movie"))?",
      details: shown.lines + doubts + (isIrreversible ? [Self.warning] : []),
      subject: isIrreversible
        ? "\(subject) cannot be undone ('movies backup <file>' keeps a copy) and" : subject,
      readsInput: references.readsInput)
  }
}

extension BatchChange {
  /// What is unusual about the change of the movies, each sentence once, and not too many.
  fileprivate func doubts(about movies: [Movie]) -> [String] {
    var doubts: [String] = []
    for text in movies.compactMap({ doubt?($0) }) where !doubts.contains(text) && doubts.count < 3 {
      doubts.append(text)
    }
    return doubts
  }
}

extension ShownMovies {
  /// The first movies, and the number of the others.
  fileprivate var lines: [String] {
    let rest = count - first.count
    return first.map { "\($0.id.rawValue) \($0.titleWithYear)\($0.briefCast)" }
      + (first.isEmpty || rest == 0 ? [] : ["and \(Formatting.pluralized(rest, "more movie"))"])
  }
}

// MARK: - Edits

extension BatchChange {
  /// Edits the movies.
  ///
  /// - Parameter adjust: Completes the edit for a movie.
  func edit(
    _ context: CommandContext, _ edit: MovieEdit,
    adjusting adjust: (inout MovieEdit, Movie) throws -> Void = { _, _ in }
  ) throws -> ExitStatus {
    var change = self
    if !edit.addedAttributeValues.watched.isEmpty {
      change.doubt = { edit.addedAttributeValues.doubt(aboutWatching: $0) }
    }
    return try change.applying(edit, context, adjust)
  }

  private func applying(
    _ edit: MovieEdit, _ context: CommandContext,
    _ adjust: (inout MovieEdit, Movie) throws -> Void
  ) throws -> ExitStatus {
    let keys = edit.attributes.keys + edit.addedAttributeValues.keys
    let shown = keys + edit.removedAttributeValues.keys.filter { !keys.contains($0) }
    var notices: [String] = []
    var (current, before): (Movie?, Movie?)
    var isChanged = false
    var remarks: [String] = []
    var named: Movie?
    var unlistedCount = 0
    let status = try run(context, keys: shown) { store in
      for key in edit.removedAttributes { try AttributeSuggestions.require(key, in: store) }
      notices = try AttributeSuggestions.newKeyNotices(keys, in: store)
    } _: { store, selection, allowsIrreversible, report in
      do {
        (current, before, remarks, unlistedCount) = (nil, nil, [], 0)
        return try store.edit(selection, allowsIrreversible: allowsIrreversible) { movie in
          current = movie
          before = before ?? movie
          remarks = remarks.isEmpty ? doubts(about: [movie]) : remarks
          var edit = edit
          try adjust(&edit, movie)
          return edit
        } _: {
          if current?.attributes.isOnWatchlist == true, !$0.movie.attributes.isOnWatchlist {
            unlistedCount += 1
          }
          try report($0)
        }
      } catch let error as StoreError where error.category == .invalidInput {
        let subject = current.map { "'\($0.title)' (\($0.id.rawValue))" } ?? "the movie"
        throw CommandError.usage("cannot edit \(subject): \(error).")
      }
    } summary: { result in
      isChanged = result.unchangedCount < result.count
      named = result.count == 1 && selection.isEmpty ? result.first?.movie : nil
      return isChanged ? text(of: result, before) : "nothing to change"
    }
    // On a terminal, they were a question.
    if context.ui.canAsk, !write.yes, !write.dryRun { remarks = [] }
    if let named { remarks += [note(named)].compactMap(\.self) }
    if before != nil, named == nil, unlistedCount > 0 {
      remarks.append("\(Formatting.pluralized(unlistedCount, "movie")) left the watchlist")
    }
    if isChanged { for notice in notices + remarks { try context.ui.info(notice) } }
    return status
  }

  /// Such as `changed 'Heat (1995)': rating 8 (was 7)`, or of several, `changed 3 movies, 1
  /// unchanged`.
  private func text(of result: Result, _ before: Movie?) -> String {
    let changed = result.count - result.unchangedCount
    var text = write.verb("changed", "would change") + " "
    if result.count == 1, let before, let after = result.first?.movie {
      text += "'\(after.titleWithYear)': \(MovieDifference.text(from: before, to: after))"
    } else {
      text += Formatting.pluralized(changed, "movie")
    }
    return text
      + (result.unchangedCount > 0
        ? ", \(Formatting.grouped(result.unchangedCount)) unchanged" : "")
      + (result.isStored ? "" : "; this cannot be undone")
  }
}
