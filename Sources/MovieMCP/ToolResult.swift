package import MovieSystem

/// The result of a call.
package struct ToolResult {
  /// The maximum length of a result in bytes, as a client receives it. More fills the context of a
  /// model, and some clients leave it out.
  package static let byteLimit = 60_000

  /// The output, then messages about it.
  private let texts: [String]
  private let isError: Bool
  /// The output as a value, if it is JSON.
  private let value: JSONValue?
  /// The part of a list that the value is, if it is one.
  private let page: ToolPage?
  /// The arguments with which a client can ask for less, or for the rest.
  private let narrowing: [String]

  package init(
    _ texts: [String], value: JSONValue? = nil, page: ToolPage? = nil, narrowing: [String] = [],
    isError: Bool = false
  ) {
    (self.texts, self.value, self.isError) = (texts, value, isError)
    (self.page, self.narrowing) = (page, narrowing)
  }

  package static func error(_ text: String) -> Self { Self([text], isError: true) }

  /// The result as a client receives it. A longer one is cut, and says so.
  func object(_ version: ProtocolVersion) -> JSONValue {
    let size = value?.bytes.count ?? 0
    var limit = Self.byteLimit
    while limit > 0 {
      let object = object(version, size: size, limit: limit)
      let count = object.bytes.count
      if count <= Self.byteLimit { return object }
      // The output is there as a text, which is escaped, and as a value.
      limit = min(limit * Self.byteLimit / count, limit - 1_000)
    }
    return Self.error("Error: The result is too long.").object(version)
  }

  /// - Parameters:
  ///   - size: The length of the value.
  ///   - limit: The maximum length of the value, and of all messages.
  private func object(_ version: ProtocolVersion, size: Int, limit: Int) -> JSONValue {
    guard let value else { return Self.object(messages(texts[...], limit: limit), nil, isError) }
    var cut = JSONCut()
    var part = value
    if size > limit {
      part = cut.elements(of: value, named: page?.noun ?? "", limit: limit)
    }
    let isWhole = size <= limit
    let output = isWhole ? texts.first ?? "" : part.lines
    let note = note(on: part, of: value, isWhole: isWhole, cut.notes)
    var structure = page?.structure(part) ?? part
    if !cut.notes.isEmpty, structure.members != nil {
      structure = structure.with(["cut": .array(cut.notes.map(JSONValue.text))])
    }
    return Self.object(
      [output] + [note].compactMap(\.self) + messages(texts.dropFirst(), limit: limit),
      version.allows(structure) ? structure : nil, isError)
  }

  private static func object(
    _ texts: [String], _ structure: JSONValue?, _ isError: Bool
  ) -> JSONValue {
    let content = texts.map { ["type": "text", "text": .text($0)] as JSONValue }
    let object: JSONValue = ["content": .array(content), "isError": .bool(isError)]
    return structure.map { object.with(["structuredContent": $0]) } ?? object
  }

  private func messages(_ texts: ArraySlice<String>, limit: Int) -> [String] {
    texts.map { text in
      let limit = limit / texts.count
      if text.utf8.count <= limit { return text }
      let (start, length) = JSONCut.start(of: text, limit: limit)
      return "\(start)\n\(JSONCut.note(length, of: text.utf8.count)) bytes are shown.\n"
    }
  }

  /// What is missing, and how to get it; `nil` if nothing is.
  private func note(
    on part: JSONValue, of value: JSONValue, isWhole: Bool, _ cuts: [String]
  ) -> String? {
    var sentences: [String] = []
    let count = part.array?.count ?? 0
    if let page {
      if let sentence = page.sentence(count) { sentences.append(sentence) }
    } else if let all = value.array?.count, count < all {
      sentences.append("\(JSONCut.note(count, of: all)) results are shown.")
    }
    if !cuts.isEmpty { sentences.append("Cut: \(cuts.joined(separator: ", ")).") }
    if !isWhole {
      sentences.append("A result has at most \(Formatting.grouped(Self.byteLimit)) bytes.")
      if !narrowing.isEmpty {
        let names = narrowing.map { "'\($0)'" }.joined(separator: ", ")
        sentences.append("To get the rest, use these arguments: \(names).")
      }
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}

/// The part of a list that a call returns.
package struct ToolPage {
  /// The elements in the plural, such as `movies`.
  let noun: String
  /// The number of elements before it.
  private let offset: Int
  /// The number of elements of the whole list, as far as they were counted.
  private let total: Int
  private let isTotalExact: Bool
  /// Whether the same call with a higher offset returns the next part.
  private let isContinued: Bool

  package init(
    of noun: String, offset: Int, total: Int, isTotalExact: Bool, isContinued: Bool
  ) {
    (self.noun, self.offset, self.total) = (noun, offset, total)
    (self.isTotalExact, self.isContinued) = (isTotalExact, isContinued)
  }

  /// The offset of the part after one of this length, if there is another one.
  private func next(after count: Int) -> Int? {
    let (end, isOver) = offset.addingReportingOverflow(count)
    return isContinued && count > 0 && !isOver && end < total ? end : nil
  }

  /// Such as `50 of 2,000 movies; offset 50 continues.`; `nil` for a whole list.
  func sentence(_ count: Int) -> String? {
    if count == total, isTotalExact { return nil }
    let number = (isTotalExact ? "" : "at least ") + Formatting.grouped(total)
    return "\(Formatting.grouped(count)) of \(number) \(noun)"
      + (next(after: count).map { "; offset \($0) continues." } ?? ".")
  }

  /// The elements in an object with the total.
  func structure(_ elements: JSONValue) -> JSONValue {
    var members = [
      JSONValue.Member(key: noun, value: elements),
      .init(key: isTotalExact ? "total" : "totalAtLeast", value: .integer(Int64(total))),
    ]
    if let next = next(after: elements.array?.count ?? 0) {
      members.append(.init(key: "nextOffset", value: .integer(Int64(next))))
    }
    return .object(members)
  }
}
