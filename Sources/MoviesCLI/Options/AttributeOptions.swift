internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// The option `--set`.
struct AttributeAssignments: ParsableArguments {
  @Option(
    name: "--set",
    help: ArgumentHelp(
      "Set an attribute: 'year', 'rating', 'watched', 'tag', 'note', or a key of your own. A tag is added to the others; to set several values of another key, repeat the option.",
      valueName: "key=value",
      suggestedFor: ["--attribute", "--date", "--note", "--rating", "--tag", "--watched", "--year"]),
    completion: .custom(CatalogCompletion.assignment))
  var set: [String] = []

  /// The values of each key.
  func attributes() throws -> MovieAttributes {
    var attributes = MovieAttributes()
    for text in set {
      guard text.utf8.contains(UInt8(ascii: "=")) else {
        throw ValidationError("'--set' requires '<key>=<value>', not '\(text)'")
      }
      do throws(StoreError) {
        let (key, value) = try AttributeArgument.parse(text)
        if let value { try attributes.add(value, to: key) }
      } catch {
        if let input = error.invalidInput, input.problem == .empty,
          case .attribute(let key) = input.subject
        {
          throw ValidationError(
            "The value of '\(key)' is empty. To remove it, use 'movies edit <movie> --unset \(key)'."
          )
        }
        throw AttributeArgument.usageError(error)
      }
    }
    return attributes
  }
}

/// The options that change attributes.
struct AttributeChanges: ParsableArguments {
  @OptionGroup var assignments: AttributeAssignments
  @Option(
    name: "--unset",
    help: ArgumentHelp(
      "Remove an attribute, or one of its values: 'tag=heist'.", valueName: "key",
      suggestedFor: ["--clear", "--untag"]),
    completion: .custom(CatalogCompletion.presentAttribute))
  var unset: [String] = []

  var isEmpty: Bool { assignments.set.isEmpty && unset.isEmpty }

  /// The edit that the options describe, without any other change.
  func edit() throws -> MovieEdit {
    var edit = MovieEdit(attributes: try assignments.attributes())
    // Movies keep their other tags.
    let tags = edit.attributes[.tag]
    edit.attributes.remove(.tag)
    do throws(StoreError) {
      try edit.addedAttributeValues.set(.tag, to: tags)
      for text in unset {
        let (key, value) = try AttributeArgument.parse(text, toFind: true)
        if let value {
          // Also several values of a key that allows one.
          edit.removedAttributeValues.addStored(value, to: key)
        } else {
          edit.removedAttributes.append(key)
        }
      }
    } catch {
      throw AttributeArgument.usageError(error)
    }
    return edit
  }
}

enum AttributeArgument {
  /// Parses `key=value`; the value is `nil` if there is no `=`.
  ///
  /// - Parameter toFind: Whether the value is compared with stored ones, and not stored itself.
  static func parse(
    _ text: String, toFind: Bool = false
  ) throws(StoreError) -> (key: AttributeKey, value: AttributeValue?) {
    let parts = text.unicodeScalars.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let (name, value) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    let key = try AttributeKey(name)
    guard let value else { return (key, nil) }
    let isToday = key == .watched && value == "today"
    let typed = isToday ? Clock.localDate() : value
    return (
      key,
      toFind ? try AttributeValue(toFind: typed, for: key) : try AttributeValue(typed, for: key)
    )
  }

  /// The sentence about an argument that is not valid, with the correction.
  static func usageError(_ error: StoreError) -> ValidationError {
    let sentence = "\(error.description.prefix(1).uppercased())\(error.description.dropFirst())"
    guard let input = error.invalidInput else { return ValidationError(sentence) }
    return switch input.problem {
    case .invalidKey(let text):
      if let key = AttributeKey(foreignName: text) {
        ValidationError("'\(text)' is not a valid key. Did you mean '\(key)'?")
      } else {
        ValidationError(sentence)
      }
    case .reservedKey("title"):
      ValidationError("\(sentence). Use '--title' of 'movies edit'.")
    case .reservedKey("favorite"):
      ValidationError("\(sentence). Use 'movies favorite', or 'is:favorite' in a query.")
    case .reservedKey("cast"), .reservedKey("actors"):
      ValidationError(
        "\(sentence). Use '--add-actor' of 'movies edit', or 'actor:<name>' in a query.")
    default: ValidationError(sentence)
    }
  }
}
