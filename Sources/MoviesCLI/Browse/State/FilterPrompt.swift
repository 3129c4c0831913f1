package import MovieTerminal

/// A filter while it is typed.
package struct FilterPrompt: Hashable, Sendable {
  package var editor: LineEditor
  /// Where the person was before the first keystroke.
  let rowBefore: BrowseRow?
  /// Whether the filter was changed since.
  var isChanged = false
}
