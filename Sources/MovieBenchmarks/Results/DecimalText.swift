/// Decimals without an exponent.
enum DecimalText {
  /// The number, 0 or more, rounded to so many decimals.
  static func text(_ number: Double, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    // Nothing that is measured is as large, and a number from a file may be.
    let parts = Int((min(max(number, 0), 1e9) * Double(scale)).rounded())
    if decimals == 0 { return "\(parts)" }
    let fraction = String(parts % scale)
    return "\(parts / scale).\(String(repeating: "0", count: decimals - fraction.count))\(fraction)"
  }
}
