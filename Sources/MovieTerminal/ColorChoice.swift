/// The value of `--color`.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never

  /// Whether to color one stream: `--color`, then `NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR`, `TERM`,
  /// and last whether the stream is a terminal. A variable that is empty counts as unset.
  ///
  /// - Parameter environment: looks a variable up by its name.
  package func isColored(
    environment: (_ name: String) -> String?, isTerminal: Bool
  ) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: Self.isColoredByEnvironment(environment) ?? isTerminal
    }
  }

  /// Nil where the environment leaves it to the stream.
  private static func isColoredByEnvironment(_ environment: (String) -> String?) -> Bool? {
    func value(_ name: String) -> String? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    if value("NO_COLOR") != nil { return false }
    if let force = value("CLICOLOR_FORCE"), force != "0" { return true }
    if value("CLICOLOR") == "0" { return false }
    // A terminal that does not say what it is cannot be trusted with escape sequences.
    return (value("TERM") ?? "dumb") == "dumb" ? false : nil
  }
}
