/// What a shell may offer where a value is expected.
package enum CompletionKind: Sendable, Equatable {
  /// The choices of the value's kind, a file for a path, and nothing otherwise.
  case automatic
  case nothing
  case file
  /// Words that the program itself looks up, under a name that the program gives them.
  case lookup(String)
}
