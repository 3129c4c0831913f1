internal import MovieArguments
internal import MovieFormats
internal import MovieStore
internal import MovieSystem

/// The options that set attributes.
struct AttributeAssignments: ParsableArguments {
  @Option(
    name: "--set",
    help: ArgumentHelp(
      "Set an attribute, or add to a list such as 'genre'; for several values, repeat the option.",
      valueName: "key=value",
      suggestedFor: ["--attribute", "--genre genre=<genre>", "--runtime runtime=<minutes>"]),
    completion: .custom(CatalogCompletion.assignment))
  var assigned: [String] = []
  @Option(name: "--year", help: "Short for '--set year=<year>'.") var year: String?
  @Option(name: "--rating", help: "Short for '--set rating=<rating>'.") var rating: String?
  @Option(
    name: "--tag", help: "Add a tag to the other tags.",
    completion: .custom(CatalogCompletion.tag))
  var tags: [String] = []
  @Option(
    name: "--watched",
    help: ArgumentHelp(
      "Add a day of watching, such as 'friday'.", valueName: "date",
      suggestedFor: ["--date", "--seen"]),
    completion: .custom(CatalogCompletion.day))
  var watched: [String] = []
  @Option(name: "--director", help: "Add a director to the other directors.")
  var directors: [String] = []
  @Option(name: "--note", help: "Short for '--set note=<note>'.") var note: String?

  private var assignments: [String] {
    let single = [("year", year), ("rating", rating), ("note", note)]
    let lists = [("tag", tags), ("watched", watched), ("director", directors)]
    return assigned + single.compactMap { key, value in value.map { "\(key)=\($0)" } }
      + lists.flatMap { key, values in values.map { "\(key)=\($0)" } }
  }

  var isEmpty: Bool { assignments.isEmpty }

  /// The values of each key.
  func attributes() throws -> MovieAttributes { try Self.attributes(assignments) }

  /// The edit that sets the attributes. Movies keep the other values of lists.
  func edit() throws -> MovieEdit { try Self.edit(assignments) }

  static func edit(_ assignments: [String]) throws -> MovieEdit {
    var edit = MovieEdit(attributes: try attributes(assignments))
    for key in AttributeKey.lists {
      try edit.addedAttributeValues.set(key, to: edit.attributes[key])
      edit.attributes.remove(key)
    }
    return edit
  }

  /// Parses assignments such as `year=1995`.
  static func attributes(_ assignments: [String]) throws -> MovieAttributes {
    var attributes = MovieAttributes()
    for text in assignments {
      guard text.utf8.contains(UInt8(ascii: "=")) else {
        throw ValidationError("'--set' requires '<key>=<value>', not '\(text)'")
      }
      do throws(StoreError) {
        let (key, values) = try AttributeArgument.parse(text)
        for value in values ?? [] { try attributes.add(value, to: key) }
      } catch {
        if let input = error.invalidValue, input.problem == .empty,
          case .attribute(let key) = input.subject
        {
          let advice =
            key == .tag
            ? "a tag, use 'movies tag <movie> <tag> --remove'"
            : "\(key.isList ? "all values" : "it"), use 'movies edit <movie> --unset \(key)'"
          throw ValidationError("The value of '\(key)' is empty. To remove \(advice).")
        }
        throw AttributeArgument.usageError(error)
      }
    }
    return attributes
  }
}

enum AttributeArgument {
  /// Parses `key=value`; the values are `nil` if there is no `=`. A comma separates tags and
  /// genres, unless a backslash is before it.
  ///
  /// - Parameter toFind: Whether the value is compared with stored ones, and not stored itself.
  static func parse(
    _ text: String, toFind: Bool = false
  ) throws(StoreError) -> (key: AttributeKey, values: [AttributeValue]?) {
    let parts = text.unicodeScalars.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let (name, value) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    let key = try AttributeKey(name)
    guard let value else { return (key, nil) }
    let values = try texts(value, of: key).map { (text) throws(StoreError) in
      toFind ? try AttributeValue(toFind: text, for: key) : try AttributeValue(text, for: key)
    }
    return (key, values)
  }

  private static func texts(_ text: String, of key: AttributeKey) -> [String] {
    if key.isList, let list = WrittenList(text), !list.texts.isEmpty { return list.texts }
    return [.tag, .genre].contains(key)
      ? ValueCell.texts(in: text, separatedBy: UInt8(ascii: ",")) : [text]
  }

  /// The sentence about an argument that is not valid, with the correction.
  static func usageError(_ error: StoreError) -> ValidationError {
    let sentence = error.description.capitalizedFirst
    let advice: String? =
      switch error.invalidValue?.problem {
      case .invalidKey(let text) where !text.contains(where: ",:".contains):
        AttributeKey(foreignName: text).map {
          "'\(text)' is not a valid key. \(["\($0)"].question)"
        }
      case .reservedKey("title"): "\(sentence). Use '--title' of 'movies edit'."
      case .reservedKey("favorite"):
        "\(sentence). Use 'movies favorite', or 'is:favorite' in a query."
      case .reservedKey("cast"), .reservedKey("actors"):
        "\(sentence). Use '--add-actor' of 'movies edit', or 'actor:<name>' in a query."
      case .noDate(let text) where WrittenBoolean(text)?.isTrue == true:
        "\(sentence). For a movie that was seen on an unknown day, use 'movies tag <movie> seen'."
      case .noDate(let text):
        "\(sentence). "
          + Suggestion.nearest(1, to: text, among: RelativeDate.days + RelativeDate.periods)
          .question
      default: nil
      }
    return ValidationError((advice ?? sentence).trimmed)
  }
}

extension MovieAttributes {
  /// What is unusual about days on which a movie was watched, such as one in the future; `nil` for
  /// nothing.
  func doubt(aboutWatching movie: Movie) -> String? {
    doubt(aboutWatching: movie.titleWithYear, of: movie.attributes.year)
  }

  func doubt(aboutWatching title: String, of year: Int?) -> String? {
    let today = CalendarDate.today.description
    let dates = watched
    if let date = dates.last, today.prefix(date.description.utf8.count) < date.description {
      return "\(date) is in the future"
    }
    if let year, let date = dates.first, date.year < year {
      return "\(date) is before '\(title)'"
    }
    return nil
  }
}

extension MovieDraft {
  /// The validated draft, with usage errors.
  func validatedArgument() throws -> MovieDraft {
    do throws(StoreError) { return try validated() } catch {
      throw ValidationError(error.description.capitalizedFirst)
    }
  }
}

extension String {
  /// A message as a usage error, which begins with a capital letter.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
