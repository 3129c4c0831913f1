/// Durations as people read them.
package enum DurationText {
  /// Three digits: `0.12 ms`, `1.23 ms`, `12.3 s`, `123 s`.
  package static func text(_ seconds: Double) -> String {
    let milliseconds = seconds * 1_000
    return milliseconds < 999.5 ? digits(milliseconds) + " ms" : digits(seconds) + " s"
  }

  private static func digits(_ number: Double) -> String {
    DecimalText.text(number, decimals: number < 9.995 ? 2 : number < 99.95 ? 1 : 0)
  }
}
