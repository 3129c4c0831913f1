internal import MovieStore
package import MovieSystem

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
    let base = registers[.title]?.stamp
    let registers = registers.members(\.name) { key, register in
      let isBase = register.stamp == base && key != .title
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

  /// The state of a line; `nil` for JSON of any other form, for values that a movie cannot have,
  /// and for times that are none.
  ///
  /// - Parameter ignored: Members that are not part of the state.
  package init?(_ json: JSONValue, ignoring ignored: Set<String> = []) {
    guard let members = json.members,
      let origins = json[Member.origins]?.array?.compactMap(\.text), !origins.isEmpty,
      let added = json[Member.added]?.times, let removed = json[Member.removed]?.times,
      let registers = json[Member.registers]?.members,
      let base = json[Member.registers]?[AttributeKey.title.name]?.array.flatMap({
        SyncStamp($0.dropFirst())
      })
    else { return nil }
    self.init(origins: Set(origins))
    presence = Presence(added: added, removed: removed)
    for member in registers {
      guard let parts = member.value.array, let values = parts.first?.attributeValues,
        let stamp = parts.count == 1 ? base : SyncStamp(parts.dropFirst()),
        member.key != AttributeKey.title.name || values.count == 1
      else { return nil }
      self.registers[AttributeKey(unchecked: member.key)] = Register(values: values, stamp: stamp)
    }
    guard let lists = (json[Member.lists] ?? .object([])).members else { return nil }
    for member in lists {
      guard let elements = member.value.members else { return nil }
      for element in elements {
        guard let parts = element.value.array, parts.count >= 2, let added = parts[0].times,
          let removed = parts[1].times,
          let first = parts.count == 2 ? base : SyncStamp(parts.dropFirst(2))
        else { return nil }
        let key = AttributeKey(unchecked: member.key)
        self.lists[key, default: [:]][.text(element.key)] = Element(
          presence: Presence(added: added, removed: removed), first: first)
      }
    }
    for member in members where !Member.all.contains(member.key) && !ignored.contains(member.key) {
      others[member.key] = member.value
    }
    if !isValid { return nil }
  }

  /// Whether a movie can have the values: those of other replicas and of other programs need not be
  /// valid.
  var isValid: Bool {
    let origins = origins.allSatisfy(TextValidation.isStorable)
    let registers = registers.allSatisfy { key, register in
      switch (key, register.values) {
      case (.title, let values):
        values.count == 1 && values.allSatisfy { $0.isText && $0.isStorable }
      case (.cast, let values): values.allSatisfy { $0.isText && $0.isStorable }
      case (.favorite, let values): values.isEmpty || values == [.integer(1)]
      case (let key, let values):
        AttributeKey.isValid(key.name) && !key.isList && (values.count < 2 || !key.isKnown)
          && values.allSatisfy { $0.isStored(as: key) }
      }
    }
    return origins && registers
      && lists.allSatisfy { key, elements in
        AttributeKey.isValid(key.name) && !key.isSingle
          && elements.keys.allSatisfy { $0.isStored(as: key) }
      }
  }

  /// The latest time in the state.
  package var latestTime: Int64 { latestTime(until: .max) }

  /// The latest time in the state that is not after a limit.
  func latestTime(until limit: Int64) -> Int64 {
    var latest: Int64 = 0
    func add(_ time: Int64) { if time <= limit { latest = max(latest, time) } }
    func add(_ presence: Presence) {
      presence.added.values.forEach(add)
      presence.removed.values.forEach(add)
    }
    add(presence)
    for register in registers.values { add(register.stamp.time) }
    for elements in lists.values {
      for element in elements.values {
        add(element.presence)
        add(element.first.time)
      }
    }
    return latest
  }
}

extension AttributeValue {
  /// Whether a title or a name can be the text.
  fileprivate var isStorable: Bool { TextValidation.isStorable(description) }

  /// Whether the key stores the value in this form.
  fileprivate func isStored(as key: AttributeKey) -> Bool {
    do throws(StoreError) { return try validated(for: key) == self } catch { return false }
  }
}

extension SyncStamp {
  fileprivate var json: [JSONValue] { [.integer(time), .text(replica)] }

  fileprivate init?(_ parts: ArraySlice<JSONValue>) {
    guard parts.count == 2, let time = parts.first?.time, let replica = parts.last?.text
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

  /// A time of a state.
  var time: Int64? { integer.flatMap { SyncStamp.times.contains($0) ? $0 : nil } }

  fileprivate var times: [String: Int64]? {
    guard let members else { return nil }
    var times: [String: Int64] = [:]
    for member in members {
      guard let time = member.value.time else { return nil }
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
