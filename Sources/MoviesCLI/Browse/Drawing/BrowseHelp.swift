internal import MovieTerminal

/// The keys of a screen, as a frame.
struct BrowseHelp {
  let state: BrowseState
  let size: ScreenSize
  let glyphs: BrowseGlyphs

  /// The number of help lines for a kind of list.
  static func lineCount(forMovies: Bool) -> Int { bindings(forMovies: forMovies).count }

  private static func bindings(forMovies: Bool) -> [KeyBinding] {
    KeyBinding.all.filter { $0.action.isMeant(forMovies: forMovies) }
  }

  func frame(top: Int) -> Frame {
    let bindings = Self.bindings(forMovies: state.level.query.subject.isOfMovies)
    let page = size.rows - 2
    let names = bindings.map { $0.keys.map { $0.name(glyphs) }.joined(separator: " ") }
    let width = min(names.map(DisplayWidth.columns(of:)).max() ?? 0, size.columns / 3)
    let lines = zip(names, bindings).dropFirst(top).prefix(page - 1).map { name, binding in
      FrameRow([
        FrameText(name, at: 2, width: width, style: .bold, ellipsis: glyphs.ellipsis),
        FrameText(
          binding.help, at: width + 4, width: size.columns - width - 3, ellipsis: glyphs.ellipsis),
      ])
    }
    let blanks = Array(repeating: FrameRow(), count: page - lines.count)
    return Frame(
      size: size,
      rows: [header(lines: top + 1...top + lines.count, of: bindings.count)] + lines + blanks + [
        footer
      ],
      cursor: ScreenPlace(row: size.rows, column: 1))
  }

  /// The kind of list; at the right, which lines are visible.
  private func header(lines: ClosedRange<Int>, of count: Int) -> FrameRow {
    let title =
      state.level.query.subject.isOfMovies ? "Keys in a movie list" : "Keys in a cast list"
    let part = "\(lines.lowerBound) to \(lines.upperBound) of \(count)"
    return FrameRow([
      FrameText(title, at: 1, width: size.columns - part.count - 2, style: .bold),
      FrameText(part, at: size.columns - part.count + 1, width: part.count, style: .dim),
    ])
  }

  private var footer: FrameRow {
    FrameRow([
      FrameText("j, k, Space scroll; any other key closes", at: 1, width: size.columns, style: .dim)
    ])
  }
}
