internal import MovieArguments

/// What a release changed for users. The release notes and the date of the manual page are made
/// of this.
struct ReleaseChanges {
  let version: String
  /// Such as "November 28, 2026".
  let date: String
  let entries: [String]

  init(_ version: String, _ date: String, _ entries: [String]) {
    self.version = version
    self.date = date
    self.entries = entries
  }

  /// Every release, the newest first.
  static let all = [
    ReleaseChanges(
      "0.1.0", "November 28, 2026",
      [
        "The first release: a catalog of movies, actors and favorites in one SQLite file, for "
          + "Linux. Nothing is downloaded or sent.",
        "Movies have a year, a rating, watch dates, genres, tags, a note and attributes of your "
          + "own; 'list' and 'search' find them in the words of 'movies help query'.",
        "'browse' fills the terminal with movies, actors and tags, and changes them; '--plain' is "
          + "its line-based mode.",
        "'undo' and 'redo' take back a change and make it again, also days later; 'history' lists "
          + "the changes.",
        "'import' reads CSV, TSV, JSON, NFO files and the lists of Letterboxd, IMDb, Trakt, TMDB, "
          + "Netflix and others, and updates the movies that the catalog has. 'export' writes CSV, "
          + "TSV, JSON, web pages, NFO files and lists for Letterboxd and IMDb.",
        "'duplicates', 'merge' and 'rename-actor' unite movies, and actors under several names.",
        "'sync' exchanges changes with another catalog or a shared directory; 'diff' and 'compare' "
          + "show differences.",
        "'stats' draws charts, and 'report' writes a page about what was watched.",
        "'migrate' changes catalogs between the schema versions 1 to 6, up and down; 'backup', "
          + "'restore' and 'doctor' look after the file.",
        "'migrate check' proves in CI that no migration loses data: on files, on generated catalogs "
          + "within a budget, between all versions, and under kills.",
        "'help --json', 'help schema', 'history --follow' and 'mcp' serve scripts, hooks and other "
          + "programs.",
      ])
  ]
}

extension HelpTopic {
  /// The release notes.
  static let changes = HelpTopic(
    "changes", abstract: "Changes of every release, the newest first.",
    sections: ReleaseChanges.all.map {
      HelpSection("\($0.version), \($0.date)", paragraphs: $0.entries)
    })
}
