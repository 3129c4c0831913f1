internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// A one-line message with an optional title, which a view truncates first.
package struct BrowseMessage: Hashable, Sendable {
  package let before: String
  package var title: String?
  package var after = ""
  /// Replaces ``after`` on a screen that is too narrow for it and the whole title.
  private(set) var shortAfter: String?
  /// What the same key would do next.
  private(set) var offer: BrowseOffer?

  /// - Parameter title: Gets quotes in ``text``.
  init(_ before: String = "", title: String? = nil, _ after: String = "") {
    (self.before, self.title, self.after) = (before, title, after)
  }

  package var text: String { before + (title.map { "'\($0)'" } ?? "") + after }

  static let listChanged = BrowseMessage(
    "another process changed the list; check it and try again")
  static func textTooLong(limit: Int) -> BrowseMessage {
    BrowseMessage("the text is too long: the limit is \(Formatting.grouped(limit)) characters")
  }
  static func noMatch(_ text: String) -> BrowseMessage {
    BrowseMessage("nothing in this list matches ", title: text)
  }
  static let tooManyMovies = BrowseMessage(
    "too many movies: the limit is \(Formatting.grouped(BrowseCatalog.movieLimit))")
}

/// A front end, and its names of actions.
package enum BrowseFrontEnd: Hashable, Sendable {
  case screen, lines

  /// The name of the first key, or the command.
  func name(of action: BrowseAction) -> String {
    switch self {
    case .screen: KeyBinding.name(of: action, in: .list)
    case .lines: KeyBinding.all.first { $0.action == action }?.command?.names.last ?? ""
    }
  }

  /// How a user asks again for the same change.
  ///
  /// - Parameter action: The action of its key; `nil` for the Enter key of a prompt.
  fileprivate func repetition(of action: BrowseAction?, on target: BrowseTarget? = nil) -> String {
    switch (self, action, target) {
    case (.screen, let action?, _), (.lines, let action?, nil): "\(name(of: action)) again"
    case (.screen, nil, _): "\(Key.enter.name(glyphs)) again"
    case (.lines, let action?, .marked): "\(name(of: action)) \(LineCommand.markedWord) again"
    // The number of the row can be another one by then.
    case (.lines, _, _): "repeat the command"
    }
  }

  /// What opens a row.
  var opening: String {
    switch self {
    case .screen: name(of: .open)
    case .lines: "the number of a row"
    }
  }

  /// What searches, as a user types it.
  var searches: String {
    switch self {
    case .screen: "'\(name(of: .position))' or '\(name(of: .filter))'"
    case .lines: "'\(name(of: .position)) <title>' or '\(name(of: .filter))'"
    }
  }
}

extension BrowseFrontEnd {
  var glyphs: Glyphs { Glyphs(isUTF8: self == .screen) }
}

extension BrowseMessage {
  /// The outcome of a change.
  init(_ outcome: BrowseOutcome, for frontEnd: BrowseFrontEnd, noting notices: [String] = []) {
    switch outcome {
    case .changed(let change, let movies, let canUndo):
      self.init(change, movies)
      after += notices.map { "; \($0)" }.joined()
      let hint = canUndo ? "\(frontEnd.name(of: .undo)) to undo" : "cannot be undone"
      if case .edit(.delete, _) = change, canUndo {
        shortAfter = after + " (\(hint))"
        after += " (\(hint), later: movies undo)"
      } else {
        after += " (\(hint))"
      }
    case .unchanged: self.init("nothing was changed")
    case .replayed(let direction, let entry, let movies, let isOfFavoriteOnly):
      let movie = movies.only
      switch movie?.outcome {
      case .added:
        self.init(
          direction == .undo ? "undo: restored " : "redo: added ", title: movie?.movie.titleWithYear
        )
      case .deleted: self.init("\(direction): deleted ", title: movie?.movie.titleWithYear)
      case _ where isOfFavoriteOnly:
        self.init("\(direction): ", movies, Self.favorite(movies))
      case .updated, .unchanged, nil:
        self.init("\(direction == .undo ? "undid" : "redid"): \(entry.summary)")
      }
    case .nothingToReplay(let direction): self.init("nothing to \(direction)")
    case .tooLargeToRedo:
      self.init("too large to be redone; to undo it, quit and run: movies undo")
    case .offered(let offer): self.init(offer, for: frontEnd)
    case .lost(let movie):
      self.init("another process deleted or changed ", title: movie.titleWithYear)
    }
  }

  /// Why the cursor does not move.
  init(
    _ position: BrowsePosition, of text: String, in query: BrowseQuery, for frontEnd: BrowseFrontEnd
  ) {
    func names(_ movies: [Movie]) -> [String] {
      movies.prefix(3).map { "\($0.id.rawValue) '\($0.titleWithYear)'" }
    }
    switch position {
    case .movie: self.init()
    case .ambiguous(let movies):
      let rest = movies.count > 3 ? ", …" : ""
      self.init(
        "\(Formatting.pluralized(movies.count, "movie")) match; type an id: "
          + names(movies).joined(separator: ", ") + rest)
    case .unlisted(let movies):
      let isOne = movies.count == 1
      self.init(
        isOne ? "" : "\(Formatting.pluralized(movies.count, "movie")) named ",
        title: isOne ? movies[0].titleWithYear : text,
        " \(isOne ? "is" : "are") not in this list")
      shortAfter = after
      if query.isFiltered { after += "; \(frontEnd.name(of: .clearOrBack)) clears the filter" }
    case .range: self.init("type one id, not a range")
    case .unknown(let near):
      self =
        near.isEmpty
        ? .noMatch(text)
        : BrowseMessage("no such title; did you mean \(names(near).alternatives)?")
    }
  }

