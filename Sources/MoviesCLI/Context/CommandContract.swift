/// What a program can rely on that runs a command. Every command declares it.
struct CommandContract: Sendable {
  /// What a command does to catalogs.
  enum Effect: String, CaseIterable, Sendable {
    /// It opens no catalog.
    case none
    /// It reads a catalog. It writes at most a file that the user names.
    case reads
    /// It changes movies, and 'undo' undoes the change.
    case writes
    /// It deletes movies or the history, or replaces the file: not all of it can be undone.
    case destroys
  }

  /// Without the options below.
  let effect: Effect
  /// The options with which a command has another effect, by their long name.
  let optionEffects: KeyValuePairs<String, Effect>
  /// The schema of its JSON; `nil` if it prints none.
  let output: JSONSchema?
  /// The exit statuses besides those of all commands with the effect.
  private let ownStatuses: [ExitStatus]

  init(
    _ effect: Effect, with optionEffects: KeyValuePairs<String, Effect> = [:],
    output: JSONSchema? = nil, exits statuses: ExitStatus...
  ) {
    (self.effect, self.optionEffects, self.output) = (effect, optionEffects, output)
    ownStatuses = statuses
  }
}
