/// What a person can ask of the browser.
package enum BrowseAction: Hashable, Sendable, CaseIterable {
  case down, up, halfPageDown, halfPageUp, pageDown, pageUp, first, last
  case open
  /// To the list before, if there is one.
  case back
  /// The same, but a filter that is kept goes first.
  case clearOrBack
  /// The same as `back`, but at the first list it quits.
  case backOrQuit
  case filter, nextOrder, reverse
  case favorite, favoritesOnly, addRandom, delete, takeBack, doAgain
  case reload, repaint, help, suspend, quit
}
