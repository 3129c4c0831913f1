/// What a usage error says of the command, below its message.
package struct Usage: Sendable, Equatable {
  let synopsis: String
  let hint: String

  var text: String { "Usage: \(synopsis)\n  \(hint)" }
}
