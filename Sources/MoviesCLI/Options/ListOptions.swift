internal import MovieArguments
internal import MovieStore

/// Options that select a part of a list.
struct ListPage: ParsableArguments {
  @Flag(
    name: "--reverse",
    help: ArgumentHelp("Reverse the order.", suggestedFor: ["--desc", "--descending", "-r"]))
  var reverse = false
  @Option(
    name: "--limit",
    help: ArgumentHelp(
      "The maximum number of results.", valueName: "n",
      suggestedFor: ["--first", "--max", "--top", "-l", "-n"]),
    range: 0...Int.max)
  var limit: Int?
  @Option(
    name: "--offset",
    help: ArgumentHelp(
      "The number of results to skip.", valueName: "n", suggestedFor: ["--skip", "--start"]),
    range: 0...Int.max)
  var offset = 0
}

/// Names of options in other programs.
enum SuggestedNames {
  static let text = ["--contains", "--filter", "--find", "--match", "--name", "--query"]
  static let favorite = ["--star", "--starred"]
  static let actor = ["--cast", "--starring", "--with"]
  static let sort = ["--order", "--order-by", "-s"]
}

/// An order of movies: a name or a key, after `-` if it descends and `+` if it ascends.
struct ListOrder: Equatable {
  enum Key: Equatable {
    case title, added, relevance, random
    case attribute(AttributeKey)
  }

  let key: Key
  /// `nil` without a sign.
  private let sign: Bool?

  init(_ key: Key, descending sign: Bool? = nil) { (self.key, self.sign) = (key, sign) }

  /// Without a sign, the best and the latest movies are first.
  var isDescending: Bool {
    sign ?? (key == .attribute(.rating) || key == .attribute(.watched))
  }

  var attribute: AttributeKey? { if case .attribute(let key) = key { key } else { nil } }

  func order(seed: Int?) -> MovieOrder {
    switch key {
    case .title: .title
    case .added: .added
    case .relevance: .relevance
    case .random: .random(seed: seed.map(UInt64.init) ?? .random(in: 0...UInt64.max))
    case .attribute(let key): .attribute(key)
    }
  }

  /// Throws a usage error for a key that no movie has, unless it is known.
  func requireAttribute(in store: borrowing Catalog) throws {
    guard let attribute else { return }
    try AttributeSuggestions.require(attribute, in: store, or: Self.named.map(\.name))
  }
}

extension ListOrder: ExpressibleByArgument {
  private static let named: [(name: String, key: Key)] = [
    ("title", .title), ("added", .added), ("relevance", .relevance), ("random", .random),
  ]

  init?(argument: String) {
    let sign = argument.unicodeScalars.first
    let isSigned = sign == "-" || sign == "+"
    let name = isSigned ? String(argument.unicodeScalars.dropFirst()) : argument
    let descending = isSigned ? sign == "-" : nil
    if let named = Self.named.first(where: { $0.name == name }) {
      self.init(named.key, descending: descending)
    } else {
      do { self.init(.attribute(try AttributeKey(name)), descending: descending) } catch {
        return nil
      }
    }
  }

  /// A word with one letter is an option, such as `-q`.
  static func acceptsDashed(_ word: String) -> Bool {
    word.utf8.count > 2 && ListOrder(argument: word) != nil
  }

  /// Any other key is accepted, too.
  static var allValueStrings: [String] {
    named.map(\.name) + AttributeKey.known.map(\.name)
  }
}

struct ShuffleSeed: ParsableArguments {
  @Option(
    name: "--seed",
    help: ArgumentHelp("The seed of the random order, which repeats it.", valueName: "n"),
    range: 0...Int.max)
  var seed: Int?
}
