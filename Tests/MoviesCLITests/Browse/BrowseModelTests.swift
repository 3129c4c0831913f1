import MovieSamples
import MovieStore
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

/// Random keys and changes by another store, compared with a simple model: the loaded rows are always a
/// contiguous part of the complete query result.
@Suite(.limited, .fullTier, .temporaryDirectory) struct BrowseModelTests {
  private static let letters: [Key] = [
    .text("a"), .text("e"), .text("t"), .text(" "), .text("n"), .backspace, .control("u"),
    .control("w"), .text("ö"), .text("%"), .text("\""), .paste("er"), .down, .up,
  ]
  private static let keys = KeyBinding.documented.flatMap(\.keys)
    .filter { ![.text("Q"), .control("c"), .control("z")].contains($0) }
  /// Text of prompts, menus and forms.
  private static let typed: [Key] = [
    .text("8"), .text("a"), .text("."), .text(","), .text("="), .tab, .backTab, .backspace, .enter,
    .enter, .escape, .escape, .control("s"), .control("u"), .down, .up, .pageDown, .left, .right,
    .paste("x\ny"),
  ]

  @Test(
    "lists match the query results after random keys and external changes",
    arguments: 0..<6 as Range<UInt64>)
  func soak(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let path = TemporaryDirectory.current + "/soak.db"
    var other = try Catalog(path: path, access: .writing)
    try other.seed(Int.random(in: 0...120, using: &random), seed: seed)
    let browsing = try Browsing(
      Catalog(path: path, access: .writing), columns: 60,
      rows: Int.random(in: 8...30, using: &random))
    for _ in 0..<250 {
      if Int.random(in: 0..<12, using: &random) == 0 {
        try change(&other, &random)
        browsing.pollForChanges()
      }
      try step(browsing, &other, &random)
    }
  }

  private func step(
    _ browsing: Browsing, _ other: inout Catalog, _ random: inout RandomSource
  ) throws {
    let before = browsing.state
    let pool =
      switch before.overlay {
      case .prompt(let prompt) where prompt.kind == .filter: Self.letters + [.enter, .escape]
      case .prompt, .menu, .form: Self.typed
      case nil: Self.keys
      }
    var key = try #require(pool.randomElement(using: &random))
    if before.mode == .list, Int.random(in: 0..<20, using: &random) == 0 {
      let kind: MouseEvent.Kind = Bool.random(using: &random) ? .press : .scrollDown
      let position = ScreenPosition(
        row: Int.random(in: 1...40, using: &random), column: Int.random(in: 1...80, using: &random))
      key = .mouse(MouseEvent(kind: kind, position: position))
    }
    browsing.press(key)
    let all = try rows(of: browsing.list.query, in: &other)
    try expectSound(browsing, all)
    if browsing.effects == [.quit] { #expect(key == .text("q") && before.lists.count == 1) }
    try expectMoved(from: before, by: key, browsing, all)
  }

  /// The loaded rows match the store without gaps, and the cursor is on a visible row.
  private func expectSound(_ browsing: Browsing, _ all: [BrowseRow]) throws {
    let list = browsing.list
    #expect(list.isRead)
    switch list.query.source {
    case .attributeKeys, .values: return
    default: break
    }
    #expect(browsing.state.banner == nil)
    #expect(list.count == all.count)
    let visible = Array(list.visibleRows(pageRows: browsing.state.pageRows))
    #expect(visible.count == min(all.count, browsing.state.pageRows))
    guard let selected = list.selected else {
      #expect(all.isEmpty)
      return
    }
    #expect(visible.contains(selected))
    let first = try #require(all.firstIndex(of: list.rows[0]))
    #expect(list.rows == Array(all[first..<min(all.count, first + list.rows.count)]))
    if browsing.state.overlay == nil {
      #expect(browsing.frame.cursor.row == 2 + list.cursor - list.top)
    }
  }

  /// Keys move by their distance, and going back restores the selected row.
  private func expectMoved(
    from before: BrowseState, by key: Key, _ browsing: Browsing, _ all: [BrowseRow]
  ) throws {
    guard let action = KeyBinding.action(of: key, in: .list), before.mode == .list else { return }
    let now = browsing.state
    switch action {
    case .movies, .actors, .attributeKeys: break
    case .back, .backOrQuit, .clearOrBack:
      guard now.lists.count < before.lists.count else { return }
      let previous = before.lists[before.lists.count - 2]
      #expect(now.lists.count == before.lists.count - 1)
      #expect(now.list.query.settings == previous.query.settings)
      guard let row = previous.selected, all.contains(where: { $0.id == row.id }) else { return }
      #expect(now.list.selected?.id == row.id)
      let screenRow = previous.cursor - previous.top
      if previous.isRead { #expect(now.list.cursor - now.list.top == screenRow) }
    case .open where before.list.selected != nil:
      #expect(now.lists.count == before.lists.count + 1)
      #expect(now.lists.dropLast().last?.selected?.id == before.list.selected?.id)
    default:
      guard let distance = distance(of: action, pageRows: now.pageRows),
        let old = before.list.selected, let new = now.list.selected,
        let from = all.firstIndex(where: { $0.id == old.id }),
        let to = all.firstIndex(where: { $0.id == new.id })
      else { return }
      #expect(to == min(max(0, from + distance), all.count - 1), "\(action)")
    }
  }

  private func distance(of action: BrowseAction, pageRows: Int) -> Int? {
    switch action {
    case .down: 1
    case .up: -1
    case .pageDown: pageRows
    case .pageUp: -pageRows
    case .halfPageDown: max(1, pageRows / 2)
    case .halfPageUp: -max(1, pageRows / 2)
    case .first: -1_000_000
    case .last: 1_000_000
    case .repaint, .help, .filter, .position, .orders, .columns, .rate, .tag, .form,
      .addMovie, .markAll, .copyIDs:
      0
    default: nil
    }
  }

  /// The complete result of the query of a list.
  private func rows(
    of query: BrowseQuery, in store: inout Catalog
  ) throws -> [BrowseRow] {
    switch query.source {
    case .cast(let movie): try store.actors(query.actors(of: movie.id)).map(BrowseRow.actor)
    case .actors: try store.actors(query.actors()).map(BrowseRow.actor)
    case .attributeKeys, .values: []
    case .catalog, .movies, .moviesHaving:
      try store.movies(query.movies, order: query.movieOrder, descending: query.descending)
        .map(BrowseRow.movie)
    }
  }

  private func change(_ store: inout Catalog, _ random: inout RandomSource) throws {
    let ids = try store.movieIDs()
    switch Int.random(in: 0..<4, using: &random) {
    case 0: _ = try store.addRandom()
    case 1: if let id = ids.randomElement(using: &random) { try store.delete(id: id) }
    case 2:
      if let id = ids.randomElement(using: &random) {
        try store.toggleFavorite(id: id)
      }
    default:
      if let id = ids.randomElement(using: &random) {
        _ = try store.edit(id: id, MovieEdit(title: "Edited \(random.next() % 1_000)"))
      }
    }
  }
}

extension BrowseQuery {
  /// The query without its source, whose title and star can have changed.
  fileprivate var settings: [String] {
    [filter, label]
  }
}
