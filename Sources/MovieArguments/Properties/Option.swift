/// An option with a value, such as `--limit <n>`.
///
/// Of a repeated option, an array has all values, and a single value is the last one. A number can
/// be limited to a range.
@propertyWrapper
package struct Option<Value: Sendable>: Sendable {
  private let value: @Sendable () -> Value

  package var wrappedValue: Value { value() }

  /// An option with a default.
  package init(
    wrappedValue: Value, name: NameSpecification, help: ArgumentHelp,
    completion: CompletionKind = .default, range: ClosedRange<Int>? = nil
  ) where Value: ExpressibleByArgument {
    let values = ParsedValues<Value>()
    value = { values.all.last ?? wrappedValue }
    DeclarationCollector.add(
      ArgumentDefinition(
        kind: .option, names: name.names, help: help,
        defaultValue: wrappedValue.defaultValueDescription, valueType: Value.self, range: range,
        completion: completion, append: values.append))
  }

  /// An option that can be absent.
  ///
  /// - Parameters:
  ///   - flags: Flags that stand for the option with a value.
  ///   - implied: The value if it is left out; `nil` if it must be given. Then only a word with a
  ///     value of the type is one.
  package init<Element: ExpressibleByArgument>(
    name: NameSpecification, help: ArgumentHelp, completion: CompletionKind = .default,
    range: ClosedRange<Int>? = nil, flags: [ValueFlag] = [], implied: String? = nil
  ) where Value == Element? {
    let values = ParsedValues<Element>()
    value = { values.all.last }
    DeclarationCollector.add(
      ArgumentDefinition(
        kind: .option, names: name.names, help: help, impliedValue: implied,
        valueType: Element.self, range: range, completion: completion, append: values.append))
    for flag in flags {
      DeclarationCollector.add(
        ArgumentDefinition(kind: .flag, names: flag.name.names, help: flag.help) { _ in
          values.append(flag.value)
        })
    }
  }

  /// An option that can be repeated.
  package init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], name: NameSpecification, help: ArgumentHelp,
    completion: CompletionKind = .default
  ) where Value == [Element] {
    let values = ParsedValues<Element>()
    value = { values.all }
    DeclarationCollector.add(
      ArgumentDefinition(
        kind: .option, names: name.names, help: help, isRepeating: true, valueType: Element.self,
        completion: completion, append: values.append))
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
package struct Flag: Sendable {
  private let given = ParsedValues<String>()

  package var wrappedValue: Bool { !given.all.isEmpty }

  package init(wrappedValue: Bool, name: NameSpecification, help: ArgumentHelp) {
    DeclarationCollector.add(
      ArgumentDefinition(kind: .flag, names: name.names, help: help, append: given.append))
  }
}

/// Options and arguments that several commands share.
@propertyWrapper
package struct OptionGroup<Value: ParsableArguments>: Sendable {
  package let wrappedValue: Value

  /// - Parameter title: The title in the help; if empty, the options are listed with the command's own.
  package init(title: String = "") { wrappedValue = DeclarationCollector.makeGroup(title) }
}
