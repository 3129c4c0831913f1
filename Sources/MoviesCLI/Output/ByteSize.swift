internal import MovieTerminal

/// How large something is, as people read it.
enum ByteSize {
  /// Such as `48 KiB`, rounded up, or `123.4 MiB`.
  static func text(_ bytes: Int64) -> String {
    let units: [(name: String, bytes: Int64)] = [("GiB", 1 << 30), ("MiB", 1 << 20)]
    guard let unit = units.first(where: { bytes >= $0.bytes }) else {
      return "\(Thousands.grouped((bytes + 1_023) / 1_024)) KiB"
    }
    let tenths = bytes % unit.bytes * 10 / unit.bytes
    return "\(Thousands.grouped(bytes / unit.bytes)).\(tenths) \(unit.name)"
  }
}
