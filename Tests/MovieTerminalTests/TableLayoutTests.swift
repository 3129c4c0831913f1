import MovieTerminal
import TestSupport
import Testing

@Suite("Table layout", .limited)
struct TableLayoutTests {
  /// The movie table, with cells as wide as given.
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
    "columns shrink the widest first, then leave from the right",
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

  @Test("a short column keeps its width while a long one gives way")
  func shortColumn() {
    #expect(TableLayout(movies(title: 6, actors: 90), terminalColumns: 40).widths == [5, 1, 6, 22])
    #expect(TableLayout(movies(title: 90, actors: 6), terminalColumns: 40).widths == [5, 1, 22, 6])
  }

  @Test(
    "a flexible column in the middle outlives numbers at its right",
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

  @Test("a table of one column, or none, is laid out too")
  func fewColumns() {
    #expect(TableLayout([], terminalColumns: 80).widths == [])
    #expect(TableLayout([], terminalColumns: 80).row(["a"]) == "")
    let flexible = TableColumn("A TITLE", isFlexible: true)
    #expect(TableLayout([flexible], terminalColumns: 80).widths == [7])
    #expect(TableLayout([flexible], terminalColumns: 3).widths == [3])
    #expect(TableLayout([flexible], terminalColumns: 0).widths == [1])
    #expect(TableLayout([TableColumn("A TITLE")], terminalColumns: 3).widths == [7])
  }

  @Test("a column without heading or cells keeps a place for later cells")
  func emptyColumn() {
    #expect(TableLayout([TableColumn(""), TableColumn("B")], terminalColumns: 9).widths == [1, 1])
  }

  @Test("absurd widths are limited")
  func absurd() {
    let column = TableColumn("A", isFlexible: true, minimumWidth: Int.max)
    #expect(TableLayout([column, column], terminalColumns: 80).widths == [1, 1])
    #expect(TableColumn("A", minimumWidth: Int.min).minimumWidth == 1)
  }

  @Test("measuring only ever widens, by display width")
  func measuring() {
    var column = TableColumn("NAME")
    #expect(column.naturalWidth == 4)
    column.measure("日本語")
    #expect(column.naturalWidth == 6)
    column.measure("x")
    #expect(column.naturalWidth == 6)
  }

  @Test("rows fit, numbers stay whole, and no room is wasted", arguments: 0..<40)
  func laws(seed: UInt64) {
    var source = RandomSource(seed: seed)
    for _ in 0..<100 {
      let columns = (0...Int.random(in: 0...5, using: &source)).map { _ in column(&source) }
      let available = Int.random(in: 1...100, using: &source)
      let layout = TableLayout(columns, terminalColumns: available)
      let shown = layout.widths.filter { $0 > 0 }
      let used = shown.reduce(0, +) + TableLayout.gap * (shown.count - 1)
      #expect(used <= available || (shown.count == 1 && !columns[0].isFlexible))
      let isCut = zip(columns, layout.widths).contains {
        $0.isFlexible && 1..<$0.naturalWidth ~= $1
      }
      #expect(!isCut || used == available)
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
