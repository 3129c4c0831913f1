/// Text that is compared by its bytes.
///
/// `String` treats NFC and NFD spellings as equal; a catalog stores both as given.
struct ByteString: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: Self, right: Self) -> Bool { left.text.isExactly(right.text) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Whether both texts have the same bytes.
  package func isExactly(_ other: String) -> Bool {
    let (bytes, others) = (utf8.span, other.utf8.span)
    guard bytes.count == others.count else { return false }
    for index in bytes.indices where bytes[index] != others[index] { return false }
    return true
  }

  /// Whether the text is before the other in byte order, which is SQLite's order of text.
  func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
