/// A positional argument, such as `<movie>`. A number can be limited to a range.
@propertyWrapper
package struct Argument<Value: Sendable>: Sendable {
  private let value: @Sendable () -> Value

  package var wrappedValue: Value { value() }

  /// A required argument. Its value can be read only after parsing.
  package init(
    help: ArgumentHelp, completion: CompletionKind = .default, range: ClosedRange<Int>? = nil
  ) where Value: ExpressibleByArgument {
    let values = ParsedValues<Value>()
    value = { values.all[0] }
    DeclarationCollector.add(
      ArgumentDefinition(
        kind: .positional, help: help, isOptional: false, valueType: Value.self, range: range,
        completion: completion, append: values.append))
  }

  /// An argument that can be absent.
  package init<Element: ExpressibleByArgument>(
    help: ArgumentHelp, completion: CompletionKind = .default, range: ClosedRange<Int>? = nil
  ) where Value == Element? {
    let values = ParsedValues<Element>()
    value = { values.all.last }
    DeclarationCollector.add(
      ArgumentDefinition(
        kind: .positional, help: help, valueType: Element.self, range: range,
        completion: completion,
        append: values.append))
  }

  /// All remaining values, at least one.
  package init<Element: ExpressibleByArgument>(
    help: ArgumentHelp, completion: CompletionKind = .default
  ) where Value == [Element] {
    self.init(help, completion, isOptional: false)
  }

  /// All remaining values, possibly none.
  package init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], help: ArgumentHelp, completion: CompletionKind = .default
  ) where Value == [Element] {
    self.init(help, completion, isOptional: true)
  }

  private init<Element: ExpressibleByArgument>(
    _ help: ArgumentHelp, _ completion: CompletionKind, isOptional: Bool
  ) where Value == [Element] {
    let values = ParsedValues<Element>()
    value = { values.all }
    DeclarationCollector.add(
      ArgumentDefinition(
        kind: .positional, help: help, isOptional: isOptional, isRepeating: true,
        valueType: Element.self,
        completion: completion, append: values.append))
  }
}
