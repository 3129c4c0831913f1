internal import MovieSystem

/// Cuts JSON to a length, and notes what was cut.
struct JSONCut {
  /// A member with a smaller share of an object is left out instead of cut.
  private static let shareLimit = 64

  /// Such as `attributes.note (20,000 of 700,000 bytes)`.
  private(set) var notes: [String] = []

  /// The first elements of an array that fit. If not even the first one does, a part of it; of
  /// any other value, also a part.
  ///
  /// - Parameter name: The name of the value in the notes.
  mutating func elements(of value: JSONValue, named name: String, limit: Int) -> JSONValue {
    guard let elements = value.array, let first = elements.first else {
      return part(of: value, named: name, limit: limit)
    }
    let kept = Self.start(of: elements, limit: limit)
    return .array(kept.isEmpty ? [part(of: first, named: name + "[0]", limit: limit - 2)] : kept)
  }

  /// The value if it fits, or else a part of it.
  private mutating func part(of value: JSONValue, named name: String, limit: Int) -> JSONValue {
    if value.bytes.count <= limit { return value }
    switch value {
    case .null, .bool, .integer: return value
    case .number:
      notes.append(name)
      return .null
    case .text(let text):
      let (start, length) = Self.start(of: text, limit: limit)
      notes.append("\(name) (\(Self.note(length, of: text.utf8.count)) bytes)")
      return .text(start)
    case .array(let elements):
      let kept = Self.start(of: elements, limit: limit)
      notes.append("\(name) (\(Self.note(kept.count, of: elements.count)))")
      return .array(kept)
    case .object(let members): return part(of: members, named: name, limit: limit)
    }
  }

  /// An object with all members, of which the long ones are cut; if there are too many, with the
  /// first ones.
  private mutating func part(
    of members: [JSONValue.Member], named name: String, limit: Int
  ) -> JSONValue {
    let lengths = members.map { JSONValue.object([$0]).bytes.count }
    // What the short members do not need is for the others.
    var (rest, share) = (limit - 2, limit)
    for (index, length) in lengths.sorted().enumerated() {
      share = rest / (members.count - index)
      if length > share { break }
      rest -= length
    }
    var kept: [JSONValue.Member] = []
    rest = limit - 2
    for (member, length) in zip(members, lengths) {
      if share < Self.shareLimit {
        if length > rest { continue }
        kept.append(member)
        rest -= length
      } else {
        let keyLength = length - member.value.bytes.count
        let path = name.isEmpty ? member.key : "\(name).\(member.key)"
        let value = part(of: member.value, named: path, limit: share - keyLength)
        kept.append(.init(key: member.key, value: value))
      }
    }
    if kept.count < members.count {
      notes.append("\(name) (\(Self.note(kept.count, of: members.count)))")
    }
    return .object(kept)
  }

  // MARK: Lengths

  /// Such as `20,000 of 700,000`.
  static func note(_ count: Int, of total: Int) -> String {
    "\(Formatting.grouped(count)) of \(Formatting.grouped(total))"
  }

  private static func start(of elements: [JSONValue], limit: Int) -> [JSONValue] {
    var rest = limit - 2
    return Array(
      elements.prefix { element in
        rest -= element.bytes.count + 1
        return rest >= 0
      })
  }

  /// The start of a text with an ellipsis, and the number of its bytes without that.
  static func start(of text: String, limit: Int) -> (text: String, length: Int) {
    var rest = limit - 5
    let start = text.unicodeScalars.prefix { scalar in
      rest -= JSONValue.text(String(scalar)).bytes.count - 2
      return rest >= 0
    }
    return (String(start) + "…", String(start).utf8.count)
  }
}

extension JSONValue {
  /// The value on a line; of an array, each element.
  var lines: String {
    guard let array, !array.isEmpty else { return String(decoding: bytes, as: UTF8.self) + "\n" }
    let lines = array.map { String(decoding: $0.bytes, as: UTF8.self) }
    return "[\n\(lines.joined(separator: ",\n"))\n]\n"
  }
}
