internal import MovieArguments

extension HelpTopic {
  static let schemaName = "schema"

  /// The commands that print JSON.
  static var schema: HelpTopic {
    HelpTopic(
      schemaName, abstract: "JSON Schemas of the output of commands.", isAboutCommands: true,
      sections: [
        HelpSection(
          "",
          paragraphs: [
            "'movies help schema <command>' prints a schema (draft 2020-12) of what the command prints "
              + "with '--json'. Lists are arrays; with '--format ndjson', each line is one of the elements. "
              + "With '--columns', an element has only the members that are chosen."
          ]),
        HelpSection(
          "Commands",
          rows: CommandPath(root: Movies.self).descendants.filter { $0.contract?.output != nil }.map
          {
            HelpSection.Row($0.names.dropFirst().joined(separator: " "), $0.configuration.abstract)
          }),
      ])
  }
}

extension CommandPath {
  var contract: CommandContract? { (type as? any Command.Type)?.contract }

  /// The schema of the JSON that the command prints.
  var schemaDocument: [UInt8] {
    get throws {
      guard let schema = contract?.output else {
        throw ValidationError(
          "'\(line)' prints no JSON. 'movies help schema' lists the commands that do.")
      }
      return schema.document(title: line)
    }
  }
}
