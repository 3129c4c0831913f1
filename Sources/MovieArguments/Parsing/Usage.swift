/// The usage of a command, shown below the message of a usage error.
package struct Usage: Sendable, Equatable {
  let synopsis: String
  let hint: String

  var text: String { "Usage: \(synopsis)\n  \(hint)" }
}
