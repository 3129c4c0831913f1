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
  case movies, actors, attributeKeys
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
    case .favoritesOnly, .random, .nextMatch, .previousMatch, .columns, .mark, .markRange, .markAll,
      .delete:
      .movies
    case .pane, .paneDown, .paneUp, .favorite, .watched, .watchedOn, .rate, .tag, .removeTag, .form,
      .editor, .copyTitles, .copyIDs:
      .movie
    case .open: .row
    default: nil
    }
  }

  /// Whether the action depends on the rows of the list. Others need not wait for them.
  var needsRows: Bool {
    switch self {
    case .back, .backOrQuit, .clearOrBack, .movies, .actors, .attributeKeys, .repaint, .suspend,
      .quit:
      false
    default: true
    }
  }

  /// Whether the action is about all marked movies, if there are any.
  var appliesToMarks: Bool {
    switch self {
    case .favorite, .watched, .watchedOn, .rate, .tag, .removeTag, .editor, .copyTitles, .copyIDs,
      .delete:
      true
    default: false
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

/// What a key asks for.
package enum BrowseEffect: Hashable, Sendable {
  case change(BrowseChange, accepted: BrowseOffer?)
  case lookup(BrowseLookup)
  case frontEnd(FrontEndEffect)
}

/// What a key asks the front end for.
package enum FrontEndEffect: Hashable, Sendable {
  /// Puts the texts on the clipboard of the terminal.
  case copy([String])
  /// Opens the movies in the user's editor.
  case editor([Movie])
  case repaint, suspend, quit
}

/// Where a typed text leads in a list of movies.
enum BrowsePosition {
  case movie(Movie)
  /// The text names several movies of the list.
  case ambiguous([Movie])
  /// It names movies that are not in the list.
  case unlisted([Movie])
  /// It is a range of ids.
  case range
  /// It names no movie. Some titles resemble it.
  case unknown(near: [Movie])
}

/// What a key needs to know from the catalog.
package enum BrowseLookup: Hashable, Sendable {
  case orders, columns
  case position(String)
  case random
  /// All movies of the list, to mark them.
  case everything
  case match(isForward: Bool)
  case range(from: Movie, to: Movie)
  case completion(BrowsePrompt)
  /// The marked movies, to copy or to edit them.
  case marked(BrowseAction)
}
