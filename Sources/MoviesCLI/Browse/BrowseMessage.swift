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
}

/// A front end, and its names of actions.
package enum BrowseFrontEnd: Hashable, Sendable {
  case screen, lines

  /// The name of the first key, or the command.
  func name(of action: BrowseAction) -> String {
    let binding = KeyBinding.documented.first { $0.action == action }
    let name =
      switch self {
      case .screen: binding?.keys.first?.name(Glyphs(isUTF8: false))
      case .lines: binding?.command
      }
    return name ?? ""
  }
}

extension BrowseMessage {
  /// The outcome of a change.
  init(_ outcome: BrowseOutcome, for frontEnd: BrowseFrontEnd) {
    switch outcome {
    case .changed(let change, let movie, let canUndo):
      self.init(change, movie)
      let hint = canUndo ? "\(frontEnd.name(of: .undo)) to undo" : "cannot be undone"
      if case .delete = change, canUndo {
        shortAfter = after + " (\(hint))"
        after += " (\(hint), later: movies undo)"
      } else {
        after += " (\(hint))"
      }
    case .replayed(let direction, let entry, let movie, let isOfFavoriteOnly):
      switch movie?.outcome {
      case .added:
        self.init(
          direction == .undo ? "undo: restored " : "redo: added ", title: movie?.movie.titleWithYear
        )
      case .deleted: self.init("\(direction): deleted ", title: movie?.movie.titleWithYear)
      case _ where isOfFavoriteOnly:
        self.init("\(direction): ", title: movie?.movie.titleWithYear, Self.favorite(movie))
      case .updated, .unchanged, nil:
        self.init("\(direction == .undo ? "undid" : "redid"): \(entry.summary)")
      }
    case .nothingToReplay(let direction): self.init("nothing to \(direction)")
    case .tooLargeToRedo:
      self.init("too large to be redone; to undo it, quit and run: movies undo")
    case .offered(.replay(let direction, let entry)):
      let key = frontEnd.name(of: direction == .undo ? .undo : .redo)
      let source = (entry.description.map { [$0] } ?? []) + [entry.time.description]
      self.init(
        "\(key) again to \(direction): \(entry.summary) (\(source.joined(separator: ", ")))")
    case .offered(.irreversible(let change)):
      let isDeletion = if case .delete = change { true } else { false }
      let key = frontEnd.name(of: isDeletion ? .delete : .watched)
      self.init(
        "\(key) again to \(isDeletion ? "delete" : "edit") ", title: change.movie?.titleWithYear,
        "; this cannot be undone")
    case .lost(let movie):
      self.init("another process deleted or changed ", title: movie.titleWithYear)
    }
    if case .offered(let offer) = outcome { self.offer = offer }
  }

  private init(_ change: BrowseChange, _ changed: ChangedMovie?) {
    let title = changed?.movie.titleWithYear
    switch change {
    case .delete: self.init("deleted ", title: title)
    case .addRandom: self.init("added ", title: title)
    case .toggleFavorite: self.init(title: title, Self.favorite(changed))
    case .toggleWatched(let shown):
      let (before, after) = (shown.attributes[.watched], changed?.movie.attributes[.watched] ?? [])
      let removed = before.first { !after.contains($0) }
      self.init(
        title: title,
        after.first { !before.contains($0) }.map { " watched \($0)" }
          ?? " was not watched \(removed?.description ?? "")")
    case .replay: self.init()
    }
  }

  private static func favorite(_ movie: ChangedMovie?) -> String {
    movie?.isFavorite == true ? " is now a favorite" : " is no longer a favorite"
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
