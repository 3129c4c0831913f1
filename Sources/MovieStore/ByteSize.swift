package enum ByteSize {
  /// Returns the size rounded to the nearest unit, such as `48 KiB`, or to a tenth, such as `1.1 GiB`.
  ///
  /// Only a size of 0 is `0 KiB`.
  package static func text(_ bytes: Int64) -> String {
    if bytes < 1 << 20 { return "\(bytes > 0 ? max(1, rounded(bytes, to: 1 << 10)) : 0) KiB" }
    let unit: (name: String, bytes: Int64) =
      bytes < 1 << 30 ? ("MiB", 1 << 20) : bytes < 1 << 40 ? ("GiB", 1 << 30) : ("TiB", 1 << 40)
    let (whole, rest) = bytes.quotientAndRemainder(dividingBy: unit.bytes)
    let tenths = whole * 10 + rounded(rest * 10, to: unit.bytes)
    return "\(tenths / 10).\(tenths % 10) \(unit.name)"
  }

  private static func rounded(_ value: Int64, to unit: Int64) -> Int64 { (value + unit / 2) / unit }
}
