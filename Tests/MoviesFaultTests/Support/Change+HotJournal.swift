import TestSupport

extension Change {
  /// Adding a film where an import was killed as it wrote its last page, so that its journal stands
  /// beside the catalog.
  static func afterKilledImport(command: [String] = ["add", "Le Fün", "--actor", "A"]) throws
    -> Change
  {
    let moments = try Recording(importing).moments()
    guard let last = moments.last(where: { $0.call == "pwrite64" }) else {
      throw LabError("an import writes nothing")
    }
    let options = last.injection("signal=SIGKILL").joined(separator: " ")
    return Change(
      name: "add after a killed import",
      setup: """
        \(importing.setup)
        (strace -f -qq -o /dev/null \(options) "$MOVIES" import films.ndjson -q) 2> ../besides/killed
        [ -e movies.db-journal ]
        """,
      command: command)
  }
}
