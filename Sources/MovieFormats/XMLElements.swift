internal import MovieStore
internal import MovieSystem

/// The elements of a small XML document, such as an NFO file, or of a part of a large one.
package enum XMLElements {
  /// The maximum number of bytes of a record.
  package static let byteLimit = 4 << 20
  /// The maximum number of elements inside each other.
  static let depthLimit = 64

  /// The root element of a library that Kodi exports as one file. Elements in it are records.
  package static let library = "videodb"

  /// Whether a document begins as a library.
  package static func isLibrary(_ start: [UInt8]) -> Bool {
    start.span.contains("<\(library)".utf8.span)
  }

  /// Returns the encoding that the declaration at the start of a document names; `nil` for none.
  static func encodingName(in start: [UInt8]) -> String? {
    let declaration = String(decoding: start.prefix { $0 != closingAngle }, as: UTF8.self)
    guard declaration.hasPrefix("<?xml"), let key = declaration.firstRange(of: "encoding") else {
      return nil
    }
    let value = declaration[key.upperBound...].utf8.drop { isSpace($0) || "='\"".utf8.contains($0) }
    let name = value.prefix { $0.isLetterOrDigit || "-_.".utf8.contains($0) }.prefix(40)
    return name.isEmpty ? nil : String(Substring(name))
  }

  /// Returns the elements of a document as a line of JSON.
  package static func json(of text: [UInt8]) throws(InterchangeError) -> [UInt8] {
    var cursor = ByteCursor(source: ByteSource(bytes: text), fileName: "")
    var values = RecordValues()
    _ = cursor.skipByteOrderMark()
    try cursor.readXML(into: &values)
    return values.json
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

/// The elements that were read.
private struct XMLTree {
  /// The document and the elements that are open.
  var elements = [XMLElement()]
  var count = 0
  /// Whether the elements in the root element and the texts are kept.
  var isKept = true
  private var keys: Set<[UInt8]> = []

  var last: XMLElement {
    get { elements[elements.count - 1] }
    set { elements[elements.count - 1] = newValue }
  }

  mutating func close() {
    var element = elements.removeLast()
    // A document can have many elements: those of a name share its bytes.
    element.name = []
    element.key = keys.insert(element.key).memberAfterInsert
    if isKept || elements.count == 1 { elements[elements.count - 1].children.append(element) }
  }

  var expectedMarkup: String {
    elements.count == 1 ? "an element" : "'</\(excerpt(last.name))>'"
  }
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

private func isSpace(_ byte: UInt8) -> Bool {
  byte == .space || byte == .tab || byte == .lineFeed || byte == .carriageReturn
}

private func isNamePart(_ byte: UInt8) -> Bool {
  byte.isLetterOrDigit || byte >= 0x80 || "_:-.".utf8.contains(byte)
}

private func excerpt(_ bytes: some Collection<UInt8>) -> String {
  let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
  return String(text.prefix(40)) + (text.count > 40 ? "…" : "")
}

private let (openingAngle, closingAngle) = (UInt8(ascii: "<"), UInt8(ascii: ">"))

// XML 1.0 without declarations of types and entities, read strictly.
extension ByteCursor {
  /// Reads a document as an object that has the root element as its only member.
  ///
  /// An element with elements is an object; any other is its text. Elements with the same key
  /// inside one parent are an array. The key is the name in lower case, with the attribute `type`
  /// after a colon if there is one. An address after the root, or instead of it, is the member
  /// `url`.
  mutating func readXML(into values: inout RecordValues) throws(InterchangeError) {
    beginXML()
    var tree = XMLTree()
    try skipXMLSpace()
    if peek() == openingAngle { try readXMLElement(&tree) }
    let (location, isEmpty) = (location(), peek() == nil)
    if let address = try skipToXMLAddress() {
      tree.last.children.append(
        XMLElement(key: Array("url".utf8), text: address, location: location))
    }
    if tree.last.children.isEmpty {
      throw error(
        "expected an XML document or an address, found \(isEmpty ? "none" : "text")", at: location)
    }
    values.begin()
    values.add(tree.last)
  }

  /// Skips what is before the root element.
  ///
  /// - Returns: The name of the root element or of the document type in lower case, `url` for an
  ///   address alone, or `nil` for other text.
  mutating func skipToXMLRoot() throws(InterchangeError) -> String? {
    beginXML()
    try skipXMLComments()
    guard peek() == openingAngle else { return try skipToXMLAddress().map { _ in "url" } }
    let isType = isAt("<!DOCTYPE")
    let tag = lookahead(200).dropFirst(isType ? 9 : 1).drop { isType && isSpace($0) }
    let name = tag.prefix(while: isNamePart)
    return name.isEmpty ? nil : String(decoding: name.map(\.lowercased), as: UTF8.self)
  }

  // MARK: Libraries

  /// Reads the start tag of the root element, and what is before it.
  ///
  /// - Returns: Whether there can be elements in it.
  mutating func readXMLRootStart() throws(InterchangeError) -> Bool {
    beginXML()
    try skipXMLComments()
    var tree = XMLTree()
    try readXMLStartTag(&tree)
    return tree.elements.count > 1
  }

  /// Skips what is before the next element in the root element.
  ///
  /// - Returns: The name of the element in lower case, or `nil` at the end of the root element.
  mutating func skipToXMLElement(in root: String) throws(InterchangeError) -> String? {
    beginXML()
    try skipXMLComments()
    if skipXML("</") {
      let start = location()
      let name = try readXMLName()
      if name.map(\.lowercased).elementsEqual(root.utf8) { return nil }
      throw error("expected '</\(root)>', found '</\(excerpt(name))'", at: start)
    }
    guard peek() == openingAngle else { throw xmlProblem("'</\(root)>'") }
    let name = lookahead(200).dropFirst().prefix(while: isNamePart).map(\.lowercased)
    return String(decoding: name, as: UTF8.self)
  }

  /// Reads an element as an object that has it as its only member.
  ///
  /// - Parameter isKept: Whether the elements in it are needed. If not, it can be of any size.
  mutating func readXMLElement(
    into values: inout RecordValues, isKept: Bool
  ) throws(InterchangeError) {
    beginXML()
    var tree = XMLTree()
    tree.isKept = isKept
    try readXMLElement(&tree)
    values.begin()
    values.add(tree.elements[0])
  }

  // MARK: Elements

  /// Reads an element and what is before it.
  private mutating func readXMLElement(_ tree: inout XMLTree) throws(InterchangeError) {
    while tree.elements[0].children.isEmpty {
      if tree.elements.count == 1 { try skipXMLSpace() }
      if !tree.isKept { beginXML() }
      if try skipXMLComment() {
        continue
      } else if isAt("<!") {
        try readXMLCharacterData(&tree)
      } else if isAt("</") {
        try readXMLEndTag(&tree)
      } else if peek() == openingAngle {
        try readXMLStartTag(&tree)
      } else {
        try readXMLText(&tree)
      }
    }
  }

  private mutating func readXMLStartTag(_ tree: inout XMLTree) throws(InterchangeError) {
    guard tree.elements.count <= XMLElements.depthLimit else {
      throw error("expected at most \(XMLElements.depthLimit) elements inside each other")
    }
    var element = XMLElement(location: location())
    if tree.isKept { tree.count += 1 }
    if tree.count > RecordValues.valueLimit { throw error(RecordValues.problem) }
    skip()
    element.name = try readXMLName()
    let type = try readXMLType()
    element.key = element.name
    if tree.elements.count > 1, !type.isEmpty { element.key += [.colon] + type }
    element.key = element.key.map(\.lowercased)
    tree.elements.append(element)
    if skipXML("/>") { tree.close() } else { try requireXML(">") }
  }

  private mutating func readXMLEndTag(_ tree: inout XMLTree) throws(InterchangeError) {
    let start = location()
    skip(2)
    let name = try readXMLName()
    guard tree.elements.count > 1, name == tree.last.name else {
      throw error("expected \(tree.expectedMarkup), found '</\(excerpt(name))'", at: start)
    }
    try skipXMLSpace()
    try requireXML(">")
    tree.close()
  }

  /// Reads the attributes of a start tag.
  ///
  /// - Returns: The value of `type`, or nothing.
  private mutating func readXMLType() throws(InterchangeError) -> ArraySlice<UInt8> {
    var names: Set<[UInt8]> = []
    var type: ArraySlice<UInt8> = []
    while try skipXMLSpace(), let byte = peek(), byte != UInt8(ascii: "/"), byte != closingAngle {
      let start = location()
      let name = try readXMLName()
      guard names.insert(name).inserted else {
        throw error("expected the attribute '\(excerpt(name))' once, found another", at: start)
      }
      let value = try readXMLAttributeValue()
      if name.elementsEqual("type".utf8) { type = trimmed(value) }
    }
    return type
  }

  private mutating func readXMLAttributeValue() throws(InterchangeError) -> [UInt8] {
    try skipXMLSpace()
    try requireXML("=")
    try skipXMLSpace()
    let quote = peek() == UInt8(ascii: "'") ? UInt8(ascii: "'") : .quote
    guard peek() == quote else { throw xmlProblem("a quotation mark") }
    skip()
    var value: [UInt8] = []
    while let byte = peek(), byte != quote, byte != openingAngle {
      try readXMLCharacter(into: &value)
    }
    guard peek() == quote else { throw xmlProblem("a quotation mark") }
    skip()
    return value
  }

  private mutating func readXMLName() throws(InterchangeError) -> [UInt8] {
    guard let first = peek(), isNamePart(first), !"-.0123456789".utf8.contains(first) else {
      throw xmlProblem("a name")
    }
    var name: [UInt8] = []
    while let byte = peek(), isNamePart(byte) { try readXMLByte(into: &name) }
    return name
  }

  // MARK: Text

  private mutating func readXMLText(_ tree: inout XMLTree) throws(InterchangeError) {
    guard tree.elements.count > 1, peek() != nil else { throw xmlProblem(tree.expectedMarkup) }
    var characters: [UInt8] = []
    while let byte = peek(), byte != openingAngle { try readXMLCharacter(into: &characters) }
    if tree.isKept { tree.last.text += characters }
  }

  /// Reads CDATA. Other declarations are refused, so that no entities can be declared.
  private mutating func readXMLCharacterData(_ tree: inout XMLTree) throws(InterchangeError) {
    let start = location()
    guard tree.elements.count > 1, skipXML("<![CDATA[") else {
      let markup = lookahead(200).prefix { !isSpace($0) && $0 != closingAngle }
      throw error(
        "expected a document without a DOCTYPE, found '\(excerpt(markup))'", at: start)
    }
    var characters: [UInt8] = []
    while peek() != nil, !isAt("]]>") { try readXMLByte(into: &characters) }
    try requireXML("]]>")
    if tree.isKept { tree.last.text += characters }
  }

  private mutating func readXMLCharacter(
    into characters: inout [UInt8]
  ) throws(InterchangeError) {
    guard peek() == UInt8(ascii: "&") else { return try readXMLByte(into: &characters) }
    guard let entity = MarkupText.entity(in: lookahead(64)[1...]) else {
      throw error("expected an entity such as '&amp;', found '&'")
    }
    switch String(decoding: entity, as: UTF8.self) {
    case "amp": characters.append(UInt8(ascii: "&"))
    case "lt": characters.append(openingAngle)
    case "gt": characters.append(closingAngle)
    case "quot": characters.append(.quote)
    case "apos": characters.append(UInt8(ascii: "'"))
    default:
      guard let scalar = MarkupText.numericReference(entity) else {
        throw error(
          "expected an entity such as '&amp;' or '&#233;', found '&\(excerpt(entity));'")
      }
      characters += Array(String(scalar).utf8)
    }
    skip(entity.count + 2)
  }

  /// Reads a character as it is. CRLF and CR become LF.
  private mutating func readXMLByte(into characters: inout [UInt8]) throws(InterchangeError) {
    guard let byte = peek() else { return }
    let length = byte < 0x80 ? 1 : scalarLength()
    guard let length, byte >= .space || isSpace(byte) else { throw xmlProblem("text") }
    if byte == .carriageReturn {
      skip()
      if peek() == .lineFeed { skipLineFeed() }
      characters.append(.lineFeed)
    } else {
      if length == 1 { characters.append(byte) } else { characters += lookahead(length) }
      if byte == .lineFeed { skipLineFeed() } else { skip(length) }
    }
    try requireXMLLength()
  }

  private mutating func requireXMLLength() throws(InterchangeError) {
    if offset - xmlStart.offset <= XMLElements.byteLimit { return }
    throw error(
      "expected at most \(Formatting.bytes(XMLElements.byteLimit)), found more",
      at: xmlStart.location)
  }

  /// Begins the bytes that have a limit.
  private mutating func beginXML() { xmlStart = (offset, location()) }

  /// Skips characters until the text.
  private mutating func skipXML(until text: String) throws(InterchangeError) {
    var (run, character) = (BoundedText(limit: 0), [UInt8]())
    let first = text.utf8.first
    while peek() != nil, !isAt(text) {
      readRun(into: &run) { 0x20..<0x80 ~= $0 && $0 != first }
      try requireXMLLength()
      if peek() != nil, !isAt(text) { try readXMLByte(into: &character) }
    }
  }

  /// Reads the rest of the source, which can be in any encoding.
  ///
  /// - Returns: The first address in it.
  private mutating func skipToXMLAddress() throws(InterchangeError) -> [UInt8]? {
    var (address, run): ([UInt8]?, BoundedText) = (nil, BoundedText(limit: 0))
    while let byte = peek() {
      if byte == .lineFeed {
        skipLineFeed()
      } else if isAt("http://") || isAt("https://") {
        let scheme = isAt("https") ? 8 : 7
        var text: [UInt8] = []
        while let byte = peek(), byte > .space, !"<>\"".utf8.contains(byte), scalarLength() != nil {
          try readXMLByte(into: &text)
        }
        if address == nil, text.count > scheme { address = text }
      } else {
        skip()
        readRun(into: &run) { $0 != .lineFeed && $0 != UInt8(ascii: "h") }
      }
      try requireXMLLength()
    }
    return address
  }

  // MARK: Position

  private mutating func skipXML(_ markup: String) -> Bool {
    guard isAt(markup) else { return false }
    skip(markup.utf8.count)
    return true
  }

  private mutating func requireXML(_ markup: String) throws(InterchangeError) {
    guard skipXML(markup) else { throw xmlProblem("'\(markup)'") }
  }

  /// Skips white space, comments and processing instructions.
  private mutating func skipXMLComments() throws(InterchangeError) {
    repeat { try skipXMLSpace() } while try skipXMLComment()
  }

  /// Skips a comment or a processing instruction.
  ///
  /// - Returns: Whether there is one.
  private mutating func skipXMLComment() throws(InterchangeError) -> Bool {
    let isComment = skipXML("<!--")
    guard isComment || skipXML("<?") else { return false }
    try skipXML(past: isComment ? "-->" : "?>")
    return true
  }

  private mutating func skipXML(past markup: String) throws(InterchangeError) {
    try skipXML(until: markup)
    try requireXML(markup)
  }

  /// - Returns: Whether there is white space.
  @discardableResult
  private mutating func skipXMLSpace() throws(InterchangeError) -> Bool {
    var space: [UInt8] = []
    while let byte = peek(), isSpace(byte) { try readXMLByte(into: &space) }
    return !space.isEmpty
  }

  /// The problem of what is next.
  private mutating func xmlProblem(_ expected: String) -> InterchangeError {
    guard let byte = peek() else {
      return error("expected \(expected), found the end of the document")
    }
    guard let length = scalarLength() else { return unexpected(expected: "UTF-8 text") }
    if isSpace(byte) { return error("expected \(expected), found white space") }
    if byte < .space { return error("expected text, found a control character") }
    return error(
      "expected \(expected), found '\(String(decoding: lookahead(length), as: UTF8.self))'")
  }
}
