/// A positional argument, such as `<movie>`.
@propertyWrapper
package struct Argument<Value> {
  private let values = ParsedValues()
  private let reader: ValueReader<Value>

  package var wrappedValue: Value { reader.read(values.texts) }

  private init(
    _ reader: ValueReader<Value>, _ help: ArgumentHelp, _ completion: CompletionKind,
    range: ClosedRange<Int>? = nil
  ) {
    self.reader = reader
    ArgumentDefinition(
      .positional, help: help, values: values, isOptional: reader.isOptional,
      isRepeating: reader.isRepeating, valueType: reader.valueType, range: range,
      completion: completion)
  }

  /// A required argument. Its value can be read only after parsing.
  ///
  /// - Parameter range: The allowed values of a number.
  package init(
    help: ArgumentHelp, completion: CompletionKind = .default, range: ClosedRange<Int>? = nil
  ) where Value: ExpressibleByArgument {
    self.init(.required, help, completion, range: range)
  }

  /// - Parameter range: The allowed values of a number.
  package init<Element: ExpressibleByArgument>(
    help: ArgumentHelp, completion: CompletionKind = .default, range: ClosedRange<Int>? = nil
  ) where Value == Element? {
    self.init(.optional(), help, completion, range: range)
  }

  /// All remaining values, at least one.
  package init<Element: ExpressibleByArgument>(
    help: ArgumentHelp, completion: CompletionKind = .default
  ) where Value == [Element] {
    self.init(.array(isOptional: false), help, completion)
  }

  /// All remaining values, possibly none.
  package init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], help: ArgumentHelp, completion: CompletionKind = .default
  ) where Value == [Element] {
    self.init(.array(isOptional: true), help, completion)
  }
}
