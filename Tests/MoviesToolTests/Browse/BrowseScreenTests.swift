import Foundation
import TestSupport
import Testing

/// The screens of `movies browse` in tmux.
@Suite(.limited, .needs(.tmux), .temporaryDirectory)
struct BrowseScreenTests {
  private static let movies = [
    ("Amélie", ["Audrey Tautou", "Mathieu Kassovitz"]),
    ("七人の侍", ["三船敏郎", "志村喬", "Takashi Shimura"]),
    ("المومياء", ["أحمد مرعي", "Nadia Lutfi"]),
    ("ลุงบุญมีระลึกชาติ", ["ธนภัทร สายเสมา"]),
    ("👩‍👧 Family 👍", ["Zoë 🇫🇷"]),
    ("Zalgo e\u{301}\u{302}\u{303}\u{304}x", ["a\u{308}\u{301}"]),
    ("\u{1B}]0;owned\u{7}\u{1B}[2J Escape", ["\u{202E}nobody"]),
    ("Heat", ["Al Pacino", "Robert De Niro", "Val Kilmer"]),
    ("The Score", ["Robert De Niro", "Edward Norton", "Marlon Brando"]),
    (
      "A Title That Is Much Longer Than Any Screen Of Forty Columns Has Room For",
      ["Somebody With A Long Name", "Somebody Else With A Long Name"]
    ),
  ]

  private func fill() throws {
    let movies = try Self.movies.map { title, cast in
      let movie: [String: Any] = [
        "title": title, "cast": cast, "favorite": title == "Heat",
      ]
      return String(decoding: try JSONSerialization.data(withJSONObject: movie), as: UTF8.self)
    }
    let outcome = try ToolRunner.tool(
      "import", "-", "--format", "ndjson", "-q", input: movies.joined(separator: "\n")
    ).run()
    #expect(outcome.status == 0, "\(outcome.error)")
  }

  private func hasCount(_ rows: [String], _ count: String, on header: String = "Movies") -> Bool {
    rows.last?.hasPrefix(count) == true && rows.first?.hasPrefix(header) == true
  }

  @Test(
    "lists, filter and help match the recorded screens",
    arguments: [(80, 24), (40, 10), (200, 60)])
  func recorded(columns: Int, rows: Int) throws {
    try fill()
    let tmux = try Tmux(columns: columns, rows: rows)
    var screens = [try tmux.screen { hasCount($0, "10 movies") }]
    try tmux.type("G")
    screens.append(try tmux.screen { $0.contains { $0.hasPrefix(">") && $0.contains("Family") } })
    try tmux.type("/", "s", "c", "o", "r", "e")
    screens.append(try tmux.screen { hasCount($0, "1 movie ") && $0.contains("/score") })
    try tmux.type("Enter", "Enter")
    screens.append(try tmux.screen { hasCount($0, "3 actors") })
    try tmux.type("Enter")
    screens.append(try tmux.screen { hasCount($0, "2 movies", on: "") })
    try tmux.type("?")
    screens.append(try tmux.screen { $0.last?.contains("Esc cancel") == true })
    let parts = screens.map { $0 + String(repeating: "-", count: min(columns, 80)) + "\n" }
    Golden.expect(parts.joined(), is: "browse/tmux-\(columns)x\(rows)")
  }

  @Test(
    "ratings, marks, details and the form match the recorded screens",
    arguments: [(80, 24), (40, 15), (120, 40)])
  func edited(columns: Int, rows: Int) throws {
    try fill()
    let tmux = try Tmux(columns: columns, rows: rows)
    _ = try tmux.screen { hasCount($0, "10 movies") }
    try tmux.type("r", "8", ".", "5")
    var screens = [try tmux.screen { $0.contains { $0.hasSuffix(": 8.5") } }]
    try tmux.type("Enter")
    screens.append(try tmux.screen { $0.contains { $0.contains("u to undo") } })
    try tmux.type("v", "v", "t", "t", "v", "Enter")
    screens.append(try tmux.screen { $0.contains { $0.hasPrefix("tagged 2 movies: tv") } })
    try tmux.type("Escape")
    _ = try tmux.screen { hasCount($0, "10 movies") }
    try tmux.type(":", "h", "e", "a", "t", "Enter")
    _ = try tmux.screen { $0.contains { $0.hasPrefix("> ") && $0.contains("Heat") } }
    if columns < 110 { try tmux.type("i") }
    screens.append(try tmux.screen { $0.contains { $0.contains("movie 8, 3 actors") } })
    try tmux.type("e")
    screens.append(try tmux.screen { $0.first?.hasPrefix("Edit 'Heat'") == true })
    try tmux.type("Tab", "x", "C-s")
    screens.append(try tmux.screen { $0.contains { $0.contains("'x' is not a year") } })
    let parts = screens.map { $0 + String(repeating: "-", count: min(columns, 80)) + "\n" }
    Golden.expect(parts.joined(), is: "browse/tmux-edited-\(columns)x\(rows)")
  }

  @Test("a screen of one cell shows a message")
  func oneCell() throws {
    try fill()
    let tmux = try Tmux(columns: 1, rows: 1)
    let tiny = try tmux.screen { $0.first?.isEmpty == false }
    try tmux.resize(columns: 80, rows: 24)
    let whole = try tmux.screen { hasCount($0, "10 movies") }
    Golden.expect(tiny + whole, is: "browse/tmux-1x1")
  }
}
