/// A section of a page: a title, paragraphs, and rows with a label and a description.
package struct HelpSection: Sendable, Equatable {
  package struct Row: Sendable, Equatable {
    package let label: String
    package let text: String

    package init(_ label: String, _ text: String) {
      self.label = label
      self.text = text
    }
  }

  private static let indent = 2
  private static let descriptionColumn = 26

  package let title: String
  let paragraphs: [String]
  package let rows: [Row]

  /// - Parameter title: Shown in upper case; empty for a section without a heading.
  package init(_ title: String, paragraphs: [String] = [], rows: [Row] = []) {
    self.title = title
    self.paragraphs = paragraphs
    self.rows = rows
  }

  var isEmpty: Bool { paragraphs.isEmpty && rows.isEmpty }

  /// The section, with a newline at its end.
  func text(columns: Int) -> String {
    let heading = title.isEmpty ? "" : "\(title.uppercased()):\n"
    let prose = paragraphs.map { $0.wrapped(to: columns, indent: Self.indent) + "\n" }
    let table = rows.map { $0.text(columns: columns) + "\n" }.joined()
    let blocks = prose + (rows.isEmpty ? [] : [table])
    return heading + blocks.joined(separator: "\n")
  }
}

extension HelpSection.Row {
  /// The row. The description of a label of 24 characters or more starts on the next line.
  fileprivate func text(columns: Int) -> String {
    let padded = String(repeating: " ", count: HelpSection.indent) + label
    if text.isEmpty { return padded }
    let description = text.wrapped(to: columns, indent: HelpSection.descriptionColumn)
    let fits = padded.count < HelpSection.descriptionColumn
    return padded + (fits ? String(description.dropFirst(padded.count)) : "\n" + description)
  }
}
