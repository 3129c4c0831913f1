internal import MovieStore
internal import MovieSystem

/// The elements of a small XML document, such as an NFO file.
package enum XMLElements {
  package struct Problem: Error {
    package let location: TextLocation
    package let message: String
  }

  /// The maximum number of bytes of a document.
  package static let byteLimit = 4 << 20
  /// The maximum number of elements inside each other.
  static let depthLimit = 64

  /// Returns the elements of a document as an object that has the root element as its only member.
  ///
  /// An element with elements is an object; any other is its text. Elements with the same key
  /// inside one parent are an array. The key is the name in lower case, with the attribute `type`
  /// after a colon if there is one. An address after the root, or instead of it, is the member
  /// `url`.
  static func values(of text: [UInt8]) throws(Problem) -> RecordValues {
    var reader = XMLReader(text: text)
    var values = RecordValues()
    values.add(try reader.document())
    return values
  }

  /// Returns the elements of a document as a line of JSON.
  package static func json(of text: [UInt8]) throws(Problem) -> [UInt8] {
    try values(of: text).json
  }
}

/// An element, or the document around the root element.
private struct XMLElement {
  var name: [UInt8] = []
  var key: [UInt8] = []
  var text: [UInt8] = []
  var children: [XMLElement] = []
  var location = TextLocation(line: 1, column: 1)
}

extension RecordValues {
  fileprivate mutating func add(_ element: XMLElement, key: RecordText? = nil) {
    let kind = element.children.isEmpty ? JSONKind.string : .object
    let text = kind == .string ? append(trimmed(element.text)) : RecordText()
    add(kind, text, at: element.location, key: key)
    for children in Self.groups(of: element.children) {
      let first = children[0]
      var key = append(first.key[...])
      key.location = first.location
      if children.count == 1 {
        add(first, key: key)
      } else {
        add(.array, at: first.location, key: key)
        for child in children { add(child) }
        end(.array)
      }
    }
    end(kind)
  }

  /// The elements with the same key, in the order of the first ones.
  private static func groups(of elements: [XMLElement]) -> [[XMLElement]] {
    var groups: [[XMLElement]] = []
    var indices: [[UInt8]: Int] = [:]
    for element in elements {
      if let index = indices[element.key] {
        groups[index].append(element)
      } else {
        indices[element.key] = groups.count
        groups.append([element])
      }
    }
    return groups
  }
}

private func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
  let start = text.drop(while: isSpace)
  return start[..<(start.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start.startIndex)]
}

private func isSpace(_ byte: UInt8) -> Bool { " \t\n\r".utf8.contains(byte) }

private func lowercased(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}

/// Reads a document from its start to its end.
private struct XMLReader {
  typealias Problem = XMLElements.Problem

