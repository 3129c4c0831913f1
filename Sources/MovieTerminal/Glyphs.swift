/// The characters that lists, trees and bar charts are drawn with.
package struct Glyphs: Hashable, Sendable {
  /// Whether the terminal shows UTF-8; if not, all glyphs are ASCII.
  package let isUTF8: Bool

  package init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

  package var star: String { isUTF8 ? "★" : "*" }
  package var ellipsis: String { isUTF8 ? "…" : "~" }
  package var separator: String { isUTF8 ? " › " : " > " }
  /// Between parts of a line of different kinds.
  package var dot: String { isUTF8 ? " · " : " | " }
  package var rule: String { isUTF8 ? "─" : "-" }
  package var bar: String { isUTF8 ? "│" : "|" }
  package var check: String { isUTF8 ? "✓" : "v" }

  /// Before a tree item that has a following sibling.
  package var branch: String { isUTF8 ? "├─ " : "|- " }
  /// Before the last item of a branch.
  package var lastBranch: String { isUTF8 ? "└─ " : "+- " }
  /// Before the descendants of an item that has a following sibling.
  package var trunk: String { isUTF8 ? "│  " : "|  " }

  package var up: String { isUTF8 ? "↑" : "Up" }
  package var down: String { isUTF8 ? "↓" : "Down" }
  package var left: String { isUTF8 ? "←" : "Left" }
  package var right: String { isUTF8 ? "→" : "Right" }

  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// A horizontal bar, exact to the eighth of a column in UTF-8.
  ///
  /// Any positive length has a bar, so that it differs from 0.
  ///
  /// - Parameter fraction: The length as a part of the columns.
  package func bar(_ fraction: Double, columns: Int) -> String {
    guard fraction > 0, columns > 0 else { return "" }
    let columns = min(columns, Terminal.columnRange.upperBound)
    let fraction = min(fraction, 1)
    func length(of whole: Int) -> Int { max(1, Int((fraction * Double(whole)).rounded())) }
    guard isUTF8 else { return String(repeating: "#", count: length(of: columns)) }
    let length = length(of: columns * 8)
    return String(repeating: "█", count: length / 8) + Self.eighths[length % 8]
  }

  /// The part of a vertical bar on one line, exact to the eighth of the line in UTF-8.
  ///
  /// - Parameter height: The height in lines of the part above the lower edge of the line. Any
  ///   positive height has a mark.
  package func column(_ height: Double) -> String {
    guard height > 0 else { return " " }
    let eighths = max(1, Int((min(height, 1) * 8).rounded()))
    return isUTF8 ? ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"][eighths - 1] : "#"
  }

  /// A cell of a heat map, which is darker for a higher step from 0 to 4.
  package func step(_ step: Int) -> String {
    (isUTF8 ? ["·", "░", "▒", "▓", "█"] : [".", "-", "+", "*", "#"])[min(max(step, 0), 4)]
  }
}

package enum LocaleEncoding {
  /// Whether the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set names UTF-8.
  package static func isUTF8(environment: (_ name: String) -> String?) -> Bool {
    let values = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(environment)
    let locale = values.first { !$0.isEmpty }?.lowercased() ?? ""
    return locale.contains("utf-8") || locale.contains("utf8")
  }
}
