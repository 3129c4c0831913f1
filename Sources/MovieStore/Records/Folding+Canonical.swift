@_spi(_Unicode) internal import Swift

extension Folding {
  /// The text in NFD: the same for spellings that Unicode takes for equal.
  static func canonical(_ text: String) -> String { String(String.UnicodeScalarView(text._nfd)) }
}
