internal import MovieStore
internal import MovieTerminal

/// The form on the screen: the name of each field beside its lines, and errors below them.
struct FormView {
  private static let labelColumns = 12

  let form: MovieForm
  let view: BrowseView

  private enum Line {
    case text(field: Int, line: Int)
    case error(field: Int)
  }

  private var size: ScreenSize { view.size }
  private var page: Int { size.rows - 3 }
  private var textColumns: Int { size.columns - Self.labelColumns - 1 }

  private func height(_ field: MovieForm.Field) -> Int {
    field.area.lines.count + (field.error == nil ? 0 : 1)
  }

  /// The line of the cursor, counted from the first field.
  private var cursorLine: Int {
    form.fields.prefix(form.focus).reduce(0) { $0 + height($1) }
      + form.fields[form.focus].area.row
  }

  private var top: Int {
    let count = form.fields.reduce(0) { $0 + height($1) }
    return max(0, min(cursorLine - page / 2, count - page))
  }

  /// The lines on the screen; a cast can have a hundred thousand.
  private var lines: [Line] {
    var lines: [Line] = []
    var start = 0
    let shown = top..<top + page
    for (index, field) in form.fields.enumerated() {
      let count = field.area.lines.count
      let visible = shown.clamped(to: start..<start + count)
      lines += visible.map { .text(field: index, line: $0 - start) }
      if field.error != nil, shown.contains(start + count) { lines.append(.error(field: index)) }
      start += height(field)
    }
    return lines
  }

  var frame: Frame {
    var rows = lines.map(row)
    rows += Array(repeating: FrameRow(), count: max(0, page - rows.count))
    let status = view.statusText(within: size.columns) ?? form.notice ?? ""
    let help = view.footerKeys(of: KeyBinding.all(in: .form), within: size.columns)
    let area = form.fields[form.focus].area
    let shown = area.lines[area.row].shown(columns: textColumns)
    return Frame(
      size: size,
      rows: [view.header(form.title, form.isEdited ? "changed" : "")] + rows.prefix(page) + [
        [view.text(status, at: 1, width: size.columns, style: .warning)],
        [view.text(help, at: 1, width: size.columns, style: .dim)],
      ],
      cursor: ScreenPosition(
        row: 2 + cursorLine - top, column: Self.labelColumns + 1 + shown.cursorColumn))
  }

  private func row(_ line: Line) -> FrameRow {
    switch line {
    case .error(let field):
      return [
        view.text(
          form.fields[field].error ?? "", at: Self.labelColumns + 1, width: textColumns,
          style: .warning)
      ]
    case .text(let index, let line):
      let field = form.fields[index]
      let isFocused = index == form.focus
      let editor = field.area.lines[line]
      let isCursorLine = isFocused && field.area.row == line
      let text =
        isCursorLine
        ? editor.shown(columns: textColumns).text : editor.text
      return [
        view.text(isCursorLine ? ">" : " ", at: 1, width: 1, style: isCursorLine ? .selected : nil),
        view.text(
          line == 0 ? field.name : "", at: 2, width: Self.labelColumns - 2, style: .dim),
        view.text(text, at: Self.labelColumns + 1, width: textColumns),
      ]
    }
  }
}
