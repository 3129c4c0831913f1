internal import MovieArguments
internal import MovieFormats
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// The argument `<movie> ...`.
enum ReferenceArguments {
  static let help = ArgumentHelp(
    "A title, an id, a range of ids (3..9), or '-' for standard input; see 'movies help formats'.",
    valueName: "movie")
}

/// The movies that the arguments of a command refer to: ids, ranges, titles, and `-` for standard input.
struct MovieReferences {
  /// The arguments as typed.
  let arguments: [String]
  /// Options of `add` with which a movie that does not exist gets the values of the command; `nil`
  /// if the command is not for new movies.
  var addOptions: String?

  /// Whether references are read from standard input.
  var readsInput: Bool { arguments.contains("-") }

  /// The limits of the references on standard input, which are held in memory.
  private static let (maximumCount, maximumBytes) = (1_000_000, 64 << 20)
  private static let lengthLimit = "\(MovieDraft.textByteLimit >> 10) KiB"

  // MARK: Parsing

  /// Parses the arguments, and the lines of standard input in place of `-`.
  ///
  /// - Parameter separator: The byte after each reference on standard input.
  func parse(_ input: ByteSource, separator: UInt8) throws -> [MovieReference] {
    if arguments.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input can be read only once. Use a single '-'.")
    }
    return try arguments.flatMap { argument in
      argument == "-"
        ? try Self.references(on: input, separator: separator) : [try Self.parse(argument)]
    }
  }

  static func parse(_ text: String) throws -> MovieReference {
    if text.utf8.count > MovieDraft.textByteLimit {
      throw ValidationError("A reference cannot be longer than \(lengthLimit)")
    }
    do {
      return try MovieReference(text)
    } catch .empty {
      throw ValidationError("A reference cannot be empty. Use an id or a title.")
    } catch .number {
      throw ValidationError("The number '\(text)' is too large for an id")
    } catch .range {
      throw ValidationError("The range '\(text)' is reversed. Put the smaller id first.")
    }
  }

  private static func references(
    on input: ByteSource, separator: UInt8
  ) throws -> [MovieReference] {
    var references: [MovieReference] = []
    var (lines, bytes) = (0, 0)
    let lineLimit = MovieDraft.textByteLimit + "\r".utf8.count
    while let line = try input.nextLine(endingWith: separator, limit: lineLimit) {
      lines += 1
      bytes += line.count
      if lines > maximumCount || bytes > maximumBytes {
        let limit =
          lines > maximumCount
          ? "\(Formatting.grouped(maximumCount)) references"
          : "\(Formatting.bytes(Int64(maximumBytes))) of references"
        throw CommandError.badInput("standard input has more than \(limit). Split the list.")
      }
      guard let text = try text(of: line, number: lines) else { continue }
      let reference = try parse(text)
      // Numbers come from lists of ids. They must not be rejected because of another movie's title.
      if case .number(let id, _) = reference {
        references.append(.id(id))
      } else {
        references.append(reference)
      }
    }
    return references
  }

  /// The first cell of a TSV line; `nil` if the line is blank.
  private static func text(of line: [UInt8], number: Int) throws -> String? {
    if line.contains(0) {
      throw CommandError.badInput(
        "standard input contains NUL characters. Pass '-0' if they end the references.")
    }
    let row = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
    let bytes = row.firstTSVCell()
    if bytes.count > MovieDraft.textByteLimit {
      throw CommandError.badInput(
        "reference \(number) on standard input is longer than \(lengthLimit).")
    }
    if row.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandError.badInput("standard input is not valid UTF-8.")
    }
    let isBlank = text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    return isBlank && bytes.count == row.count ? nil : text
  }

  // MARK: Resolving

  /// The error; if a reference names no movie or several, with suggestions from the catalog.
  func explained(
    _ error: StoreError, in store: borrowing Catalog
  ) throws -> any Error {
    switch error.problem {
    case .unknownMovie(let reference):
      // An id as its number, also if it was typed as `id:7`.
      let typed = MovieReference.digits(ofID: reference) ?? reference
      return try self.error(for: typed, in: store)
    case .ambiguousMovie(let title, let candidates):
      let isNumber = Int64(title).map { $0 == candidates.first?.id.rawValue } ?? false
      if try isNumber || !ReferenceSuggestions.areNamedByYears(candidates, in: store) {
        return error
      }
      return CommandError.notFound(
        ReferenceMessage.ambiguousTitle(title, candidates, advice: "Use an id or add the year"))
    default: return error
    }
  }

  /// Reports numbers that a command read as ids although they are titles, too.
  func notes(
    on references: [MovieReference], in store: borrowing Catalog
  ) throws -> [String] {
    let former = arguments.compactMap { $0.after(prefix: "title:") }.map {
      "'title:\($0)' is now written 'title=\($0)'"
    }
    return try former
      + store.ambiguousNumbers(among: references).map { digits, movie in
        "'\(digits)' was read as the id of '\(movie.title)'. For the movie titled '\(digits)', use "
          + "'title=\(digits)'."
      }
  }

  private func error(
    for reference: String, in store: borrowing Catalog
  ) throws -> CommandError {
    let error = try unknown(reference, in: store)
    guard let addOptions, case .title(let title) = try Self.parse(reference),
      try ReferenceSuggestions.answer(of: title, in: store) == nil
    else { return error }
    let word = ShellQuoting.quoted(title)
    let line =
      title.utf8.first == UInt8(ascii: "-") ? "\(addOptions) -- \(word)" : "\(word) \(addOptions)"
    return .notFound("\(error.text)\nTo add it: movies add \(line)")
  }

  private func unknown(
    _ reference: String, in store: borrowing Catalog
  ) throws -> CommandError {
    if let title = try titleWithoutQuotes(in: store) {
      return .notFound(
        "\(ReferenceMessage.noMovie(reference)). If you mean '\(title)', put the title in quotes."
      )
    }
    return try ReferenceSuggestions.error(forMovie: reference, in: store)
  }

  /// The title that the arguments form together: a shell splits a title without quotes.
  private func titleWithoutQuotes(in store: borrowing Catalog) throws -> String? {
    guard arguments.count > 1 else { return nil }
    do {
      let title = arguments.joined(separator: " ")
      return try store.movies(referredToBy: [.title(title)]).first?.title
    } catch {
      if case .ambiguousMovie(_, let candidates) = error.problem { return candidates.first?.title }
      if error.category == .notFound { return nil }
      throw error
    }
  }
}

extension MovieReference {
  var isRange: Bool { if case .range = self { true } else { false } }
}

/// The one movie that an argument or option refers to.
struct MovieReferenceArgument {
  let text: String
  let reference: MovieReference

  init(_ text: String) throws {
    self.text = text
    reference = try MovieReferences.parse(text)
  }

  var references: MovieReferences { MovieReferences(arguments: [text]) }

  func movie(in store: borrowing Catalog) throws -> Movie {
    do {
      let movies = try store.movies(referredToBy: [reference])
      guard movies.count == 1 else { throw ValidationError("Specify one movie, not a range") }
      return movies[0]
    } catch let error as StoreError {
      throw try references.explained(error, in: store)
    }
  }
}
