/// What a command line asks for.
package enum Invocation: Sendable {
  case run(ParsedCommand)
  case help(HelpPage)
  case version
}
