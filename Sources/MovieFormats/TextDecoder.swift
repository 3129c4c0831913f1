/// Converts text of another encoding to UTF-8, piece by piece.
struct TextDecoder {
  enum Encoding {
    case utf16(isBigEndian: Bool)
    /// A byte for each character; of those from 0x80, the characters.
    case table([Unicode.Scalar])
  }

  let encoding: Encoding
  /// The bytes of a character that is not complete.
  private(set) var pending: [UInt8] = []
  /// Whether some bytes so far are no text.
  private(set) var isDamaged = false

  init(_ encoding: Encoding) { self.encoding = encoding }

  /// Returns the characters that end with these bytes. What cannot be converted becomes U+FFFD.
  mutating func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    switch encoding {
    case .table(let characters):
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count)
      for byte in bytes {
        if byte < 0x80 {
          text.append(byte)
        } else {
          let character = characters[Int(byte & 0x7F)]
          // No text has these control characters: it is in another encoding.
          if 0x80..<0xA0 ~= character.value { isDamaged = true }
          text += character.utf8
        }
      }
      return text
    case .utf16(let isBigEndian):
      let all = pending + bytes
      var units: [UInt16] = []
      units.reserveCapacity(all.count / 2)
      for index in stride(from: 0, to: all.count - 1, by: 2) {
        let (first, second) = (UInt16(all[index]), UInt16(all[index + 1]))
        units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      }
      // The second half of a surrogate pair follows.
      if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
      pending = Array(all[(2 * units.count)...])
      isDamaged = isDamaged || String(validating: units, as: UTF16.self) == nil
      return Array(String(decoding: units, as: UTF16.self).utf8)
    }
  }
}

/// The characters of the encodings with one byte for each.
extension ReadingOptions.Encoding {
  /// The characters of the bytes from 0x80; `nil` for UTF-8. Source:
  /// https://encoding.spec.whatwg.org/#legacy-single-byte-encodings
  var characters: [Unicode.Scalar]? {
    guard let letters else { return nil }
    // Of 96 characters, the first is at 0xA0, after control characters.
    let controls = (UInt8(0x80)..<0xA0).map { Unicode.Scalar($0) }
    let characters = Array(letters.unicodeScalars)
    return characters.count < 128 ? controls + characters : characters
  }

  private var letters: String? {
    switch self {
    case .utf8: nil
    case .windows1250:
      """
      €\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ\u{90}‘’“”•–—\u{98}™š›śťžź\
      \u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż\
      ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
      ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
      """
    case .windows1251:
      """
      ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\
      \u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї\
      АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\
      абвгдежзийклмнопрстуфхцчшщъыьэюя
      """
    case .windows1252:
      """
      €\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ\
      \u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿\
      ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
      àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ
      """
    case .iso88592:
      """
      \u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż\
      ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
      ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
      """
    case .iso885915:
      """
      \u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿\
      ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
      àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ
      """
    case .koi8r:
      """
      ─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷\
      ═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©\
      юабцдефгхийклмнопярстужвьызшэщчъ\
      ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ
      """
    case .macintosh:
      """
      ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü\
      †°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø\
      ¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ\
      ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ
      """
    }
  }
}
