internal import MovieArguments

/// The key of an order: after `-` if the order descends, after `+` if it ascends.
struct Signed<Key: ExpressibleByArgument & Equatable>: ExpressibleByArgument, Equatable {
  let key: Key
  /// `nil` without a sign.
  let isDescending: Bool?

  init(_ key: Key, isDescending: Bool? = nil) {
    (self.key, self.isDescending) = (key, isDescending)
  }

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
