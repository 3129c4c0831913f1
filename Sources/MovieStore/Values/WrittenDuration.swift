internal import MovieSystem

/// A running time as people write it, such as `117`, `117 min`, `1h 57m`, `1:57` or `PT1H57M`.
package struct WrittenDuration: Hashable, Sendable {
  /// The whole minutes.
  package let minutes: Int64
  /// Whether the text is a number alone.
  package let isNumber: Bool

  /// The longest running time of a file. A larger number has another unit.
  package static let fileLimit: Int64 = 1_000
  private static let byteLimit = 64

  /// Returns `nil` for a text that is no running time.
  package init?(_ text: String) {
    if let number = Self.whole(text) {
      (minutes, isNumber) = (number, true)
      return
    }
    guard text.utf8.count <= Self.byteLimit else { return nil }
    let folded = WrittenText.plain(text)
    let duration = folded.after(prefix: "pt")
    guard
      let seconds = Self.clock(folded) ?? Self.seconds(duration ?? folded, isISO: duration != nil)
    else { return nil }
    (minutes, isNumber) = (seconds / 60, false)
  }

  /// A number of at most nine digits, which can have decimals that are zero.
  private static func whole(_ text: String) -> Int64? {
    let bytes = text.utf8.span
    var (number, index) = (Int64(0), 0)
    while index < min(9, bytes.count), bytes[index].isDigit {
      number = number * 10 + Int64(bytes[index] & 0x0F)
      index += 1
    }
    if index == 0 || index == bytes.count { return index == 0 ? nil : number }
    guard bytes[index] == UInt8(ascii: "."), index + 1 < bytes.count else { return nil }
    for zero in index + 1..<bytes.count where bytes[zero] != UInt8(ascii: "0") { return nil }
    return number
  }

  /// The seconds of `1:57:00`, or of `1:57`, which has hours while its first number is at most 5.
  private static func clock(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(parts.count),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 && $0.precedes("60") }),
      parts[0].utf8.count <= 3
    else { return nil }
    let numbers = parts.compactMap(whole)
    guard numbers.count == parts.count else { return nil }
    let hasHours = numbers.count == 3 || numbers[0] <= 5
    let first = numbers[0] * 60 + numbers[1]
    return hasHours ? first * 60 + (numbers.count == 3 ? numbers[2] : 0) : first
  }

  /// The seconds of numbers with units, each once and in their order.
  private static func seconds(_ text: String, isISO: Bool) -> Int64? {
    var (rest, sum, last) = (
      text.replacing("½", with: ".5").unicodeScalars[...], 0.0, Int64.max
    )
    while let first = rest.first {
      if first.properties.isWhitespace || first == "," || first == "." {
        rest = rest.dropFirst()
        continue
      }
      if let next = String(rest).after(prefix: "and ") {
        rest = next.unicodeScalars[...]
        continue
      }
      let digits = rest.prefix { "0"..."9" ~= $0 || $0 == "." || $0 == "," }
      let decimals = String(digits).replacing(",", with: ".")
      guard digits.count <= 9, let number = Double(decimals) else { return nil }
      rest = rest[digits.endIndex...].drop(while: \.properties.isWhitespace)
      let letters = rest.prefix { $0.properties.isAlphabetic || "'′".unicodeScalars.contains($0) }
      rest = rest[letters.endIndex...]
      // After hours, a number alone has minutes.
      let unit = letters.isEmpty && last == 3_600 && rest.isEmpty ? 60 : units[String(letters)]
      guard let unit, unit < last else { return nil }
      sum += number * Double(unit)
      last = unit
    }
    return last == .max ? nil : Int64(sum)
  }

  /// The seconds of each unit, as `Folding` writes it.
  private static let units: [String: Int64] = {
    let names: [(Int64, String)] = [
      (
        3_600,
        "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur u godz hod ч час часа часов 小时 小時 時間 时 시간"
      ),
      (
        60,
        "m mn min mins minute minutes minuten minutos minuti minuut minuty minut м мин минут минуты минута 分钟 分鐘 分 분 ' ′"
      ),
      (1, "s sec secs second seconds sek с сек 秒"),
    ]
    var units: [String: Int64] = [:]
    for (seconds, names) in names {
      for name in names.split(separator: " ") { units[Folding.fold(String(name))] = seconds }
    }
    return units
  }()
}

extension WrittenDuration: CustomStringConvertible {
  /// Such as `1h 57m`; a number alone is one of minutes.
  package var description: String {
    isNumber ? "\(minutes)" : minutes < 60 ? "\(minutes)m" : "\(minutes / 60)h \(minutes % 60)m"
  }
}
