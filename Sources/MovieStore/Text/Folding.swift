@_spi(_Unicode) internal import Swift

/// Folded text, by which titles and names are searched and ordered: lower case, without accents.
///
/// Text is converted to lower case (full Unicode mapping) and canonically decomposed (NFD, so `ﬁ` stays
/// one letter). Nonspacing marks are removed, and the few Latin letters that Unicode does not decompose
/// are replaced by ASCII letters. This is done after the decomposition, so that all spellings of `ǿ`
/// fold to the same text.
package enum Folding {
  package static func fold(_ text: String) -> String {
    var text = text
    let isASCII = text.withUTF8 { bytes in unsafe bytes.allSatisfy { $0 < 0x80 } }
    return isASCII ? foldASCII(text) : foldScalars(text.lowercased())
  }

  /// Returns the folded text if all bytes are ASCII; otherwise `nil`.
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

  /// Returns the text in NFD, which is the same for canonically equivalent spellings.
  static func canonical(_ text: String) -> String { String(String.UnicodeScalarView(text._nfd)) }

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
