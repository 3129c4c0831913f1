internal import MovieArguments
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// How the words of a command line come to name movies.
extension Session {
  /// The references among the arguments; `-` stands for those on standard input.
  func references() throws -> [MovieReference] {
    let standardInput = command.arguments.filter { $0 == "-" }.count
    if standardInput > 1 { throw misuse("Standard input can be read only once. Use a single '-'.") }
    return try command.arguments.flatMap { argument in
      argument == "-" ? try referencesOnInput() : [try reference(argument)]
    }
  }

  /// The most references on standard input.
  private static var mostReferences: Int { 1_000_000 }
  private static var longestReference: String { "\(MovieDraft.textByteLimit >> 10) KiB" }

  func reference(_ text: String) throws -> MovieReference {
    if text.utf8.count > MovieDraft.textByteLimit {
      throw misuse("A reference cannot be longer than \(Self.longestReference)")
    }
    do {
      return try MovieReference(text)
    } catch {
      throw misuse(Self.words(for: error, text))
    }
  }

  private static func words(for problem: MovieReference.Problem, _ text: String) -> String {
    switch problem {
    case .empty: "A reference cannot be empty. Use an id or a title."
    case .number: "The number '\(text)' is too large for an id"
    case .range: "The range '\(text)' is reversed. Put the smaller id first."
    }
  }

  private func referencesOnInput() throws -> [MovieReference] {
    var references: [MovieReference] = []
    var lines = 0
    try streams.input.forEachLine(
      endingWith: command.has(Options.null) ? 0 : UInt8(ascii: "\n"),
      limit: MovieDraft.textByteLimit + "\r".utf8.count
    ) { line in
      lines += 1
      if lines > Self.mostReferences {
        let limit = Formatting.grouped(Self.mostReferences)
        throw CommandError.badInput(
          "standard input has more than \(limit) references. Split the list.")
      }
      if line.contains(0) {
        throw CommandError.badInput(
          "standard input contains NUL characters. Pass '-0' if they end the references.")
      }
      let row = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
      let bytes = row.firstTSVCell()
      if bytes.count > MovieDraft.textByteLimit {
        throw CommandError.badInput(
          "reference \(lines) on standard input is longer than \(Self.longestReference).")
      }
      if row.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw CommandError.badInput("standard input is not valid UTF-8.")
      }
      if bytes.count == row.count, text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
        return
      }
      let reference = try reference(text)
      // Numbers come from lists of ids, and must not be refused because of another movie's title.
      if case .number(let id, _) = reference {
        references.append(.id(id))
      } else {
        references.append(reference)
      }
    }
    return references
  }

  /// The movies that the references name; where one names none, what is near.
  func movies(
    _ references: [MovieReference], in store: borrowing MovieStore
  ) throws -> [MovieWithCast] {
    do {
      return try store.movies(referredToBy: references)
    } catch .unknownMovie(let reference) {
      throw try failure(forMovie: reference.asTyped, in: store)
    }
  }

  /// What to report when a command that reads takes numbers as ids that are also titles.
  func notes(on references: [MovieReference], in store: borrowing MovieStore) throws -> [String] {
    try store.ambiguousNumbers(among: references).map { digits, movie in
      "'\(digits)' was read as the id of '\(movie.title)'. For the movie titled '\(digits)', use "
        + "'title:\(digits)'."
    }
  }

  /// Runs a change that looks up references; where one names no movie, the error says what is near.
  func lookingUp<Result>(
    in store: inout MovieStore, _ change: (inout MovieStore) throws -> Result
  ) throws -> Result {
    do {
      return try change(&store)
    } catch StoreError.unknownMovie(let reference) {
      throw try failure(forMovie: reference.asTyped, in: store)
    }
  }

  private func failure(
    forMovie reference: String, in store: borrowing MovieStore
  ) throws -> CommandError {
    if let title = try titleWithoutQuotes(in: store) {
      return .notFound(
        "\(ErrorMessage.noMovie(reference)). If you mean '\(title)', put the title in quotes.")
    }
    return try ReferenceSuggestions.failure(for: reference, in: store)
  }

  /// The title that the arguments are, taken together: a shell parts what has no quotes.
  private func titleWithoutQuotes(in store: borrowing MovieStore) throws -> String? {
    guard command.arguments.count > 1 else { return nil }
    do {
      let title = command.arguments.joined(separator: " ")
      return try store.movies(referredToBy: [.title(title)]).first?.movie.title
    } catch .ambiguousMovie(_, let candidates) {
      return candidates.first?.movie.title
    } catch .unknownMovie {
      return nil
    }
  }

  /// The one movie that the reference names.
  func oneMovie(
    _ reference: MovieReference, in store: borrowing MovieStore
  ) throws -> MovieWithCast {
    let movies = try movies([reference], in: store)
    guard movies.count == 1 else { throw misuse("Specify one movie, not a range") }
    return movies[0]
  }

  /// The actor that the reference names; where it names none, what is near.
  func actor(_ reference: String, in store: borrowing MovieStore) throws -> ActorWithMovieCount {
    do {
      return try store.actor(named: reference)
    } catch .unknownActor(let reference) {
      throw try ReferenceSuggestions.failure(forActor: reference, in: store)
    }
  }
}

extension MovieReference {
  /// The reference for a message: an id as its number, also if it was typed as `id:7`.
  var asTyped: String { if case .id(let id) = self { "\(id.rawValue)" } else { "\(self)" } }
}
