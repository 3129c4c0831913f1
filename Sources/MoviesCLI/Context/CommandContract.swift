/// What a program can rely on that runs a command. Every command declares it.
struct CommandContract: Sendable {
  /// What a command does to catalogs.
  enum Effect: String, CaseIterable, Sendable {
    case none
    case reads
    case writes
    case destroys

    var meaning: String {
      switch self {
      case .none: "It opens no catalog."
      case .reads: "It reads a catalog; it writes at most a file that the command line names."
      case .writes: "It changes movies; 'undo' undoes the change."
      case .destroys:
        "It deletes movies, the history or what was decided about duplicates, or replaces the "
          + "database file; not all of it can be undone."
      }
    }
  }

  /// Without the options below.
  let effect: Effect
  /// The options with which a command has another effect, by their long name.
  let optionEffects: KeyValuePairs<String, Effect>
  /// Whether the command needs its arguments or one of the selection options, so that neither is
  /// required by itself.
  let requiresSelection: Bool
  /// The schema of its JSON; `nil` if it prints none.
  let output: JSONSchema?
  /// The exit statuses besides those of all commands with the effect.
  private let ownStatuses: [ExitStatus]

  init(
    _ effect: Effect, with optionEffects: KeyValuePairs<String, Effect> = [:],
    requiresSelection: Bool = false, output: JSONSchema? = nil, exits statuses: ExitStatus...
  ) {
    (self.effect, self.optionEffects, self.output) = (effect, optionEffects, output)
    self.requiresSelection = requiresSelection
    ownStatuses = statuses
  }

  /// The exit statuses that the command can have, in ascending order.
  var statuses: [ExitStatus] {
    var statuses: Set<ExitStatus> = [.done, .usage, .internalError, .inputOutput, .interrupted]
    statuses.formUnion(ownStatuses)
    let effects = [effect] + optionEffects.map(\.value)
    if effects != [.none] { statuses.formUnion([.missingFile, .busy, .wrongDatabase]) }
    if effects.contains(where: { $0 == .writes || $0 == .destroys }) {
      statuses.formUnion([.notFound, .cannotCreate])
    }
    return ExitStatus.allCases.filter(statuses.contains)
  }
}
