package import MovieStore
package import MovieTerminal

package enum BrowseMode: Hashable, Sendable, CaseIterable {
  case list
  case prompt
  case menu
  case form
  /// A screen too small for a list, on which changes would be invisible.
  case tooSmall
}

package enum BrowseAction: Hashable, Sendable {
  case down, up, halfPageDown, halfPageUp, pageDown, pageUp, first, last
  case open
  case back
  case clearOrBack
  case backOrQuit
  case movies, actors, keys
  case filter, position, random, nextMatch, previousMatch
  case orders, reverse, favoritesOnly
  case columns, pane, paneDown, paneUp
  case mark, markRange, markAll, copyTitles, copyIDs
  case favorite, watched, watchedOn, rate, tag, removeTag
  case form, editor, addMovie, addRandom, delete, undo, redo
  case reload, repaint, help, suspend, quit

  // In a prompt, a menu or a form.
  case accept, cancel, save, complete, nextField, previousField
  case edit(LineEditor.Edit)

  /// What the action is about, beside the list.
  enum Subject: Hashable {
    /// Only in a list of movies.
    case movies
    /// The selected movie, the marked ones, or in a cast its movie.
    case movie
    /// The selected row.
    case row
  }

  var subject: Subject? {
    switch self {
    case .favoritesOnly, .random, .nextMatch, .previousMatch, .columns, .pane, .paneDown, .paneUp,
      .mark, .markRange, .markAll, .delete:
      .movies
    case .favorite, .watched, .watchedOn, .rate, .tag, .removeTag, .form, .editor, .copyTitles,
      .copyIDs:
      .movie
    case .open: .row
    default: nil
    }
  }

  /// Whether the action is about the row at the cursor.
  var actsOnRow: Bool {
    switch self {
    case .delete, .mark, .markRange: true
    default: subject == .row || subject == .movie
    }
  }
}

package enum BrowseEffect: Hashable, Sendable {
  case change(BrowseChange, accepted: BrowseOffer?)
  case lookup(BrowseLookup)
  /// Puts the text on the clipboard of the terminal.
  case copy(String)
  /// Opens the movies in the user's editor.
  case editor([Movie])
  case repaint, suspend, quit
}

/// What a key needs to know from the catalog.
package enum BrowseLookup: Hashable, Sendable {
  case orders, columns
  case position(String)
  case random
  case match(isForward: Bool)
  case range(from: Movie, to: Movie)
  case completion(BrowsePrompt)
  /// The titles or ids of the marked movies.
  case copiedMarks(isOfTitles: Bool)
  /// The marked movies, for the editor.
  case editedMarks
}
