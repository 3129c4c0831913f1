/// A state as a line of a change file. A stamp that is that of the title is left out.
extension MovieState {
  private enum Member {
    static let origins = "origins"
    static let added = "added"
    static let removed = "removed"
    static let registers = "values"
    static let lists = "lists"
    static let all = [origins, added, removed, registers, lists]
  }

  package var json: JSONValue {
    let base = registers[Self.title]?.stamp
    let registers = registers.members(\.name) { key, register in
      let isBase = register.stamp == base && key != Self.title
      return .array([JSONValue(register.values)] + (isBase ? [] : register.stamp.json))
    }
    let lists = lists.members(\.name) { _, elements in
      .object(
        elements.members(\.description) { _, element in
          .array(
            [JSONValue(element.presence.added), JSONValue(element.presence.removed)]
              + (element.first == base ? [] : element.first.json))
        })
    }
    var members: [JSONValue.Member] = [
      .init(
        key: Member.origins,
        value: .array(origins.sorted { $0.precedes($1) }.map(JSONValue.text))),
      .init(key: Member.added, value: JSONValue(presence.added)),
      .init(key: Member.removed, value: JSONValue(presence.removed)),
      .init(key: Member.registers, value: .object(registers)),
    ]
    if !lists.isEmpty { members.append(.init(key: Member.lists, value: .object(lists))) }
    return .object(members + others.members(\.self) { $1 })
  }

  /// The state of a line; `nil` for JSON of any other form.
  ///
  /// - Parameter ignored: Members that are not part of the state.
  package init?(_ json: JSONValue, ignoring ignored: Set<String> = []) {
    guard let members = json.members,
      let origins = json[Member.origins]?.array?.compactMap(\.text), !origins.isEmpty,
      let added = json[Member.added]?.times, let removed = json[Member.removed]?.times,
      let registers = json[Member.registers]?.members,
      let base = json[Member.registers]?[Self.title.name]?.array.flatMap({
        SyncStamp($0.dropFirst())
      })
    else { return nil }
    self.init(origins: Set(origins))
    presence = Presence(added: added, removed: removed)
    for member in registers {
      guard let parts = member.value.array, let values = parts.first?.attributeValues,
        let stamp = parts.count == 1 ? base : SyncStamp(parts.dropFirst()),
        member.key != Self.title.name || values.count == 1
      else { return nil }
      self.registers[AttributeKey(unchecked: member.key)] = Register(values: values, stamp: stamp)
    }
    for member in json[Member.lists]?.members ?? [] {
      for element in member.value.members ?? [] {
        guard let parts = element.value.array, parts.count >= 2, let added = parts[0].times,
          let removed = parts[1].times,
          let first = parts.count == 2 ? base : SyncStamp(parts.dropFirst(2))
        else { return nil }
        let key = AttributeKey(unchecked: member.key)
        lists[key, default: [:]][.text(element.key)] = Element(
          presence: Presence(added: added, removed: removed), first: first)
      }
    }
    for member in members where !Member.all.contains(member.key) && !ignored.contains(member.key) {
      others[member.key] = member.value
    }
  }

  /// The latest time in the state.
  var latestTime: Int64 {
    let elements = lists.values.flatMap(\.values)
    let times =
      registers.values.map(\.stamp.time) + presence.added.values
      + elements.flatMap(\.presence.added.values)
    return times.max() ?? 0
  }
}

extension SyncStamp {
  fileprivate var json: [JSONValue] { [.integer(time), .text(replica)] }

  fileprivate init?(_ parts: ArraySlice<JSONValue>) {
    guard parts.count == 2, let time = parts.first?.integer, let replica = parts.last?.text
    else { return nil }
    self.init(time: time, replica: replica)
  }
}

extension JSONValue {
  init(_ values: [AttributeValue]) {
    self = .array(
      values.map { value in
        switch value {
        case .text(let text): .text(text)
        case .integer(let value): .integer(value)
        case .real: .number(value.description)
        }
      })
  }

  fileprivate init(_ times: [String: Int64]) {
    self = .object(times.members(\.self) { .integer($1) })
  }

  fileprivate var times: [String: Int64]? {
    guard let members else { return nil }
    var times: [String: Int64] = [:]
    for member in members {
      guard let time = member.value.integer else { return nil }
      times[member.key] = time
    }
    return times
  }

  fileprivate var attributeValues: [AttributeValue]? {
    guard let array else { return nil }
    let values = array.compactMap { value -> AttributeValue? in
      switch value {
      case .text(let text): .text(text)
      case .integer(let value): .integer(value)
      case .number(let text): Double(text).map { .real($0) }
      default: nil
      }
    }
    return values.count == array.count ? values : nil
  }
}

extension Dictionary {
  /// The members of an object in the order of their names.
  fileprivate func members(
    _ name: (Key) -> String, _ json: (Key, Value) -> JSONValue
  ) -> [JSONValue.Member] {
    map { .init(key: name($0.key), value: json($0.key, $0.value)) }.sorted {
      $0.key.precedes($1.key)
    }
  }
}
