import MovieTerminal
import TestSupport
import Testing

@Suite(.limited)
struct TableLayoutTests {
  /// The movie table with cells of these widths.
  private func movies(id: Int = 5, title: Int, actors: Int) -> [TableColumn] {
    var columns = [
      TableColumn("ID", alignment: .right), TableColumn("★"),
      TableColumn("TITLE", isFlexible: true, minimumWidth: 8),
      TableColumn("ACTORS", isFlexible: true, minimumWidth: 8),
    ]
    for (index, width) in [(0, id), (2, title), (3, actors)] {
      columns[index].measure(String(repeating: "x", count: width))
    }
    return columns
  }

  @Test(
    "the widest columns shrink first, then columns are omitted from the right",
    arguments: [
      (200, [5, 1, 30, 90]), (132, [5, 1, 30, 90]), (131, [5, 1, 30, 89]), (80, [5, 1, 30, 38]),
      (72, [5, 1, 30, 30]), (71, [5, 1, 30, 29]), (70, [5, 1, 29, 29]), (40, [5, 1, 14, 14]),
      (28, [5, 1, 8, 8]), (27, [5, 1, 17, 0]), (18, [5, 1, 8, 0]), (17, [5, 1, 7, 0]),
      (11, [5, 1, 1, 0]), (10, [5, 1, 0, 0]), (8, [5, 1, 0, 0]), (7, [5, 0, 0, 0]),
      (5, [5, 0, 0, 0]), (1, [5, 0, 0, 0]), (0, [5, 0, 0, 0]), (-1, [5, 0, 0, 0]),
      (Int.max, [5, 1, 30, 90]), (Int.min, [5, 0, 0, 0]),
    ])
  func widths(terminalColumns: Int, expected: [Int]) {
    let layout = TableLayout(movies(title: 30, actors: 90), terminalColumns: terminalColumns)
    #expect(layout.widths == expected)
  }

  @Test("a short column has its width while a long one shrinks")
  func shortColumn() {
    #expect(TableLayout(movies(title: 6, actors: 90), terminalColumns: 40).widths == [5, 1, 6, 22])
    #expect(TableLayout(movies(title: 90, actors: 6), terminalColumns: 40).widths == [5, 1, 22, 6])
  }

  @Test(
    "number columns are omitted before a flexible column on their left",
    arguments: [
      (30, [5, 10, 6]), (20, [5, 5, 6]), (16, [5, 9, 0]), (8, [5, 1, 0]), (7, [5, 0, 0]),
    ])
  func actors(terminalColumns: Int, expected: [Int]) {
    var columns = [
      TableColumn("ID"), TableColumn("NAME", isFlexible: true, minimumWidth: 5),
      TableColumn("MOVIES", alignment: .right),
    ]
    columns[0].measure("12345")
    columns[1].measure("Al Pacino!")
    #expect(TableLayout(columns, terminalColumns: terminalColumns).widths == expected)
  }

  @Test("tables with one column or none")
  func fewColumns() {
    #expect(TableLayout([], terminalColumns: 80).widths == [])
    #expect(TableLayout([], terminalColumns: 80).row(["a"]) == "")
    let flexible = TableColumn("A TITLE", isFlexible: true)
    #expect(TableLayout([flexible], terminalColumns: 80).widths == [7])
    #expect(TableLayout([flexible], terminalColumns: 3).widths == [3])
    #expect(TableLayout([flexible], terminalColumns: 0).widths == [1])
    #expect(TableLayout([TableColumn("A TITLE")], terminalColumns: 3).widths == [7])
  }

  @Test("a column without a heading or cells has one column of width")
  func emptyColumn() {
    #expect(TableLayout([TableColumn(""), TableColumn("B")], terminalColumns: 9).widths == [1, 1])
  }

  @Test("widths are limited")
  func limits() {
    let column = TableColumn("A", isFlexible: true, minimumWidth: Int.max)
    #expect(TableLayout([column, column], terminalColumns: 80).widths == [1, 1])
  }

  @Test("measuring widens a column to the display width of a cell")
  func measuring() {
    var column = TableColumn("NAME")
    #expect(column.naturalWidth == 4)
    column.measure("日本語")
    #expect(column.naturalWidth == 6)
    column.measure("x")
    #expect(column.naturalWidth == 6)
  }

