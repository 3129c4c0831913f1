/// A model of a terminal's screen. It accepts only the sequences that the frame painter sends and
/// throws an error for any other.
package struct TerminalGrid: Equatable {
  package struct Cell: Equatable, Sendable {
    /// Empty after a character of two columns.
    package var text: String
    package var style: String

    package static let blank = Cell(text: " ", style: "")
  }

  package struct UnknownSequence: Error {
    package let sequence: String
  }

  package private(set) var cells: [[Cell]]
  /// Counted from 0.
  package private(set) var cursor = (row: 0, column: 0)
  private var style = ""
  private var region: ClosedRange<Int>
  private let width: (Character) -> Int

  /// - Parameter width: Returns the number of columns that this terminal gives to a character.
  package init(columns: Int, rows: Int, width: @escaping (Character) -> Int) {
    cells = Array(repeating: Array(repeating: .blank, count: columns), count: rows)
    region = 0...rows - 1
    self.width = width
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.cells == other.cells && one.cursor == other.cursor
  }

  package var rows: [String] { cells.map { $0.map(\.text).joined() } }

  private var columns: Int { cells[0].count }

  package mutating func feed(_ bytes: [UInt8]) throws {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UnknownSequence(sequence: "invalid UTF-8")
    }
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
      if first == "\u{1B}" {
        rest = rest.dropFirst()
        try applySequence(&rest)
      } else {
        let run = rest.prefix { $0 != "\u{1B}" }
        rest = rest.dropFirst(run.count)
        try draw(String(String.UnicodeScalarView(run)))
      }
    }
  }

  private mutating func applySequence(_ rest: inout Substring.UnicodeScalarView) throws {
    // The clipboard, which is not on the screen.
    if rest.starts(with: "]52;c;".unicodeScalars), let end = rest.firstIndex(of: "\\") {
      rest = rest[rest.index(after: end)...]
      return
    }
    let body = rest.prefix { !("@"..."~" ~= $0) || $0 == "[" }
    let sequence = String(rest.prefix(body.count + 1))
    rest = rest.dropFirst(body.count + 1)
    let numbers = sequence.dropFirst().dropLast().split(
      separator: ";", omittingEmptySubsequences: false
    ).map { Int($0) }
    switch (sequence.first, sequence.last, numbers.count) {
    case ("[", "m", _): style = sequence == "[0m" ? "" : sequence
    case ("[", "H", 2): try place(numbers)
    case ("[", "S", 1): scroll(by: numbers[0] ?? 1)
    case ("[", "T", 1): scroll(by: -(numbers[0] ?? 1))
    case ("[", "r", 2): try setRegion(numbers)
    default: try applyFixed(sequence)
    }
  }

  private mutating func applyFixed(_ sequence: String) throws {
    switch sequence {
    case "[?2026h", "[?2026l": break
    case "[r":
      region = 0...cells.count - 1
      cursor = (0, 0)
    case "[2J": for row in cells.indices { erase(row, from: 0) }
    case "[K": erase(cursor.row, from: cursor.column)
    default: throw UnknownSequence(sequence: sequence)
    }
  }

  private mutating func place(_ numbers: [Int?]) throws {
    guard let row = numbers[0], let column = numbers[1], cells.indices.contains(row - 1),
      cells[0].indices.contains(column - 1)
    else { throw UnknownSequence(sequence: "place \(numbers)") }
    cursor = (row - 1, column - 1)
  }

  private mutating func setRegion(_ numbers: [Int?]) throws {
    guard let top = numbers[0], let bottom = numbers[1], 0 < top, top < bottom,
      bottom <= cells.count
    else { throw UnknownSequence(sequence: "region \(numbers)") }
    region = top - 1...bottom - 1
    cursor = (0, 0)
  }

  private mutating func scroll(by distance: Int) {
    let before = cells
    for row in region {
      let source = row + distance
      cells[row] =
        region.contains(source)
        ? before[source] : Array(repeating: .blank, count: columns)
    }
  }

  private mutating func erase(_ row: Int, from column: Int) {
    for column in column..<columns { clear(row, column) }
  }

  private mutating func draw(_ text: String) throws {
    for character in text {
      for scalar in character.unicodeScalars
      where scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value {
        throw UnknownSequence(sequence: "control \(scalar.value)")
      }
      draw(character)
    }
  }

  /// At the edge, characters overwrite the last column; lines do not wrap.
  private mutating func draw(_ character: Character) {
    let width = width(character)
    guard width > 0 else { return join(character) }
    let column = min(cursor.column, columns - 1)
    for part in column..<min(column + width, columns) {
      clear(cursor.row, part)
      cells[cursor.row][part] = Cell(text: part == column ? String(character) : "", style: style)
    }
    cursor.column = min(column + width, columns - 1)
  }

  private mutating func join(_ character: Character) {
    let column = cursor.column - 1
    if column >= 0 { cells[cursor.row][column].text.append(character) }
  }

  /// Clears the whole of a wide character if a part of it is overwritten.
  private mutating func clear(_ row: Int, _ column: Int) {
    var (start, end) = (column, column + 1)
    while start > 0, cells[row][start].text.isEmpty { start -= 1 }
    while end < columns, cells[row][end].text.isEmpty { end += 1 }
    for part in start..<end { cells[row][part] = .blank }
  }
}
