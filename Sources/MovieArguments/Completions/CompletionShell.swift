/// A shell that completes command lines.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}
