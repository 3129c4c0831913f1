internal import MovieSystem

/// A moment in UTC, to the second.
public struct Timestamp: Hashable, Sendable, LosslessStringConvertible {
  /// The number of seconds since 1970-01-01T00:00:00Z, without leap seconds.
  public let secondsSince1970: Int
  /// The time in the format of RFC 3339, such as `2026-11-21T10:15:02Z`.
  public let description: String

  /// Creates a timestamp from text such as `2026-11-21T10:15:02Z`; returns `nil` for any other text.
  public init?(_ description: String) {
    let text = Array(description.utf8)
    guard text.count == 20, text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"),
      text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: "Z"),
      let date = CalendarDate(String(decoding: text[..<10], as: UTF8.self)), date.day != nil
    else { return nil }
    let parts = [text[11..<13], text[14..<16], text[17..<19]].map {
      String(decoding: $0, as: UTF8.self)
    }
    guard parts.allSatisfy(\.isDigits) else { return nil }
    let time = parts.compactMap { Int($0) }
    guard time[0] < 24, time[1] < 60, time[2] < 60 else { return nil }
    secondsSince1970 = date.daysSince1970 * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
    self.description = description
  }

  /// Creates the timestamp of a stored text, which can have fractions of a second. A text that is
  /// not a time, which another program can have stored, becomes the start of 1970.
  package init(stored text: String) {
    let parts = text.split(separator: ".", maxSplits: 1)
    let second = parts.count == 2 && String(parts[1].dropLast()).isDigits ? parts[0] + "Z" : text
    if let time = Timestamp(second) {
      self = time
    } else {
      (secondsSince1970, description) = (0, text)
    }
  }
}
