internal import MovieArguments
internal import MovieStore

/// Options that choose movies, the same for every command.
struct Selection: ParsableArguments {
  @OptionGroup var terms: SelectionTerms
  @OptionGroup var title: TitleOption

  /// Parses the options before the database is opened.
  ///
  /// - Parameter arguments: Terms among the arguments of the command.
  func parsed(_ arguments: [String] = []) throws -> QuerySelection {
    try terms.parsed(arguments, titles: title.titles)
  }

  /// - Throws: A usage error unless either movies are named or there is a selection.
  func validate(instead movies: [String]) throws {
    try terms.validate(instead: movies, titles: title.titles)
  }
}

/// The options of a command that changes movies.
struct ChangeOptions: ParsableArguments {
  @OptionGroup(title: "Selection options") var selection: ChangeSelection
  @OptionGroup(title: "Output options") var output: RecordOptions<MovieRecord>
  @OptionGroup(title: "Write options") var write: WriteOptions

  func change(_ verb: BatchChange.Verb = .change, of movies: [String]) throws -> BatchChange {
    BatchChange(
      verb: verb, references: MovieReferences(arguments: movies),
      selection: try selection.parsed(), output: output, write: write)
  }
}

/// The options that choose movies for a change.
struct ChangeSelection: ParsableArguments {
  @OptionGroup var terms: SelectionTerms
  @OptionGroup var title: TitleOption
  @OptionGroup var everything: AllOption

  var isEmpty: Bool { terms.isEmpty && title.titles.isEmpty && !everything.all }

  func parsed() throws -> QuerySelection {
    try terms.parsed(titles: title.titles, all: everything.all)
  }

  func validate(instead movies: [String]) throws {
    try terms.validate(instead: movies, titles: title.titles, all: everything.all)
  }
}

/// The options of ``Selection``, except `--title`, which sets the title in `edit`.
struct SelectionTerms: ParsableArguments {
  @Option(
    name: "--where",
    help: ArgumentHelp(
      "Only movies that match a query, such as 'year:1990s', 'has:rating' or 'actor=\"al pacino\"'; see 'movies help query'. If an option is repeated, all must match.",
      valueName: "query",
      suggestedFor: [
        "--attribute", "--director director:<director>", "--genre genre:<genre>",
        "--matching", "--note note:<text>", "--rating rating:<rating>",
        "--runtime runtime:<minutes>", "--search",
        "--tag tag:<tag>", "--text", "--watched is:watched", "--year year:<year>",
      ] + SuggestedNames.text),
    completion: .custom(CatalogCompletion.term))
  var queries: [String] = []
  @Option(
    name: "--not",
    help: ArgumentHelp(
      "Only movies that do not match a term.", valueName: "term",
      suggestedFor: ["-", "--exclude", "--unwatched is:watched", "--without"]),
    completion: .custom(CatalogCompletion.term))
  var excluded: [String] = []
  @Option(
    name: "--actor",
    help: ArgumentHelp(
      "Only movies with this actor: a name or an id ('name:7' or 'id:7' to be explicit).",
      valueName: "actor", suggestedFor: SuggestedNames.actor + ["--star"]),
    completion: .custom(CatalogCompletion.actor))
  var actors: [String] = []
  @Flag(
    name: "--favorites",
    help: ArgumentHelp("Only favorites.", suggestedFor: SuggestedNames.favorite))
  var favorites = false
  @Flag(name: "--exit-status", help: "Exit with 1 if nothing matches.") var setsExitStatus = false

  var isEmpty: Bool { queries.isEmpty && excluded.isEmpty && actors.isEmpty && !favorites }

