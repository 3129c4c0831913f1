import MovieTerminal
import TestSupport

/// Consecutive frames of a list with a moving cursor.
struct RandomFrames {
  private static let words = [
    "The Score", "Heat", "a", "", "千と千尋の神隠し", "기생충", "الرسالة", "ลุงบุญมีระลึกชาติ", "Amélie",
    "e\u{301}t\u{E9}",
    "👨‍👩‍👧‍👦 family", "🇫🇷🇩🇪", "❤️", "⚠︎", "👍🏽", "\u{1160}\u{11A8}", "\u{301}mark", "★", "می‌خواهم",
    "a very long title indeed",
  ]
  private static let styles: [Style?] = [nil, nil, .bold, .dim, .favorite, .heading]

  private var random: RandomSource
  private(set) var size = ScreenSize(columns: 40, rows: 12)
  private var list: [[FrameText]] = []
  private var selected = 0

  init(seed: UInt64) {
    random = RandomSource(seed: seed)
    list = rows()
  }

  mutating func next() -> Frame {
    switch Int.random(in: 0..<10, using: &random) {
    case 0...2: scroll(by: Int.random(in: -3...3, using: &random))
    case 3...5: selected = Int.random(in: 0..<size.rows, using: &random)
    case 6...7:
      let index = Int.random(in: list.indices, using: &random)
      let count = Int.random(in: 0...list[index].count, using: &random)
      list[index] = row(Array(list[index].prefix(count)))
    case 8: if Bool.random(using: &random) { list = rows() }
    case 9 where Int.random(in: 0..<4, using: &random) == 0: resize()
    default: break
    }
    return frame
  }

  private var frame: Frame {
    let rows = list.enumerated().map { index, texts in
      let marker = FrameText(">", at: 1, width: 1)
      return FrameRow(index == selected ? [marker] + texts : texts)
    }
    return Frame(size: size, rows: rows, cursor: ScreenPosition(row: selected + 1, column: 1))
  }

  private mutating func scroll(by distance: Int) {
    let fresh = rows()
    list = list.indices.map { index in
      list.indices.contains(index + distance) ? list[index + distance] : fresh[index]
    }
    // The marker follows its row, or stays on the screen row.
    selected = min(max(0, selected - (Bool.random(using: &random) ? distance : 0)), size.rows - 1)
  }

  private mutating func resize() {
    size.columns = Int.random(in: 1...60, using: &random)
    size.rows = Int.random(in: 1...16, using: &random)
    selected = min(selected, size.rows - 1)
    list = rows()
  }

  private mutating func rows() -> [[FrameText]] { (0..<size.rows).map { _ in row() } }

  private mutating func row(_ first: [FrameText] = []) -> [FrameText] {
    var texts = first
    var column = first.last.map { $0.column + DisplayWidth.columns(of: $0.text) } ?? 3
    while column <= size.columns, Int.random(in: 0..<5, using: &random) > 0 {
      let width = min(Int.random(in: 1...16, using: &random), size.columns - column + 1)
      texts.append(
        FrameText(
          word(), at: column, width: width,
          style: Self.styles.randomElement(using: &random) ?? nil))
      column += width + Int.random(in: 0...2, using: &random)
    }
    return texts
  }

  private mutating func word() -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: random.hostileText(upTo: 12)
    case 1...3: String(repeating: "x", count: Int.random(in: 1...12, using: &random))
    default: Self.words.randomElement(using: &random) ?? ""
    }
  }
}
