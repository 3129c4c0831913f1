internal import MovieTerminal

/// The keys of a screen, as a frame.
struct BrowseHelp {
  let state: BrowseState
  let size: ScreenSize
  let signs: BrowseSigns

  /// How many lines the help of such a list has.
  static func lineCount(forMovies: Bool) -> Int { commands(forMovies: forMovies).count }

  private static func commands(forMovies: Bool) -> [KeyBinding] {
    KeyBinding.all.filter { $0.action.isMeant(forMovies: forMovies) }
  }

  func frame(top: Int) -> Frame {
    let commands = Self.commands(forMovies: state.level.query.subject.isOfMovies)
    let page = size.rows - 2
    let names = commands.map { $0.keys.map { $0.name(signs) }.joined(separator: " ") }
    let width = min(names.map(DisplayWidth.columns(of:)).max() ?? 0, size.columns / 3)
    let lines = zip(names, commands).dropFirst(top).prefix(page - 1).map { name, command in
      FrameRow([
        FrameText(name, at: 2, width: width, style: .bold, ellipsis: signs.ellipsis),
        FrameText(
          command.help, at: width + 4, width: size.columns - width - 3, ellipsis: signs.ellipsis),
      ])
    }
    let blanks = Array(repeating: FrameRow(), count: page - lines.count)
    return Frame(
      size: size, rows: [header(of: commands)] + lines + blanks + [footer],
      cursor: ScreenPlace(row: size.rows, column: 1))
  }

  private func header(of commands: [KeyBinding]) -> FrameRow {
    let title = state.level.query.subject.isOfMovies ? "Keys in a list of movies" : "Keys in a cast"
    return FrameRow([FrameText(title, at: 1, width: size.columns, style: .bold)])
  }

  private var footer: FrameRow {
    FrameRow([
      FrameText("j and k scroll, any other key closes", at: 1, width: size.columns, style: .dim)
    ])
  }
}
