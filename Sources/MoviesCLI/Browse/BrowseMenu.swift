internal import MovieStore
package import MovieTerminal

/// A list to choose from, which typed text filters.
package struct BrowseMenu: Hashable, Sendable {
  package enum Choice: Hashable, Sendable {
    case action(BrowseAction)
    case order(BrowseOrder)
    case column(BrowseColumn)
  }

  package struct Item: Hashable, Sendable {
    package let choice: Choice
    /// What chooses it: a word, or keys.
    private let word: String
    private var keys: [Key] = []
    let detail: String

    init(_ choice: Choice, _ word: String, _ detail: String = "") {
      (self.choice, self.word, self.detail) = (choice, word, detail)
    }

    init(_ binding: KeyBinding) {
      self.init(.action(binding.action), "", binding.help)
      keys = binding.keys
    }

    package func name(_ glyphs: Glyphs) -> String {
      keys.isEmpty ? word : keys.map { $0.name(glyphs) }.joined(separator: " ")
    }

    /// Whether the text is its word, or one of its keys.
    func isNamed(_ text: String) -> Bool {
      keys.isEmpty ? word == text : keys.contains { $0.name(Glyphs(isUTF8: false)) == text }
    }

    /// How well the item fits typed words, best first; `nil` if it lacks one.
    fileprivate func rank(of text: String, _ words: [String]) -> Int? {
      if isNamed(text) { return 0 }
      let folded = Folding.fold("\(word) \(detail)")
      if folded.trimmed.hasPrefix(Folding.fold(text)) { return 1 }
      let parts = folded.split { !$0.isLetter && !$0.isNumber }
      return words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } } ? 2 : nil
    }
  }

  let title: String
  /// The row for which an action is chosen, as it was then.
  let row: BrowseRow?
  private let items: [Item]
  package private(set) var editor = LineEditor()
  /// The items that have the typed words.
  package private(set) var matches: [Item]
  package private(set) var cursor = 0
  /// The index of the first item on the screen.
  private var top = 0

  init(
    _ title: String, _ items: [Item], selecting choice: Choice? = nil, at row: BrowseRow? = nil
  ) {
    self.title = title
    self.row = row
    self.items = items
    matches = items
    cursor = items.firstIndex { $0.choice == choice } ?? 0
  }

  package var selected: Item? { matches.indices.contains(cursor) ? matches[cursor] : nil }

  var count: Int { items.count }

  mutating func edit(_ body: (inout LineEditor) -> Void) {
    let before = editor.text
    body(&editor)
    if editor.text == before { return }
    let text = editor.text.trimmed
    let words = text.split(whereSeparator: \.isWhitespace).map { Folding.fold(String($0)) }
    let ranked = items.map { (item: $0, rank: $0.rank(of: text, words)) }
    // In the order of the table, but the key itself, and texts that begin so, first.
    matches = (0...2).flatMap { rank in ranked.filter { $0.rank == rank }.map(\.item) }
    cursor = 0
  }

  mutating func move(by distance: Int) { select(cursor + distance) }

  mutating func select(_ index: Int) { cursor = max(0, min(index, matches.count - 1)) }

  /// The index of the first item on a screen with this many rows, among which is the selected one.
  func top(rows: Int) -> Int { max(0, min(max(top, cursor - rows + 1), cursor)) }

  mutating func scroll(rows: Int) { top = top(rows: rows) }
}

extension BrowseMenu {
  static func help(for source: ListSource, at row: BrowseRow?) -> BrowseMenu {
    BrowseMenu(
      "Keys in a list of \(source.noun)s",
      KeyBinding.help(for: source).map { Item($0) }, at: row)
  }

  /// - Parameter keys: The keys that movies have.
  static func orders(of query: BrowseQuery, keys: [AttributeKey]) -> BrowseMenu {
    var orders = query.source.orders
    if query.source.isOfMovies {
      let usual: [AttributeKey] = [.year, .rating, .watched, .runtime]
      orders += (usual + keys.filter { !usual.contains($0) }).map { .attribute($0) }
      if query.hasText { orders.insert(.relevance, at: 0) }
    }
    return BrowseMenu(
      "Order", orders.map { Item(.order($0), $0.name, $0.label) },
      selecting: .order(query.order))
  }

  static func columns(keys: [AttributeKey]) -> BrowseMenu {
    let all = BrowseColumn.standard + [.id] + keys.map { .attribute($0) }
    var seen: Set<BrowseColumn> = []
    return BrowseMenu(
      "Columns",
      all.filter { seen.insert($0).inserted }
        .map { Item(.column($0), $0.name) })
  }
}
