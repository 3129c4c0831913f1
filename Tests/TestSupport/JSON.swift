import Foundation

/// A JSON value.
package enum JSON: Decodable, Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  package init(_ text: String) throws {
    self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
  }

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let boolean = try? value.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let elements = try? value.decode([JSON].self) {
      self = .array(elements)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }

  /// The member of an object; `nil` of any other value.
  package subscript(key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }
  package var members: [String: JSON] {
    if case .object(let members) = self { members } else { [:] }
  }
}
