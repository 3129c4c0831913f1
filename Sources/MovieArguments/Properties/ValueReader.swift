/// Reads the value of a property from the texts of the command line.
struct ValueReader<Value> {
  let read: ([String]) -> Value
  let valueType: any ExpressibleByArgument.Type
  var isOptional = true
  var isRepeating = false
  var defaultValue: String?
}

extension ValueReader where Value: ExpressibleByArgument {
  /// A value with a default.
  static func withDefault(_ value: Value) -> ValueReader {
    ValueReader(
      read: { $0.last.flatMap(Value.init(argument:)) ?? value }, valueType: Value.self,
      defaultValue: value.defaultValueDescription)
  }

  /// A value that the command line must give. It can be read only after parsing.
  static var required: ValueReader {
    ValueReader(
      read: { parsed($0)[0] }, valueType: Value.self, isOptional: false)
  }
}

extension ValueReader {
  static func optional<Element: ExpressibleByArgument>() -> ValueReader where Value == Element? {
    ValueReader(read: { $0.last.flatMap(Element.init(argument:)) }, valueType: Element.self)
  }

  static func array<Element: ExpressibleByArgument>(isOptional: Bool) -> ValueReader
  where Value == [Element] {
    ValueReader(
      read: { parsed($0) }, valueType: Element.self,
      isOptional: isOptional, isRepeating: true)
  }
}

/// A loop, because `compactMap` is many times slower where it is not specialized.
private func parsed<Element: ExpressibleByArgument>(_ texts: [String]) -> [Element] {
  var values: [Element] = []
  for text in texts {
    if let value = Element(argument: text) { values.append(value) }
  }
  return values
}
