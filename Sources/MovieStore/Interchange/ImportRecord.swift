/// What a reader finds next.
package enum ImportRecord: Hashable, Sendable {
  /// A movie, and where its record begins.
  case movie(MovieDraft, at: InterchangePlace)
  /// A record that brings no movie; reading can go on with the next.
  case badRecord(InterchangeError)
  /// The rest cannot be read; there is no next item.
  case unreadable(InterchangeError)
}
