/// Conversions of HTML to plain text.
package enum MarkupText {
  /// The longest entity that is decoded, without `&` and `;`, in bytes.
  static let entityByteLimit = 32

  /// Converts HTML of reviews to plain text.
  ///
  /// Tags are removed; those that start or end a paragraph or a line become line breaks. Entities
  /// are decoded. Every line break is a line feed, and there is at most one blank line in a row.
  package static func plain(_ html: String) -> String {
    var isAfterBlank = false
    var lines: [Substring] = []
    let text = decodingEntities(removingTags(html))
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let isBlank = line.unicodeScalars.allSatisfy(\.properties.isWhitespace)
      if !isBlank || !isAfterBlank { lines.append(isBlank ? "" : line) }
      isAfterBlank = isBlank
    }
    return trimmed(lines.joined(separator: "\n"))
  }

  /// Decodes the HTML entities in a text: numeric ones and the named ones in `namedEntities`.
  ///
  /// Others stay as they are, as do those of control characters.
  package static func decodingEntities(_ text: String) -> String {
    var rest = Array(text.utf8)[...]
    var result: [UInt8] = []
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<start]
      let body = entity(in: rest[(start + 1)...])
      if let body, let scalar = scalar(ofEntity: body) {
        result += Array(String(scalar).utf8)
        rest = rest[(body.endIndex + 1)...]
      } else {
        result.append(rest[start])
        rest = rest[(start + 1)...]
      }
    }
    return String(decoding: result + rest, as: UTF8.self)
  }

  // MARK: Tags

  private static let lineBreakTags: Set = ["br", "p", "/p", "/div", "/blockquote", "li"]

  private static func removingTags(_ html: String) -> String {
    var rest = Array(html.utf8)[...]
    var result: [UInt8] = []
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      result += rest[..<start]
      rest = rest[(start + 1)...]
      guard let tag = tag(in: rest) else {
        result.append(UInt8(ascii: "<"))
        continue
      }
      rest = rest[(tag.endIndex + 1)...]
      let name = name(of: tag)
      if lineBreakTags.contains(name) { result.append(UInt8(ascii: "\n")) }
      if name == "br" { rest = droppingLineBreak(rest) }
    }
    return String(decoding: result + rest, as: UTF8.self)
  }

  /// The text between `<` and `>`, or `nil` if the text after a `<` is not a tag.
  ///
  /// A tag contains no other `<`, so that no byte is searched twice.
  private static func tag(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let name = text.first == UInt8(ascii: "/") ? text.dropFirst() : text
    guard let first = name.first, isLetter(first) || text.first == UInt8(ascii: "!"),
      let end = text.firstIndex(where: { "<>".utf8.contains($0) }), text[end] == UInt8(ascii: ">")
    else { return nil }
    return text[..<end]
  }

  /// The name of a tag in lower case, after the slash of an end tag.
  private static func name(of tag: ArraySlice<UInt8>) -> String {
    let slash = tag.prefix { $0 == UInt8(ascii: "/") }
    let name = tag[slash.endIndex...].prefix { isLetter($0) || isDigit($0) }
    return String(decoding: slash + name, as: UTF8.self).lowercased()
  }

  /// HTML often has a line break after `<br>`, which is not another one.
  private static func droppingLineBreak(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = text.first == UInt8(ascii: "\r") ? text.dropFirst() : text
    return rest.first == UInt8(ascii: "\n") ? rest.dropFirst() : rest
  }

  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let start = scalars.drop(while: \.properties.isWhitespace)
    let end = start.lastIndex { !$0.properties.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }

  // MARK: Entities

  /// The text between `&` and `;`, or `nil` if the text after an `&` is not an entity.
  static func entity(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let body = text.prefix(entityByteLimit).prefix {
      isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "#")
    }
    guard body.endIndex < text.endIndex, text[body.endIndex] == UInt8(ascii: ";") else {
      return nil
    }
    return body
  }

  private static func scalar(ofEntity body: ArraySlice<UInt8>) -> Unicode.Scalar? {
    numericReference(body) ?? namedEntities[String(decoding: body, as: UTF8.self)]
  }

  /// The character of a reference such as `#233` or `#xE9`, or `nil` if it is not valid or is a
  /// control character.
  static func numericReference(_ body: ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard body.first == UInt8(ascii: "#") else { return nil }
    var digits = body.dropFirst()
    let isHexadecimal = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    if isHexadecimal { digits = digits.dropFirst() }
    // A sign would be read as part of the number.
    guard digits.allSatisfy({ isLetter($0) || isDigit($0) }),
      let number = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(number), isText(scalar)
    else { return nil }
    return scalar
  }

  /// Whether a character is none of the control characters that XML forbids.
  static func isText(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 || scalar == "\t" || scalar == "\n" || scalar == "\r"
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static let namedEntities: [String: Unicode.Scalar] = {
    var entities: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "hellip": "\u{2026}",
      "ndash": "\u{2013}", "mdash": "\u{2014}", "lsquo": "\u{2018}", "rsquo": "\u{2019}",
      "ldquo": "\u{201C}", "rdquo": "\u{201D}", "euro": "\u{20AC}",
    ]
    for (name, code) in zip(latin1Names.split(separator: " "), UInt8(0xA0)...0xFF) {
      entities[String(name)] = Unicode.Scalar(code)
    }
    return entities
  }()

  /// The names of U+00A0 to U+00FF.
  private static let latin1Names = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr \
    deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest \
    Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml \
    Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times \
    Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig \
    agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml \
    igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide \
    oslash ugrave uacute ucirc uuml yacute thorn yuml
    """
}
