import MovieTerminal
import TestSupport
import Testing

@Suite("Table rows", .limited)
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

  @Test("headings stand over their columns")
  func headings() {
    let layout = TableLayout(Self.columns, terminalColumns: 80)
    #expect(layout.headingRow() == "  ID  ★  TITLE                ACTORS")
    let row = layout.row(["7", "★", "The Score", "Robert De Niro"])
    #expect(row == "   7  ★  The Score            Robert De Niro")
  }

  @Test("cells are cut to their columns, and no spaces end a row")
  func cut() {
    let layout = TableLayout(Self.columns, terminalColumns: 34)
    let long = layout.row(["1234", "", "The Score of Scores", "Robert De Niro, Edward Norton"])
    #expect(long == "1234     The Score o…  Robert De …")
    #expect(layout.row(["1", "", "日本語日本語日本語", "x"]) == "   1     日本語日本…   x")
    #expect(layout.row(["1", "", "Short", ""]) == "   1     Short")
    #expect(layout.row(["1", "★", "", ""]) == "   1  ★")
    #expect(layout.row(["", "", "", ""]) == "")
  }

  @Test("a number wider than those measured is written whole")
  func widerNumber() {
    let layout = TableLayout(Self.columns, terminalColumns: 40)
    #expect(layout.row(["1234567", "★", "A", "B"]).hasPrefix("1234567  ★  A"))
  }

  @Test("missing cells are blank, cells too many are left out")
  func countMismatch() {
    let layout = TableLayout(Self.columns, terminalColumns: 40)
    #expect(layout.row(["1"]) == "   1")
    #expect(layout.row([]) == "")
    #expect(layout.row(["1", "★", "A", "B", "C"]) == layout.row(["1", "★", "A", "B"]))
  }

  @Test("columns left out take their cells along")
  func hidden() {
    let layout = TableLayout(Self.columns, terminalColumns: 4)
    #expect(layout.row(["12", "★", "A", "B"]) == "  12")
  }

  @Test("decoration goes around the cut cell and changes no width")
  func decoration() {
    let layout = TableLayout(Self.columns, terminalColumns: 34)
    let row = layout.row(["1", "★", "The Score of Scores", "x"]) { "<\($0):\($1)>" }
    #expect(row == "   <0:1>  <1:★>  <2:The Score o…>  <3:x>")
    #expect(layout.row(["1", "", "", ""]) { index, cell in "[\(cell)]" } == "   [1]")
  }

  @Test("no row is wider than the terminal", arguments: 0..<20)
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
