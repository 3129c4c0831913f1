@_spi(_Unicode) internal import Swift

/// Text as search and order see it: lower case, and without accents.
///
/// Full-Unicode lower case, canonically decomposed (NFD, so `ﬁ` stays one letter), nonspacing marks
/// dropped, and the few Latin letters that Unicode does not decompose spelled with plain ones. The
/// letters are replaced after decomposing, so that `ǿ` folds alike however it is spelled.
package enum Folding {
  package static func fold(_ text: String) -> String {
    var text = text
    let isASCII = text.withUTF8 { bytes in unsafe bytes.allSatisfy { $0 < 0x80 } }
    return isASCII ? foldASCII(text) : foldScalars(text.lowercased())
  }

  /// The folded text, of bytes that are all ASCII; `nil` of others.
  static func fold(ascii text: Span<UInt8>) -> [UInt8]? {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.count)
    for index in text.indices {
      let byte = text[index]
      if byte >= 0x80 { return nil }
      folded.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
    }
    return folded
  }

  private static func foldASCII(_ text: String) -> String {
    unsafe String(unsafeUninitializedCapacity: text.utf8.count) { buffer in
      var count = 0
      for byte in text.utf8 {
        let isUpper = byte >= 0x41 && byte <= 0x5A
        unsafe buffer[count] = isUpper ? byte | 0x20 : byte
        count += 1
      }
      return count
    }
  }

  private static func foldScalars(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in text._nfd {
      switch scalar {
      case "ς": folded.append("σ")
      case "ł": folded.append("l")
      case "ø": folded.append("o")
      case "đ": folded.append("d")
      case "ß": folded.append(contentsOf: "ss".unicodeScalars)
      case "æ": folded.append(contentsOf: "ae".unicodeScalars)
      case "œ": folded.append(contentsOf: "oe".unicodeScalars)
      default:
        if scalar.value < 0x80 || scalar.properties.generalCategory != .nonspacingMark {
          folded.append(scalar)
        }
      }
    }
    return String(folded)
  }
}