  init(_ offer: BrowseOffer, for frontEnd: BrowseFrontEnd) {
    switch offer {
    case .replay(let direction, let entry):
      let again = frontEnd.repetition(of: direction == .undo ? .undo : .redo)
      let source = (entry.description.map { [$0] } ?? []) + [entry.time.description]
      self.init(
        "\(again) to \(direction): \(entry.summary) (\(source.joined(separator: ", ")))")
    case .irreversible(let change):
      let isDeletion = if case .edit(.delete, _) = change { true } else { false }
      let again = frontEnd.repetition(of: change.key, on: change.target)
      self.init(
        "\(again) to \(isDeletion ? "delete" : "edit") ", title: change.movie?.titleWithYear,
        change.movie == nil ? "the movies; this cannot be undone" : "; this cannot be undone")
    case .deletion(let change):
      var movies = "the marked movies"
      if case .edit(_, .marked(let marks)) = change {
        movies = Formatting.pluralized(marks.count, "movie")
      }
      self.init(
        "\(frontEnd.repetition(of: .delete, on: change.target)) to delete \(movies)")
    case .retargeted:
      let again = frontEnd == .screen ? "Enter again does it" : "repeat the command"
      self.init("another process changed it; \(again)")
    case .discard(let action):
      let name = KeyBinding.name(of: action, in: .form)
      self.init(
        "\(KeyBinding.name(of: .save, in: .form)) saves; \(name) again discards what you typed")
    }
    self.offer = offer
  }

  private init(_ change: BrowseChange, _ movies: ChangedMovies) {
    switch change {
    case .edit(let action, _):
      self.init(action, movies)
      if case .removeValues = action { return }
      if change.movie?.attributes.isOnWatchlist == true,
        movies.only?.movie.attributes.isOnWatchlist == false
      {
        after += ", off the watchlist"
      }
    case .save:
      self.init(movies.latest?.outcome == .added ? "added " : "saved ", movies)
    case .addRandom: self.init("added ", movies)
    case .replay: self.init()
    }
  }

  private init(_ action: MovieAction, _ movies: ChangedMovies) {
    switch action {
    case .delete: self.init("deleted ", movies)
    case .toggleFavorite: self.init("", movies, Self.favorite(movies))
    case .toggleWatched:
      let today = AttributeValue.text(Clock.localDate())
      let hasToday = movies.latest?.movie.attributes[.watched].contains(today) ?? false
      self.init("", movies, " \(hasToday ? "" : "no longer ")watched on \(today)")
    case .addValues(let values):
      let texts = values.keys.flatMap { values[$0] }.map(\.description).joined(separator: ", ")
      let doubt = movies.latest.flatMap { values.doubt(aboutWatching: $0.movie) }
      self.init(
        values[.watched].isEmpty ? "tagged " : "", movies,
        values[.watched].isEmpty
          ? ": \(texts)" : " watched on \(texts)" + (doubt.map { "; \($0)" } ?? ""))
    case .removeValues(let values):
      let texts = values[.tag].map(\.description).joined(separator: ", ")
      self.init("untagged ", movies, ": \(texts)")
    case .rate(let rating?): self.init("rated ", movies, " \(rating)")
    case .rate(nil): self.init("removed the rating of ", movies)
    }
  }

  /// - Parameter movies: Are named by the title of the only one, or their number.
  private init(_ before: String, _ movies: ChangedMovies, _ after: String = "") {
    if let movie = movies.only {
      self.init(before, title: movie.movie.titleWithYear, after)
    } else {
      self.init(before + Formatting.pluralized(movies.count, "movie") + after)
    }
  }

  private static func favorite(_ movies: ChangedMovies) -> String {
    let isFavorite = movies.latest?.movie.isFavorite == true
    if movies.only == nil { return isFavorite ? " are now favorites" : " are no longer favorites" }
    return isFavorite ? " is now a favorite" : " is no longer a favorite"
  }
}

extension BrowseChange {
  /// The action whose key asks for the change again; `nil` if it is the Enter key of a prompt.
  fileprivate var key: BrowseAction? {
    switch self {
    case .edit(.delete, _): .delete
    case .edit(.toggleFavorite, _): .favorite
    case .edit(.toggleWatched, _): .watched
    case .edit, .save, .addRandom, .replay: nil
    }
  }
}

extension StoreError {
  /// A one-line message for an error that prevents reading or changing the catalog.
  ///
  /// It is that of any command, except where the advice is another one for a program that runs, or
  /// where a narrow screen would cut off what matters after the path.
  var browseMessage: String {
    switch problem {
    case .busy(_, let holder):
      "busy: another process is \(holder == .reader ? "reading" : "writing to") the database; "
        + "try again"
    case .refused(_, let detail): "rejected by SQLite: \(detail); nothing was changed"
    case .replaced: "read-only: the database was replaced or removed; quit and start again"
    case .olderSchema(_, let version):
      "read-only: another process migrated the database to \(version); quit and start again"
    case .newerSchema(_, let version):
      "read-only: another process migrated the database to v\(version); "
        + "quit and use a newer version of movies"
    // The transaction was rolled back, whatever was committed before.
    case .interrupted: "interrupted; nothing was changed"
    case .cannotUndo(_, .moviesChanged(let changes, let count)):
      Self.refusal(.undo, changes.first, count)
    case .cannotRedo(_, .moviesChanged(let changes, let count)):
      Self.refusal(.redo, changes.first, count)
    default: ErrorMessage(self).text
    }
  }

  private static func refusal(
    _ direction: HistoryEntry.Direction, _ first: MovieChange?, _ count: Int
  ) -> String {
    "cannot \(direction): \(first?.difference ?? ""); another program changed "
      + (count == 1 ? "it" : Formatting.pluralized(count, "movie"))
  }
}