  private static let byteOrderMark = Array("\u{FEFF}".utf8)
  private static let predefinedEntities: [String: UInt8] = [
    "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"),
    "quot": UInt8(ascii: "\""), "apos": UInt8(ascii: "'"),
  ]

  private let text: [UInt8]
  private var position: Int
  /// The document and the elements that are open.
  private var elements = [XMLElement()]
  private var keys: Set<[UInt8]> = []
  private var elementCount = 0
  /// The position whose location was needed last.
  private var counted: (position: Int, location: TextLocation)

  init(text: [UInt8]) {
    self.text = text
    position = text.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    counted = (position, TextLocation(line: 1, column: 1))
  }

  mutating func document() throws(Problem) -> XMLElement {
    try checkText()
    skipSpace()
    if isAt("<") { try readRoot() }
    let location = location()
    if let address = nextAddress() {
      elements[0].children.append(
        XMLElement(key: Array("url".utf8), text: Array(address), location: location))
    }
    guard !elements[0].children.isEmpty else {
      throw problem(
        "expected an XML document or an address, found \(next == nil ? "none" : "text")")
    }
    return elements[0]
  }

  private func checkText() throws(Problem) {
    guard text.count <= XMLElements.byteLimit else {
      throw problem("expected at most \(XMLElements.byteLimit) bytes, found \(text.count)", at: 0)
    }
    var bytes = text.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &bytes) {
      case .valid(let encoded) where MarkupText.isText(Unicode.UTF8.decode(encoded)):
        offset += encoded.count
      case .valid: throw problem("expected text, found a control character", at: offset)
      case .error: throw problem("expected UTF-8, found other bytes", at: offset)
      case .emptyInput: return
      }
    }
  }

  // MARK: Elements

  /// Reads the root element and what is before it.
  private mutating func readRoot() throws(Problem) {
    while elements[0].children.isEmpty {
      if elements.count == 1 { skipSpace() }
      if skip("<!--") {
        try skip(past: "-->")
      } else if skip("<?") {
        try skip(past: "?>")
      } else if isAt("<!") {
        try readCharacterData()
      } else if isAt("</") {
        try readEndTag()
      } else if isAt("<") {
        try readStartTag()
      } else {
        try readText()
      }
    }
  }

  private mutating func readStartTag() throws(Problem) {
    guard elements.count <= XMLElements.depthLimit else {
      throw problem("expected at most \(XMLElements.depthLimit) elements inside each other")
    }
    var element = XMLElement(location: location())
    elementCount += 1
    if elementCount > RecordValues.valueLimit { throw problem(RecordValues.problem) }
    position += 1
    element.name = try readName()
    let type = try readType()
    element.key = element.name
    if elements.count > 1, !type.isEmpty { element.key += [UInt8(ascii: ":")] + type }
    element.key = element.key.map(lowercased)
    elements.append(element)
    if skip("/>") { closeElement() } else { try require(">") }
  }

  private mutating func readEndTag() throws(Problem) {
    let start = position
    position += 2
    let name = try readName()
    guard elements.count > 1, name == elements[elements.count - 1].name else {
      throw problem("expected \(expectedMarkup), found '</\(excerpt(name))'", at: start)
    }
    skipSpace()
    try require(">")
    closeElement()
  }

  private mutating func closeElement() {
    var element = elements.removeLast()
    // A document can have many elements: those of a name share its bytes.
    element.name = []
    element.key = keys.insert(element.key).memberAfterInsert
    elements[elements.count - 1].children.append(element)
  }

  /// Reads the attributes of a start tag.
  ///
  /// - Returns: The value of `type`, or nothing.
  private mutating func readType() throws(Problem) -> ArraySlice<UInt8> {
    var names: Set<[UInt8]> = []
    var type: ArraySlice<UInt8> = []
    while skipSpace(), let byte = next, !"/>".utf8.contains(byte) {
      let start = position
      let name = try readName()
      guard names.insert(name).inserted else {
        throw problem("expected the attribute '\(excerpt(name))' once, found another", at: start)
      }
      let value = try readAttributeValue()
      if name.elementsEqual("type".utf8) { type = trimmed(value) }
    }
    return type
  }

  private mutating func readAttributeValue() throws(Problem) -> [UInt8] {
    skipSpace()
    try require("=")
    skipSpace()
    let quote = isAt("'") ? UInt8(ascii: "'") : UInt8(ascii: "\"")
    try requireQuote(quote)
    var value: [UInt8] = []
    while let byte = next, byte != quote, byte != UInt8(ascii: "<") {
      try readCharacter(into: &value)
    }
    try requireQuote(quote)
    return value
  }

  private mutating func requireQuote(_ quote: UInt8) throws(Problem) {
    guard next == quote else { throw problem("expected a quotation mark, found \(found)") }
    position += 1
  }

  private mutating func readName() throws(Problem) -> [UInt8] {
    let name = text[position...].prefix(while: isNamePart)
    guard let first = name.first, !"-.0123456789".utf8.contains(first) else {
      throw problem("expected a name, found \(found)")
    }
    position = name.endIndex
    return Array(name)
  }

  private func isNamePart(_ byte: UInt8) -> Bool {
    switch lowercased(byte) {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: true
    default: "_:-.".utf8.contains(byte)
    }
  }

  // MARK: Text

  private mutating func readText() throws(Problem) {
    guard elements.count > 1, next != nil else {
      throw problem("expected \(expectedMarkup), found \(found)")
    }
    var characters: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "<") { try readCharacter(into: &characters) }
    elements[elements.count - 1].text += characters
  }

  /// Reads CDATA. Other declarations are refused, so that no entities can be declared.
  private mutating func readCharacterData() throws(Problem) {
    guard elements.count > 1, skip("<![CDATA[") else {
      let markup = text[position...].prefix { !isSpace($0) && $0 != UInt8(ascii: ">") }
      throw problem("expected a document without a DOCTYPE, found '\(excerpt(markup))'")
    }
    var characters: [UInt8] = []
    while next != nil, !isAt("]]>") { readByte(into: &characters) }
    try require("]]>")
    elements[elements.count - 1].text += characters
  }

  private mutating func readCharacter(into characters: inout [UInt8]) throws(Problem) {
    guard next == UInt8(ascii: "&") else { return readByte(into: &characters) }
    guard let entity = MarkupText.entity(in: text[(position + 1)...]) else {
      throw problem("expected an entity such as '&amp;', found '&'")
    }
    if let byte = Self.predefinedEntities[String(decoding: entity, as: UTF8.self)] {
      characters.append(byte)
    } else if let scalar = MarkupText.numericReference(entity) {
      characters += Array(String(scalar).utf8)
    } else {
      throw problem("expected an entity such as '&amp;' or '&#233;', found '&\(excerpt(entity));'")
    }
    position = entity.endIndex + 1
  }

  /// Reads a byte. CRLF and CR become LF.
  private mutating func readByte(into characters: inout [UInt8]) {
    let byte = text[position]
    position += 1
    if byte == UInt8(ascii: "\r") {
      if next == UInt8(ascii: "\n") { position += 1 }
      characters.append(UInt8(ascii: "\n"))
    } else {
      characters.append(byte)
    }
  }

  /// The first address in the rest of the text.
  private func nextAddress() -> ArraySlice<UInt8>? {
    var rest = text[position...]
    while let start = rest.firstIndex(of: UInt8(ascii: "h")) {
      rest = rest[start...]
      for scheme in ["http://", "https://"] where rest.starts(with: scheme.utf8) {
        let address = rest.prefix { !isSpace($0) && !"<>\"".utf8.contains($0) }
        if address.count > scheme.utf8.count { return address }
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  // MARK: Position

  private var next: UInt8? { position < text.count ? text[position] : nil }

  private func isAt(_ markup: String) -> Bool { text[position...].starts(with: markup.utf8) }

  private mutating func skip(_ markup: String) -> Bool {
    guard isAt(markup) else { return false }
    position += markup.utf8.count
    return true
  }

  private mutating func require(_ markup: String) throws(Problem) {
    guard skip(markup) else { throw problem("expected '\(markup)', found \(found)") }
  }

  private mutating func skip(past markup: String) throws(Problem) {
    while next != nil, !isAt(markup) { position += 1 }
    try require(markup)
  }

  /// - Returns: Whether there is white space.
  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = position
    while let byte = next, isSpace(byte) { position += 1 }
    return position > start
  }

  // MARK: Problems

  /// The line and the column of the position, which is not before that of the last call.
  private mutating func location() -> TextLocation {
    var (line, column) = (counted.location.line, counted.location.column)
    for byte in text[counted.position..<position] {
      if byte == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else
      // Every byte but a continuation byte starts a character.
      if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    counted = (position, TextLocation(line: line, column: column))
    return counted.location
  }

  private func problem(_ message: String, at offset: Int? = nil) -> Problem {
    var start = XMLReader(text: text)
    start.position = max(offset ?? position, start.position)
    return Problem(location: start.location(), message: message)
  }

  private var expectedMarkup: String {
    elements.count == 1 ? "an element" : "'</\(excerpt(elements[elements.count - 1].name))>'"
  }

  /// What is at the position.
  private var found: String {
    guard let byte = next else { return "the end of the document" }
    let rest = String(decoding: text[position...].prefix(4), as: UTF8.self)
    return isSpace(byte) ? "white space" : "'\(String(rest.unicodeScalars.prefix(1)))'"
  }

  private func excerpt(_ bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
    return String(text.prefix(40)) + (text.count > 40 ? "…" : "")
  }
}
