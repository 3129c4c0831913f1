internal import MovieArguments

/// An order by a key: after `-` it descends, after `+` it ascends.
///
/// A generic type would be instantiated at run time, for 0.4 million instructions of each command.
protocol SignedOrder: ExpressibleByArgument, Equatable {
  associatedtype Key: ExpressibleByArgument

  var key: Key { get }
  /// `nil` without a sign.
  var isDescending: Bool? { get }

  init(_ key: Key, isDescending: Bool?)
}

extension SignedOrder {
  init(_ key: Key) { self.init(key, isDescending: nil) }

  init?(argument: String) {
    let sign = argument.unicodeScalars.first
    let isSigned = sign == "-" || sign == "+"
    let name = isSigned ? String(argument.unicodeScalars.dropFirst()) : argument
    guard let key = Key(argument: name) else { return nil }
    self.init(key, isDescending: isSigned ? sign == "-" : nil)
  }

  /// A word with one letter is an option, such as `-q`.
  static func acceptsDashed(_ word: String) -> Bool {
    word.utf8.count > 2 && Self(argument: word) != nil
  }

  static var typeName: String { Key.typeName }
  static var allValueStrings: [String] { Key.allValueStrings }
  var defaultValueDescription: String { key.defaultValueDescription }
}
