/// Numbers as people read them, in every locale alike.
package enum Formatting {
  /// Returns the decimal digits with a comma before every third from the right.
  package static func grouped(_ number: some BinaryInteger) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// Returns the number and the noun, such as `1 movie` or `27,329 movies`.
  package static func pluralized(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Returns a size rounded to the nearest unit, such as `48 KiB`, or to a tenth, such as `1.1 GiB`.
  ///
  /// Only a size of 0 is `0 KiB`.
  package static func bytes(_ bytes: some BinaryInteger) -> String {
    let bytes = Int64(bytes)
    if bytes < 1 << 20 { return "\(bytes > 0 ? max(1, rounded(bytes, to: 1 << 10)) : 0) KiB" }
    let unit: (name: String, bytes: Int64) =
      bytes < 1 << 30 ? ("MiB", 1 << 20) : bytes < 1 << 40 ? ("GiB", 1 << 30) : ("TiB", 1 << 40)
    let (whole, rest) = bytes.quotientAndRemainder(dividingBy: unit.bytes)
    let tenths = whole * 10 + rounded(rest * 10, to: unit.bytes)
    return "\(tenths / 10).\(tenths % 10) \(unit.name)"
  }

  private static func rounded(_ value: Int64, to unit: Int64) -> Int64 { (value + unit / 2) / unit }

  /// Returns seconds with a fixed number of decimals, never with an exponent.
  ///
  /// Values that are not finite are 0, and values above a billion are a billion.
  package static func seconds(_ seconds: Double, decimals: Int = 3) -> String {
    fixed(seconds.isFinite ? min(max(seconds, 0), 1e9) : 0, decimals: decimals)
  }

  /// Returns a number with a fixed number of decimals; one of a million millions or more as Swift
  /// prints it.
  package static func fixed(_ number: Double, decimals: Int) -> String {
    if !(number.magnitude < 1e12) { return "\(number)" }
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    let parts = Int((number.magnitude * Double(scale)).rounded())
    let sign = number < 0 && parts > 0 ? "-" : ""
    if decimals == 0 { return "\(sign)\(parts)" }
    let fraction = String(parts % scale)
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(sign)\(parts / scale).\(zeros)\(fraction)"
  }
}

extension Stopwatch {
  /// The elapsed seconds with one decimal, such as `0.9 s`.
  package var text: String { Formatting.seconds(seconds, decimals: 1) + " s" }
}
