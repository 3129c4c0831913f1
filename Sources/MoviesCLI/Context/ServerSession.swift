internal import MovieStore

/// The changes that the calls of one server made, the only ones that it can undo.
package final class ServerSession {
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