  /// Parses the options before the database is opened; then ``QuerySelection/query(in:)`` looks up
  /// the actors.
  ///
  /// - Parameter arguments: Terms among the arguments of the command.
  func parsed(
    _ arguments: [String] = [], titles: [String] = [], all: Bool = false
  ) throws -> QuerySelection {
    if arguments.contains(where: { $0.unicodeScalars.allSatisfy(\.properties.isWhitespace) }) {
      throw ValidationError("The query has an empty argument")
    }
    if actors.contains(where: \.isEmpty) {
      throw ValidationError("The value of '--actor' is empty")
    }
    var options: [MovieQuery.Term] = []
    var words: Set<String> = []
    for query in queries { options += try Self.terms(ofOption: query, "--where", &words) }
    for term in excluded {
      let parsed = try Self.terms(ofOption: term, "--not", &words)
      guard parsed.count == 1 else {
        throw ValidationError("'--not' has one term. Repeat the option, or quote the text.")
      }
      options.append(!parsed[0])
    }
    for word in words {
      if let advice = QuerySelection.advice(forKey: word) { throw ValidationError("\(advice).") }
    }
    var terms = MovieQuery.withoutIdleTexts(try Self.terms(of: arguments) + options)
    terms += try Self.checked(titles.map { .title(is: $0) })
    if favorites { terms.append(.isFavorite) }
    return QuerySelection(
      terms: terms, actors: actors, words: words, isOfAll: all, setsExitStatus: setsExitStatus)
  }

  /// - Parameter words: Gets the terms that are words without quotes: a user who quotes a text
  ///   means the text.
  private static func terms(
    ofOption text: String, _ option: String, _ words: inout Set<String>
  ) throws -> [MovieQuery.Term] {
    let terms = try Self.terms(of: [text])
    if terms.isEmpty { throw ValidationError("The query of '\(option)' has no terms") }
    if !text.utf8.contains(UInt8(ascii: "\"")) {
      words.formUnion(terms.filter(\.isText).flatMap(\.values).map(\.description))
    }
    return terms
  }

  private static func terms(of arguments: [String]) throws -> [MovieQuery.Term] {
    do throws(StoreError) { return try MovieQuery(arguments: arguments).terms } catch {
      throw AttributeArgument.usageError(error)
    }
  }

  private static func checked(_ terms: [MovieQuery.Term]) throws -> [MovieQuery.Term] {
    do throws(StoreError) { try MovieQuery(terms).validate() } catch {
      throw AttributeArgument.usageError(error)
    }
    return terms
  }
}

/// The terms among the arguments of a command.
enum SelectionArgument {
  static let help = ArgumentHelp(
    "Text in titles and at the start of names, or terms such as 'year:1990s', '!is:watched' or 'actor:pacino'; all must match. See 'movies help query'.",
    valueName: "term",
    suggestedFor: SuggestedNames.text + ["--matching", "--search", "--text"])
}

/// Words to look for in names or in the history.
enum SearchWords {
  /// Returns one text. It has a word, unless there are no arguments.
  static func joined(_ arguments: [String], for name: String) throws -> String {
    let text = arguments.joined(separator: " ")
    let words: [LoosePattern]
    do throws(StoreError) { words = try LoosePattern.all(in: text) } catch {
      throw AttributeArgument.usageError(error)
    }
    if !arguments.isEmpty, words.isEmpty {
      throw ValidationError("The text for \(name) contains no words")
    }
    return text
  }
}

/// The option `--title`, in commands in which it does not set the title.
struct TitleOption: ParsableArguments {
  @Option(
    name: "--title",
    help: ArgumentHelp(
      "Only movies with exactly this title. Case, accents and a leading article are ignored.",
      valueName: "title"),
    completion: .custom(CatalogCompletion.title))
  var titles: [String] = []
}

/// The option `--all`, in commands that change movies.
struct AllOption: ParsableArguments {
  @Flag(name: "--all", help: "All movies in the catalog.") var all = false
}

/// The parsed selection of a command.
struct QuerySelection {
  let terms: [MovieQuery.Term]
  /// References to actors.
  let actors: [String]
  /// Terms of options that are words without quotes, which can be keys that movies have.
  let words: Set<String>
  /// Whether `--all` chooses all movies.
  let isOfAll: Bool
  let setsExitStatus: Bool

  var isEmpty: Bool { terms.isEmpty && actors.isEmpty && !isOfAll }

  /// Whether there is a text to look for, by which movies can be ranked.
  var hasText: Bool { terms.contains { !$0.isNegated && $0.isRanked } }

  /// Throws a usage error if there is no text for an order by relevance.
  func requireText() throws {
    if !hasText { throw ValidationError("'--sort relevance' requires a text") }
  }

