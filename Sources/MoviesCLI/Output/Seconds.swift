/// Seconds as people and programs read them: decimals, never an exponent.
enum Seconds {
  static func text(_ seconds: Double, decimals: Int = 3) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    // A clock that ran wild is no reason to fall over.
    let sane = seconds.isFinite ? min(max(seconds, 0), 1e9) : 0
    let parts = Int((sane * Double(scale)).rounded())
    let fraction = String(parts % scale)
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(parts / scale).\(zeros)\(fraction)"
  }
}
