import MovieArguments
import MoviesCLI

/// Arguments separated by NUL are a command, help, the version, or a usage error.
func checkArguments(_ bytes: [UInt8]) throws {
  let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map(text)
  do {
    switch try CommandLineTool.parser.parse(words) {
    case .version: break
    case .help(let page, _, _): try checkPage(page)
    case .run: break
    }
  } catch let error as UsageError {
    try require(error.text.hasPrefix("Error: "), "\(error) starts with Error:")
    try require(error.usage != nil, "\(error) names a command")
  }
}

/// A help page, wrapped to the width that is the first byte.
func checkHelp(_ bytes: [UInt8]) throws {
  guard let first = bytes.first else { return }
  let written = text(bytes.dropFirst())
  let section = HelpSection("", paragraphs: [written], rows: [HelpSection.Row("label", written)])
  let page = HelpPage(HelpTopic("topic", abstract: written, sections: [section]))
  try checkPage(page, columns: Int(first))
}

/// Wrapping loses no word.
private func checkPage(_ page: HelpPage, columns: Int = 80) throws {
  let wrapped = page.text(columns: columns)
  let wide = page.text(columns: 1_000_000)
  try require(letters(in: wrapped) == letters(in: wide), "no word is lost at \(columns) columns")
}

private func letters(in text: String) -> [UInt8] {
  text.utf8.filter { $0 != 0x20 && $0 != 0x0A }
}
