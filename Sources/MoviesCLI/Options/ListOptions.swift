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

/// The orders of movies.
enum ListOrder: Equatable {
  case title, added, relevance, random
  case attribute(AttributeKey)

  private static let named: [(name: String, order: ListOrder)] = [
    ("title", .title), ("added", .added), ("relevance", .relevance), ("random", .random),
  ]

  func order(_ shuffle: ShuffleSeed) -> MovieOrder {
    switch self {
    case .title: .title
    case .added: .added
    case .relevance: .relevance
    case .random: .random(seed: shuffle.seed.map(UInt64.init) ?? .random(in: 0...UInt64.max))
    case .attribute(let key): .attribute(key)
    }
  }

  /// Throws a usage error for a key that no movie has, unless it is known.
  func requireAttribute(in store: borrowing Catalog) throws {
    guard case .attribute(let key) = self else { return }
    try AttributeSuggestions.require(key, in: store, or: Self.named.map(\.name))
  }
}

extension ListOrder: ExpressibleByArgument {
  init?(argument: String) {
    if let named = Self.named.first(where: { $0.name == argument }) {
      self = named.order
    } else {
      do { self = .attribute(try AttributeKey(argument)) } catch { return nil }
    }
  }

  var defaultValueDescription: String {
    if case .attribute(let key) = self { return key.name }
    return Self.named.first { $0.order == self }?.name ?? ""
  }

  /// Any other key is accepted, too.
  static var allValueStrings: [String] {
    named.map(\.name) + AttributeKey.known.map(\.name)
  }
}

struct ShuffleSeed: ParsableArguments {
  @Option(
    name: "--seed",
    help: ArgumentHelp(
      "The seed for '--sort random'; the same seed gives the same order.", valueName: "n"),
    range: 0...Int.max)
  var seed: Int?

  func validate(for order: ListOrder?) throws {
    if seed != nil, order != .random {
      throw ValidationError("'--seed <n>' requires '--sort random'")
    }
  }
}
