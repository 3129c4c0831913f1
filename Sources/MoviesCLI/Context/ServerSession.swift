internal import MovieMCP
internal import MovieStore

/// What one server knows of its calls: the changes that they made, the only ones that it can undo.
package final class ServerSession {
  /// The part of a list that the current call prints, if it prints one.
  var page: ToolPage?
  private var entries: [HistoryEntry.ID: HistoryEntry] = [:]

  package init() {}

  func record(_ entry: HistoryEntry) { entries[entry.id] = entry }

  /// Whether this server made the change. The id alone does not identify it: if another file
  /// replaced the catalog, its changes can have the same ids.
  func made(_ entry: HistoryEntry) -> Bool {
    guard let own = entries[entry.id] else { return false }
    return own.time == entry.time && own.description == entry.description
      && own.summary == entry.summary
  }
}
