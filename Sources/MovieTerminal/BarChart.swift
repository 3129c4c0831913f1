/// Horizontal bars, to the eighth of a column.
package enum BarChart {
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// A bar as long, of the given columns, as the count is of the maximum.
  ///
  /// A count above nothing is never without a bar, so that few differs from none.
  ///
  /// - Parameter isUTF8: whether the terminal shows block characters; else the bar is of `#`.
  package static func bar(_ count: Int, of maximum: Int, columns: Int, isUTF8: Bool) -> String {
    guard count > 0, maximum > 0, columns > 0 else { return "" }
    let columns = min(columns, Terminal.columnRange.upperBound)
    let fraction = Double(min(count, maximum)) / Double(maximum)
    guard isUTF8 else {
      return String(repeating: "#", count: max(1, rounded(fraction, of: columns)))
    }
    let length = max(1, rounded(fraction, of: columns * 8))
    return String(repeating: "█", count: length / 8) + eighths[length % 8]
  }

  private static func rounded(_ fraction: Double, of whole: Int) -> Int {
    Int((fraction * Double(whole)).rounded())
  }
}