  @Test("rows fit, numbers are complete, and all room is used", arguments: 0..<8)
  func randomColumns(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for _ in 0..<100 {
      let columns = (0...Int.random(in: 0...5, using: &source)).map { _ in column(&source) }
      let available = Int.random(in: 1...100, using: &source)
      let layout = TableLayout(columns, terminalColumns: available)
      let shown = layout.widths.filter { $0 > 0 }
      let used = shown.reduce(0, +) + TableLayout.gap * (shown.count - 1)
      #expect(used <= available || (shown.count == 1 && !columns[0].isFlexible))
      let isTruncated = zip(columns, layout.widths).contains {
        $0.isFlexible && 1..<$0.naturalWidth ~= $1
      }
      #expect(!isTruncated || used == available)
      for (column, width) in zip(columns, layout.widths) where width > 0 {
        #expect(width <= column.naturalWidth)
        #expect(column.isFlexible || width == column.naturalWidth)
      }
      #expect(layout.widths.drop { $0 > 0 }.allSatisfy { $0 == 0 })
    }
  }

  private func column(_ source: inout RandomSource) -> TableColumn {
    let isFlexible = Bool.random(using: &source)
    let minimum = Int.random(in: 1...12, using: &source)
    var column = TableColumn("H", isFlexible: isFlexible, minimumWidth: minimum)
    column.measure(String(repeating: "x", count: Int.random(in: 0...60, using: &source)))
    return column
  }
}

@Suite(.limited)
struct TableRowTests {
  private static let columns: [TableColumn] = {
    var columns = [
      TableColumn("ID", alignment: .right), TableColumn("★"),
      TableColumn("TITLE", isFlexible: true, minimumWidth: 6),
      TableColumn("ACTORS", isFlexible: true),
    ]
    columns[0].measure("1234")
    columns[2].measure("The Score of Scores")
    columns[3].measure("Robert De Niro, Edward Norton")
    return columns
  }()

  @Test("headings are above their columns")
  func headings() {
    let layout = TableLayout(Self.columns, terminalColumns: 80)
    #expect(layout.headingRow() == "  ID  ★  TITLE                ACTORS")
    let row = layout.row(["7", "★", "The Score", "Robert De Niro"])
    #expect(row == "   7  ★  The Score            Robert De Niro")
  }

  @Test("cells are truncated, and rows have no trailing spaces")
  func truncated() {
    let layout = TableLayout(Self.columns, terminalColumns: 34)
    let long = layout.row(["1234", "", "The Score of Scores", "Robert De Niro, Edward Norton"])
    #expect(long == "1234     The Score o…  Robert De …")
    #expect(layout.row(["1", "", "日本語日本語日本語", "x"]) == "   1     日本語日本…   x")
    #expect(layout.row(["1", "", "Short", ""]) == "   1     Short")
    #expect(layout.row(["1", "★", "", ""]) == "   1  ★")
    #expect(layout.row(["", "", "", ""]) == "")
  }

  @Test("a number wider than its column is complete")
  func widerNumber() {
    let layout = TableLayout(Self.columns, terminalColumns: 40)
    #expect(layout.row(["1234567", "★", "A", "B"]).hasPrefix("1234567  ★  A"))
  }

  @Test("missing cells are blank, and surplus cells are ignored")
  func countMismatch() {
    let layout = TableLayout(Self.columns, terminalColumns: 40)
    #expect(layout.row(["1"]) == "   1")
    #expect(layout.row([]) == "")
    #expect(layout.row(["1", "★", "A", "B", "C"]) == layout.row(["1", "★", "A", "B"]))
  }

  @Test("cells of omitted columns are omitted")
  func hidden() {
    let layout = TableLayout(Self.columns, terminalColumns: 4)
    #expect(layout.row(["12", "★", "A", "B"]) == "  12")
  }

  @Test("decoration surrounds the truncated cell and changes no width")
  func decoration() {
    let layout = TableLayout(Self.columns, terminalColumns: 34)
    let row = layout.row(["1", "★", "The Score of Scores", "x"]) { "<\($0):\($1)>" }
    #expect(row == "   <0:1>  <1:★>  <2:The Score o…>  <3:x>")
    #expect(layout.row(["1", "", "", ""]) { index, cell in "[\(cell)]" } == "   [1]")
  }

  @Test("no row is wider than the terminal", arguments: 0..<5)
  func fit(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for _ in 0..<50 {
      let terminalColumns = Int.random(in: 4...100, using: &source)
      let layout = TableLayout(Self.columns, terminalColumns: terminalColumns)
      let title = TerminalText.escaped(source.text(upTo: 40))
      let row = layout.row(["12", "★", title, TerminalText.escaped(source.hostileText(upTo: 20))])
      #expect(DisplayWidth.columns(of: row) <= terminalColumns)
      #expect(row.last != " " || title.last == " " || title.isEmpty)
    }
  }
}
