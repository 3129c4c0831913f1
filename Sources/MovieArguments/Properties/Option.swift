/// An option with a value, such as `--limit <n>`.
///
/// Of a repeated option, an array has all values, and a single value is the last one.
@propertyWrapper
package struct Option<Value> {
  private let values = ParsedValues()
  private let reader: ValueReader<Value>

  package var wrappedValue: Value { reader.read(values.texts) }

  private init(
    _ reader: ValueReader<Value>, _ name: NameSpecification, _ help: ArgumentHelp,
    _ completion: CompletionKind, range: ClosedRange<Int>? = nil, flags: [ValueFlag] = []
  ) {
    self.reader = reader
    ArgumentDefinition(
      .option, name, help: help, values: values, isRepeating: reader.isRepeating,
      defaultValue: reader.defaultValue, valueType: reader.valueType, range: range,
      completion: completion)
    for flag in flags {
      ArgumentDefinition(
        .flag, flag.name, help: flag.help, values: values, flagValue: flag.value)
    }
  }

  /// An option with a default.
  ///
  /// - Parameter range: The allowed values of a number.
  package init(
    wrappedValue: Value, name: NameSpecification, help: ArgumentHelp,
    completion: CompletionKind = .default, range: ClosedRange<Int>? = nil
  ) where Value: ExpressibleByArgument {
    self.init(.withDefault(wrappedValue), name, help, completion, range: range)
  }

  /// An option that can be absent.
  ///
  /// - Parameter flags: Flags that stand for the option with a value.
  package init<Element: ExpressibleByArgument>(
    name: NameSpecification, help: ArgumentHelp, completion: CompletionKind = .default,
    range: ClosedRange<Int>? = nil, flags: [ValueFlag] = []
  ) where Value == Element? {
    self.init(.optional(), name, help, completion, range: range, flags: flags)
  }

  /// An option that can be repeated.
  package init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], name: NameSpecification, help: ArgumentHelp,
    completion: CompletionKind = .default
  ) where Value == [Element] {
    self.init(.array(isOptional: true), name, help, completion)
  }
}

/// A flag that stands for an option with a value: `--json` for `--format json`.
package struct ValueFlag {
  let name: NameSpecification
  let value: String
  let help: ArgumentHelp

  package init(_ name: NameSpecification, for value: String, help: ArgumentHelp) {
    self.name = name
    self.value = value
    self.help = help
  }
}

/// An option without a value, such as `--reverse`.
@propertyWrapper
package struct Flag {
  private let values = ParsedValues()

  package var wrappedValue: Bool { !values.texts.isEmpty }

  package init(wrappedValue: Bool, name: NameSpecification, help: ArgumentHelp) {
    ArgumentDefinition(.flag, name, help: help, values: values)
  }
}

/// Options and arguments that several commands share.
@propertyWrapper
package struct OptionGroup<Value> {
  package let wrappedValue: Value

  /// - Parameter title: The title in the help; if empty, the options are listed with the command's own.
  package init(title: String = "") where Value: ParsableArguments {
    wrappedValue = DefinitionCollector.inGroup(title) { Value() }
  }
}
