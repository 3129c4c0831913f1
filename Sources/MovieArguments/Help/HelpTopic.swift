/// A page of `help <name>` that is not about a command.
package struct HelpTopic: Sendable {
  package let name: String
  package let abstract: String
  package let sections: [HelpSection]

  package init(_ name: String, abstract: String, sections: [HelpSection]) {
    self.name = name
    self.abstract = abstract
    self.sections = sections
  }
}
