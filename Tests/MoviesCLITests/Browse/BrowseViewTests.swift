import MovieStore
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

@Suite(.limited) struct BrowseViewTests {
  private static let screens = [
    ("movies", ""), ("cast", "/score\n\n"), ("actor", "/score\n\nG\n"), ("filter", "/o"),
    ("deleted", "jx"), ("help", "?"), ("cast-help", "\n?"), ("empty", "xxxxxxxx"),
  ]

  @Test(
    "screens match the recorded ones",
    arguments: Self.screens.map(\.0),
    [ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 40, rows: 10)])
  func recorded(name: String, size: ScreenSize) throws {
    let browsing = try Browsing(columns: size.columns, rows: size.rows)
    browsing.type(Self.screens.first { $0.0 == name }?.1 ?? "")
    Golden.expect(browsing.picture, is: "browse/\(name)-\(size.columns)x\(size.rows)")
  }

  @Test(
    "screens of described movies match the recorded ones",
    arguments: [
      ("list", ""), ("details", ":heat\ni"), ("marks", "jvv"), ("orders", "s"), ("columns", "c"),
      ("sorted", "swatched\n"), ("rating", "jr8."), ("form", ":heat\ne"), ("actors", "2"),
      ("keys", "3"), ("values", "3:tag\n\n"), ("palette", "?tag"),
    ],
    [(80, 24), (120, 40), (40, 15)])
  func described(screen: (name: String, keys: String), size: (Int, Int)) throws {
    let browsing = try Browsing.described(columns: size.0, rows: size.1)
    browsing.type(screen.keys)
    Golden.expect(browsing.picture, is: "browse/described-\(screen.name)-\(size.0)x\(size.1)")
  }

  @Test("the README shows the first screen")
  func readme() throws {
    let browsing = try Browsing.described(columns: 76, rows: 12)
    #expect(try Readme.text().contains("```text\n\(browsing.picture)```\n"), "\(browsing.picture)")
  }

  @Test("a large screen, and a locale without UTF-8")
  func others() throws {
    let browsing = try Browsing(columns: 200, rows: 60)
    Golden.expect(browsing.picture, is: "browse/movies-200x60")
    browsing.resize(columns: 50, rows: 12)
    browsing.glyphs = Glyphs(isUTF8: false)
    browsing.type("/score\n\nG\n")
    Golden.expect(browsing.picture, is: "browse/actor-ascii-50x12")
    let glyphs = browsing.frame.lines.joined().unicodeScalars.filter { $0.value > 0x7F }
    #expect(glyphs.isEmpty)
    browsing.type("?")
    #expect(browsing.picture.unicodeScalars.allSatisfy { $0.value < 0x80 })
  }

  @Test(
    "frames fit every size",
    arguments: [(1, 1), (39, 60), (40, 8), (40, 60), (500, 7), (500, 8), (500, 60)])
  func sizes(columns: Int, rows: Int) throws {
    for keys in ["", "\n", "\n\n", "/", "?", "/a filter that is wider than the line", "x"] {
      let browsing = try Browsing(columns: columns, rows: rows)
      browsing.type(keys)
      let frame = browsing.frame
      #expect(frame.rows.count == rows)
      #expect((1...rows).contains(frame.cursor.row) && (1...columns).contains(frame.cursor.column))
      for text in frame.rows.flatMap(\.self) {
        #expect(text.column + DisplayWidth.columns(of: text.text) - 1 <= columns, "\(text)")
      }
      if columns < 40 || rows < 8 {
        let message = "q quits; too small: \(columns)x\(rows), minimum 40x8"
        #expect(message.hasPrefix(browsing.line(1).dropLast()))
      }
    }
  }

  @Test(
    "texts of a row do not overlap with random titles and names",
    arguments: 0..<8 as Range<UInt64>)
  func overlap(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    var store = try Catalog()
    for _ in 0..<30 {
      let text = random.text(upTo: 60)
      let draft = MovieDraft(title: text, cast: [random.text(upTo: 30) + "x", "B"])
      if (try? draft.validated()) != nil { try store.add(draft) }
    }
    let browsing = try Browsing(store, columns: Int.random(in: 40...100, using: &random))
    for keys in ["", "\n", "\n", "/"] {
      browsing.type(keys)
      for row in browsing.frame.rows {
        for (left, right) in zip(row, row.dropFirst()) {
          #expect(left.column + DisplayWidth.columns(of: left.text) <= right.column)
        }
      }
      let scalars = browsing.picture.unicodeScalars.filter { $0 != "\n" }
      #expect(!scalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value || $0 == "\u{202E}" })
    }
  }

  @Test(
    "a frame fits a window whose change is not known yet", arguments: ["", "?", "e", "s", "/a"])
  func unknownSize(keys: String) throws {
    let browsing = try Browsing.described(columns: 200, rows: 60)
    browsing.type(keys)
    for (columns, rows) in [(40, 8), (1, 1), (80, 24), (500, 200)] {
      let size = ScreenSize(columns: columns, rows: rows)
      #expect(browsing.browser.frame(size, glyphs: browsing.glyphs).rows.count == rows)
    }
  }

  @Test("only the selected row has a styled marker")
  func marker() throws {
    let browsing = try Browsing()
    browsing.press(.down)
    let styles = browsing.frame.rows.dropFirst().prefix(8).map { $0.first?.style }
    #expect(styles.enumerated().filter { $0.element != nil }.map(\.offset) == [1])
    browsing.press(.up)
    #expect(browsing.frame.rows[1].first?.style == .selected)
    #expect(browsing.frame.rows[2].first?.style == nil)
  }

  @Test("moving changes only the marker, in at most 120 bytes")
  func moving() throws {
    let browsing = try Browsing()
    let before = browsing.frame
    browsing.press(.down)
    let after = browsing.frame
    let changed = zip(before.rows, after.rows).filter { $0 != $1 }
    #expect(changed.count == 2)
    for (old, new) in changed { #expect(old.dropFirst() == new.dropFirst()) }
    var painter = FramePainter(isColored: true)
    _ = painter.bytes(showing: before)
    #expect(painter.bytes(showing: after).count <= 120)
    #expect(painter.bytes(showing: after).isEmpty)
  }

  @Test("hostile text in the filter is escaped")
  func hostileFilter() throws {
    let browsing = try Browsing()
    browsing.type("/")
    browsing.press(.text("\u{202E}"), .paste("a\u{1B}]0;x\u{7}b\u{200B}"), .text("\u{9B}"))
    let line = browsing.messageLine
    #expect(line.contains("<U+202E>"))
    #expect(line.unicodeScalars.allSatisfy { !(0..<0x20 ~= $0.value || 0x7F...0x9F ~= $0.value) })
  }

  @Test("on a screen that is too small, keys only quit and suspend")
  func tooSmall() throws {
    let browsing = try Browsing(columns: 39, rows: 24)
    #expect(browsing.line(1) == "q quits; too small: 39x24, minimum 40x8")
    browsing.type("xfaG")
    browsing.press(.control("z"), .text("q"), .text("Q"), .control("c"))
    #expect(browsing.effects == [.suspend, .quit, .quit, .quit])
    browsing.resize(columns: 80, rows: 24)
    #expect(browsing.footer.hasPrefix("8 movies"))
    #expect(browsing.list.cursor == 0)
  }

  @Test("draws a path of 300 lists and a cast of 800 quickly")
  func deep() throws {
    var store = try Catalog()
    _ = try store.add(MovieDraft(title: "Crowd", cast: (1...800).map { "Name \($0)" }))
    let browsing = try Browsing(store, columns: 60, rows: 10)
    browsing.press(Array(repeating: .enter, count: 300))
    #expect(browsing.state.lists.count == 301)
    let clock = ContinuousClock()
    let duration = clock.measure { for _ in 0..<20 { _ = browsing.frame } }
    #expect(duration < .seconds(5))
    #expect(browsing.path.contains("›"))
    #expect(browsing.line(2).contains("Name 1, Name 2"))
  }

  @Test("a message that is too long truncates its title")
  func longMessage() throws {
    let browsing = try Browsing(columns: 54, rows: 10)
    browsing.type("/fabuleux\nfx")
    #expect(browsing.messageLine == "deleted 'Le Fabuleux Destin d'Amélie Pou…' (u to undo)")
    browsing.resize(columns: 40, rows: 10)
    #expect(browsing.messageLine == "deleted 'Le Fabuleux Desti…' (u to undo)")
  }

  @Test("a path that is too long shows its last names")
  func longPath() throws {
    let browsing = try Browsing(columns: 60, rows: 10)
    browsing.type("/score\n\nG\n\n\n\n")
    let opened = try #require(browsing.state.lists.dropLast().last?.selected?.name)
    #expect(browsing.path.hasPrefix("… ›"))
    #expect(browsing.path.contains("› \(opened)"))
  }
}
