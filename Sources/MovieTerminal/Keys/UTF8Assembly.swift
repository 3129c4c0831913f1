/// Puts scalars together from bytes that come one by one.
struct UTF8Assembly {
  enum Step: Equatable {
    case scalar(Unicode.Scalar)
    /// The byte belongs to a scalar that is not whole yet.
    case incomplete
    /// The byte ended or was something that is no UTF-8; it is used up.
    case invalid
    /// What stood before the byte was no UTF-8; the byte itself is to be given again.
    case invalidBefore
  }

  private var bytes: [UInt8] = []

  var isEmpty: Bool { bytes.isEmpty }

  mutating func take(_ byte: UInt8) -> Step {
    if !bytes.isEmpty, byte & 0xC0 != 0x80 {
      bytes = []
      return .invalidBefore
    }
    bytes.append(byte)
    let length = Self.length(from: bytes[0])
    if bytes.count < length { return .incomplete }
    defer { bytes = [] }
    let text = length == 0 ? nil : String(validating: bytes, as: UTF8.self)
    return text?.unicodeScalars.first.map(Step.scalar) ?? .invalid
  }

  /// Drops a scalar that never became whole.
  mutating func forget() { bytes = [] }

  /// How many bytes a scalar has that begins with this one; 0 where none does.
  private static func length(from first: UInt8) -> Int {
    switch first {
    case ..<0x80: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 0
    }
  }
}