  /// Throws a usage error for a text without a key, which a command that changes movies refuses.
  func requireKeys() throws {
    for term in terms where term.isText {
      let text = (term.isNegated ? !term : term).description
      throw ValidationError(
        "The text '\(text)' has no key. Use 'title:\(text)' or 'actor:\(text)'.")
    }
  }

  /// The query. An actor that does not exist, and a key that no movie has, are errors.
  func query(in store: borrowing Catalog) throws -> MovieQuery {
    let ids = try actors.map { try ReferenceSuggestions.actor($0, in: store).id }
    for key in words.isEmpty ? [] : try store.attributeKeys() where words.contains(key.name) {
      throw CommandError.usage("\(Self.advice(for: key)).")
    }
    for term in terms where term.keys.contains(where: { !$0.isKnown }) {
      if let sentence = try AttributeSuggestions.unknownKeys(of: term, in: store).first {
        throw CommandError.usage(sentence)
      }
      if let sentence = try AttributeSuggestions.advice(comparing: term, in: store) {
        throw CommandError.usage("'\(term)' finds nothing: \(sentence)")
      }
    }
    return MovieQuery(terms + ids.map { .actor(id: $0) })
  }
}

extension QuerySelection {
  /// What to write instead of a known key that a user wrote as a term; `nil` for other words.
  static func advice(forKey word: String) -> String? {
    let name = word.lowercased()
    switch name {
    case "favorite", "favorites": return advice(word, "'is:favorite'")
    case "watched": return advice(word, "'is:watched', 'has:watched'")
    case "title", "actor": return advice(word, "'\(name):<text>'")
    default:
      guard let key = AttributeKey.known.first(where: { $0.name == name }) else { return nil }
      return advice(word, "'has:\(key)', '\(key):<value>'")
    }
  }

  /// The same for a key that movies have.
  static func advice(for key: AttributeKey) -> String {
    advice(key.name, "'has:\(key)', '\(key):<value>'")
  }

  private static func advice(_ word: String, _ terms: String) -> String {
    "'\(word)' is a key. Use \(terms), or '\"\(word)\"' for the text"
  }
}

extension QuerySelection: CustomStringConvertible {
  /// What was asked for, as a query; empty for all movies.
  var description: String {
    let names = actors.map { "actor=\(MovieQuery.Term.Value.quoted($0))" }
    return (terms.map(\.description) + names).joined(separator: " ")
  }
}

extension QuerySelection {
  /// The attributes that the movies must have.
  var keys: [AttributeKey] {
    terms.filter { !$0.isNegated }.flatMap(\.keys).reduce(into: []) { keys, key in
      if !keys.contains(key) { keys.append(key) }
    }
  }

  /// Throws a usage error for an excluded value that no movie has, but that resembles one: a change
  /// would meet more movies than are meant.
  func requireMetExclusions(in store: borrowing Catalog) throws {
    let excluded = terms.filter(\.isNegated).map { !$0 }
    if let message = try NearMisses.messages(for: MovieQuery(excluded), in: store).first {
      throw CommandError.usage(message + " To exclude nothing, leave out the term.")
    }
  }

  /// Prints what the terms of a query can mean that chose no movies.
  ///
  /// - Returns: Whether there is such a meaning.
  @discardableResult
  func printNearMisses(in store: borrowing Catalog, _ context: CommandContext) throws -> Bool {
    if isEmpty || context.ui.isQuiet { return false }
    let messages = try NearMisses.messages(for: query(in: store), in: store)
    for message in messages { try context.ui.info(message) }
    return !messages.isEmpty
  }

  func exitStatus(matches count: Int) -> ExitStatus {
    setsExitStatus && count == 0 ? .notFound : .done
  }
}

extension SelectionTerms {
  /// - Throws: A usage error unless either movies are named or there is a selection.
  func validate(instead movies: [String], titles: [String] = [], all: Bool = false) throws {
    switch [!movies.isEmpty, !isEmpty || !titles.isEmpty, all].count(where: { $0 }) {
    case 0:
      throw ValidationError(
        "Missing expected argument '<movie> ...'. Specify movies, or use '--where'.")
    case 1: break
    default:
      throw ValidationError(
        "Specify movies, or choose them with options such as '--where', but not both")
    }
  }
}
