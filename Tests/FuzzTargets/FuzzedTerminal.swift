import MovieTerminal

/// Keys do not depend on how their bytes are split, and a paste is harmless.
func checkKeys(_ bytes: [UInt8]) throws {
  let keys = keys(of: bytes, splitAt: bytes.count)
  try require(keys.count <= bytes.count, "there are no more keys than bytes")
  for offset in stride(from: 1, to: bytes.count, by: bytes.count / 8 + 1) {
    try require(FuzzTargets.keys(of: bytes, splitAt: offset) == keys, "split at \(offset)")
  }
  for case .paste(let text) in keys {
    try require(text.utf8.count <= KeyDecoder.pasteByteLimit, "a paste is bounded")
    try require(
      text.unicodeScalars.allSatisfy { !isControl($0) || $0 == "\n" },
      "a paste has no controls but line feeds")
  }
}

private func keys(of bytes: [UInt8], splitAt offset: Int) -> [Key] {
  var decoder = KeyDecoder()
  let keys = decoder.feed(bytes[..<offset]) + decoder.feed(bytes[offset...])
  return keys + [decoder.finish()].compactMap(\.self)
}

/// Displayed text has no control or invisible characters, and fits its columns.
func checkText(_ bytes: [UInt8]) throws {
  let columns = Int(bytes.first ?? 0)
  let raw = text(bytes.dropFirst())
  let shown = TerminalText.escaped(raw)
  try checkHarmless(shown)
  try require(isSame(TerminalText.escaped(shown), shown), "escaping twice is escaping once")
  try checkHarmless(TerminalText.escapedForJSON(raw), allowing: ["\n"])
  let truncated = TerminalText.truncated(shown, to: columns)
  try require(DisplayWidth.columns(of: truncated) <= columns, "truncated text fits")
  let padded = TerminalText.padded(truncated, to: columns, alignment: .right)
  try require(DisplayWidth.columns(of: padded) == columns, "padded text fills its columns")
  let line = ProgressLine(label: raw, done: 1, total: 3).text(columns: columns)
  try require(DisplayWidth.columns(of: line) <= columns, "a progress line fits")
  try checkHarmless(line)
}

/// Rows of cells, separated by line feeds, fit the number of columns that is the first byte.
func checkTable(_ bytes: [UInt8]) throws {
  let available = max(20, Int(bytes.first ?? 0))
  let cells = bytes.dropFirst().split(separator: 0x0A).prefix(3).map {
    TerminalText.escaped(text($0))
  }
  var columns = cells.indices.map { TableColumn("", isFlexible: $0 != 1) }
  if columns.count > 1 { columns[1] = TableColumn("N", alignment: .right, isFlexible: true) }
  for (index, cell) in cells.enumerated() { columns[index].measure(cell) }
  let row = TableLayout(columns, terminalColumns: available).row(cells)
  try require(DisplayWidth.columns(of: row) <= available, "a row fits \(available) columns")
  try checkHarmless(row)
}

/// Independent of the rules of the program: based on the behavior of terminals, not only on Unicode
/// properties.
private func checkHarmless(
  _ text: String, allowing allowed: Set<Unicode.Scalar> = []
) throws {
  var marks = 0
  for scalar in text.unicodeScalars {
    try require(!isControl(scalar) || allowed.contains(scalar), "\(scalar.value) is not written")
    try require(!isHidden(scalar), "\(scalar.value) is not hidden")
    marks = isMark(scalar) ? marks + 1 : 0
    try require(marks <= 8, "a letter has at most 8 marks")
  }
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value
}

private func isHidden(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0xAD, 0x61C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
  case 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
  default: false
  }
}

private func isMark(_ scalar: Unicode.Scalar) -> Bool {
  scalar.properties.generalCategory == .nonspacingMark && !scalar.properties.isVariationSelector
}
