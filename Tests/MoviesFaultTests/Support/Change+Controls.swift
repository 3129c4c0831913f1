import TestSupport

/// Changes by programs that break their promises, to see that it is noticed.
extension Change {
  /// Made by another program under a setting that makes it careless.
  static func byShell(_ pragma: String) -> Change {
    Change(
      name: pragma, setup: first.setup,
      command: [
        """
        \(pragma); BEGIN; DELETE FROM MovieActor WHERE movieID % 2; DELETE FROM MovieModel WHERE id % 2;
        UPDATE ActorModel SET name = name || ' the Younger'; COMMIT;
        """
      ], program: [Tool.plainSQL, "@movies.db"])
  }

  /// The change, by a script that says that all is well whatever came of it.
  var saidToWork: Change {
    var change = self
    change.program = ["bash", "-c", #""$MOVIES" "$@"; exit 0"#, "bash"]
    return change
  }
}
