import MovieStore
import MovieTerminal
import MoviesCLI
import TestSupport
import Testing

/// Random keys, and another program that changes the catalog now and then, against a plain model of
/// the lists: what is seen is always a stretch of what the store answers as a whole.
@Suite(.limited, .fullTier, .temporaryDirectory) struct SoakTests {
  private static let letters: [Key] = [
    .text("a"), .text("e"), .text("t"), .text(" "), .text("n"), .backspace, .control("u"),
    .control("w"), .text("ö"), .text("%"), .text("\""), .paste("er"), .down, .up,
  ]
  private static let keys = KeyBinding.all.flatMap(\.keys)
    .filter { ![.text("Q"), .control("c"), .control("z")].contains($0) }

  @Test("what is seen is part of what is there", arguments: 0..<6 as Range<UInt64>)
  func soak(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let path = TemporaryDirectory.current + "/soak.db"
    var other = try MovieStore(path: path, access: .writing)
    try other.seed(Int.random(in: 0...120, using: &random), seed: seed)
    let browsing = try Browsing(
      MovieStore(path: path, access: .writing), columns: 60,
      rows: Int.random(in: 8...30, using: &random))
    for _ in 0..<250 {
      if Int.random(in: 0..<12, using: &random) == 0 {
        try change(&other, &random)
        browsing.notice()
      }
      try step(browsing, &other, &random)
    }
  }

  private func step(
    _ browsing: Browsing, _ other: inout MovieStore, _ random: inout RandomSource
  ) throws {
    let before = browsing.state
    let pool = before.isTyping ? Self.letters + [.enter, .escape] : Self.keys
    let key = try #require(pool.randomElement(using: &random))
    browsing.press(key)
    let all = try rows(of: browsing.level.query, in: &other)
    try expectSound(browsing, all)
    if browsing.effects == [.quit] { #expect(key == .text("q") && before.levels.count == 1) }
    try expectMoved(from: before, by: key, browsing, all)
  }

  /// Every row is the store's, in its order and without a gap; the cursor is on one that is seen.
  private func expectSound(_ browsing: Browsing, _ all: [BrowseRow]) throws {
    let level = browsing.level
    #expect(level.isRead)
    #expect(browsing.state.banner == nil)
    #expect(level.count == all.count)
    let visible = Array(level.visibleRows(pageRows: browsing.state.pageRows))
    #expect(visible.count == min(all.count, browsing.state.pageRows))
    guard let selected = level.selected else {
      #expect(all.isEmpty)
      return
    }
    #expect(visible.contains(selected))
    let first = try #require(all.firstIndex(of: level.rows[0]))
    #expect(level.rows == Array(all[first..<min(all.count, first + level.rows.count)]))
    if browsing.state.overlay == nil {
      #expect(browsing.frame.cursor.row == 2 + level.cursor - level.top)
    }
  }

  /// A key that moves goes as far as it says; one that goes back finds the row that was left.
  private func expectMoved(
    from before: BrowseState, by key: Key, _ browsing: Browsing, _ all: [BrowseRow]
  ) throws {
    guard before.overlay == nil, let action = KeyBinding.action(of: key) else { return }
    let now = browsing.state
    switch action {
    case .back, .backOrQuit, .clearOrBack:
      guard now.levels.count < before.levels.count else { return }
      let left = before.levels[before.levels.count - 2]
      #expect(now.levels.count == before.levels.count - 1)
      #expect(now.level.query.described == left.query.described)
      guard let row = left.selected, all.contains(where: { $0.id == row.id }) else { return }
      #expect(now.level.selected?.id == row.id)
      let screenRow = left.cursor - left.top
      if left.isRead { #expect(now.level.cursor - now.level.top == screenRow) }
    case .open where before.level.selected != nil:
      #expect(now.levels.count == before.levels.count + 1)
      #expect(now.levels.dropLast().last?.selected?.id == before.level.selected?.id)
    default:
      guard let distance = distance(of: action, pageRows: now.pageRows),
        let old = before.level.selected, let new = now.level.selected,
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
    case .nextOrder, .reverse, .repaint, .help, .filter: 0
    default: nil
    }
  }

  /// What the store answers to the query of a list, as a whole.
  private func rows(
    of query: BrowseQuery, in store: inout MovieStore
  ) throws -> [BrowseRow] {
    switch query.subject {
    case .cast(let movie): try store.actors(query.actors(of: movie.id)).map(BrowseRow.actor)
    case .catalog, .movies: try store.movies(query.movies).map(BrowseRow.movie)
    }
  }

  private func change(_ store: inout MovieStore, _ random: inout RandomSource) throws {
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
  /// All but what the list is of, whose title and star may be others by now.
  fileprivate var described: [String] {
    [filter, "\(favoritesOnly)", orderLabel]
  }
}
