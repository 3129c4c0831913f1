/// Text that is compared by its bytes.
///
/// `String` treats NFC and NFD spellings as equal; a catalog stores both as given.
package struct ByteString: Hashable, Sendable {
  let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: Self, right: Self) -> Bool { left.text.isExactly(right.text) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// As a string, also where a value that has it is printed.
extension ByteString: CustomDebugStringConvertible {
  package var debugDescription: String { text.debugDescription }
}

extension ByteString: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension String {
  /// Whether both texts have the same bytes. Most texts that differ have other lengths, so that
  /// callers compare these without a call.
  @inlinable package func isExactly(_ other: String) -> Bool {
    utf8.count == other.utf8.count && hasSameBytes(as: other)
  }

  @usableFromInline package func hasSameBytes(as other: String) -> Bool {
    utf8.span.has(other.utf8.span, at: 0)
  }

  /// Whether the text is before the other in byte order, which is SQLite's order of text.
  package func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

extension [String] {
  /// Whether both arrays have texts with the same bytes in the same order.
  package func isExactly(_ other: [String]) -> Bool { elementsEqual(other) { $0.isExactly($1) } }
}

extension Span<UInt8> {
  package var isASCII: Bool {
    for index in indices where self[index] >= 0x80 { return false }
    return true
  }

  func equals(_ other: Span<UInt8>) -> Bool { count == other.count && has(other, at: 0) }

  /// Whether the other bytes follow at the position.
  func has(_ other: Span<UInt8>, at start: Int) -> Bool {
    guard count - start >= other.count else { return false }
    for index in other.indices where self[start + index] != other[index] { return false }
    return true
  }

  package func contains(_ other: Span<UInt8>) -> Bool { indices.contains { has(other, at: $0) } }
}
