package import MovieStore
internal import MovieSystem
package import MovieTerminal

/// The values of a movie as texts that are being edited.
package struct MovieForm: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
      case title, cast
      case attribute(AttributeKey)
      /// `key=value` of other keys.
      case other
    }

    package let part: Part
    package internal(set) var area: TextArea
    /// The texts before they were edited.
    private let initial: [String]
    /// Texts that are not shown as they are stored, such as one with a control character.
    private let stored: [String: String]
    package internal(set) var error: String?

    init(_ part: Part, _ texts: [String] = [], isMultiline: Bool) {
      self.part = part
      area = TextArea(texts, isMultiline: isMultiline)
      initial = area.texts
      stored = Dictionary(
        zip(area.texts, texts).filter { !$0.isExactly($1) }, uniquingKeysWith: { first, _ in first }
      )
    }

    package var name: String {
      switch part {
      case .title: "title"
      case .cast: "cast"
      case .attribute(let key): key.name
      case .other: "key=value"
      }
    }

    var isChanged: Bool { area.texts != initial }

    /// The edited texts. Those that were not edited are as they are stored.
    var allTexts: [String] { area.texts.map { stored[$0] ?? $0 } }

    /// The same without empty lines.
    var texts: [String] { allTexts.filter { !$0.trimmed.isEmpty } }
  }

  /// The movie when the form was opened; `nil` for a new one.
  package private(set) var movie: Movie?
  /// Its values, which other processes can have changed since then.
  private var current: Movie?
  /// The movie when the form was opened, also if it was deleted.
  let original: Movie?
  /// Whether something was typed.
  private(set) var isEdited = false
  package private(set) var fields: [Field]
  package private(set) var focus = 0
  /// What another process did to the movie.
  package private(set) var notice: String?

  init(_ movie: Movie? = nil) {
    self.movie = movie
    current = movie
    original = movie
    let attributes = movie?.attributes ?? MovieAttributes()
    let keys = AttributeKey.known + attributes.keys.filter { !$0.isKnown }
    fields = [
      Field(.title, [movie?.title ?? ""], isMultiline: false),
      Field(.cast, movie?.cast.map(\.name) ?? [], isMultiline: true),
    ]
    fields += keys.map { key in
      let texts = attributes[key].map(\.description)
      return Field(
        .attribute(key), key == .note ? Self.lines(of: texts) : texts,
        isMultiline: !key.isSingle || key == .note || texts.count > 1)
    }
    fields.append(Field(.other, isMultiline: true))
    // The year is beside the title.
    fields.swapAt(1, 2)
  }

  private static func lines(of texts: [String]) -> [String] {
    texts.flatMap {
      $0.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  package var title: String { movie.map { "Edit '\($0.titleWithYear)'" } ?? "New movie" }

  // MARK: Editing

  mutating func edit(_ body: (inout TextArea) -> Void) {
    let before = (fields[focus].area.lines.count, text)
    body(&fields[focus].area)
    if before == (fields[focus].area.lines.count, text) { return }
    fields[focus].error = nil
    isEdited = true
  }

  private var text: String { fields[focus].area.lines[fields[focus].area.row].text }

  /// The length of the line with the cursor in scalars, and whether its field can have others.
  var line: (length: Int, isMultiline: Bool) {
    (text.unicodeScalars.count, fields[focus].area.isMultiline)
  }

  mutating func moveFocus(by distance: Int) {
    focus = (focus + distance + fields.count) % fields.count
  }

  /// Moves the cursor to another line, also of the field above or below.
  mutating func moveLine(down: Bool) {
    let isInside = down ? fields[focus].area.moveDown() : fields[focus].area.moveUp()
    let next = focus + (down ? 1 : -1)
    guard !isInside, fields.indices.contains(next) else { return }
    focus = next
    fields[focus].area.moveToLine(down ? 0 : fields[focus].area.lines.count - 1)
  }

  mutating func enter() {
    if fields[focus].area.isMultiline {
      edit { $0.splitLine() }
    } else {
      moveFocus(by: 1)
    }
  }

  /// Replaces the texts of a field by those of `key=value`, separated by semicolons; with another
  /// key, adds the key.
  ///
  /// - Returns: Whether the text has that form.
  mutating func set(_ text: String) -> Bool {
    guard let end = text.firstIndex(of: "=") else { return false }
    let (name, value) = (text[..<end].trimmed, text[text.index(after: end)...].trimmed)
    let index = fields.firstIndex { $0.part != .other && $0.name == name }
    focus = index ?? fields.count - 1
    let isMultiline = fields[focus].area.isMultiline
    let isList = isMultiline && fields[focus].part != .attribute(.note)
    let new = index == nil ? text : isList ? value.replacing(";", with: "\n") : value
    edit {
      $0 = TextArea([], isMultiline: isMultiline)
      $0.insert(new)
    }
    return true
  }

  // MARK: Changes by other processes

  /// - Parameter movie: The movie that the catalog has; `nil` if it was deleted.
  mutating func update(_ found: Movie?) {
    guard let original, found != current else { return }
    current = found
    // It can be back, after an undo.
    if let found {
      movie = original
      notice =
        found == original
        ? nil : "another process changed it: " + MovieDifference.text(from: original, to: found)
    } else {
      self.movie = nil
      notice = "another process deleted it; ^S adds it again"
    }
  }

  // MARK: Saving

  /// Returns the values to save, or `nil` after it set the errors of fields.
  mutating func draft() -> MovieDraft? {
    var draft =
      movie.map { MovieDraft($0) } ?? MovieDraft(isFavorite: original?.isFavorite ?? false)
    for index in fields.indices {
      fields[index].error = nil
      // A movie keeps the values that were not edited.
      if movie != nil, !fields[index].isChanged { continue }
      do throws(StoreError) { try apply(fields[index], to: &draft) } catch {
        fields[index].error = error.description
      }
    }
    if !fields.contains(where: { $0.error != nil }) {
      do throws(StoreError) { return try draft.validated() } catch {
        fields[field(of: error)].error = error.description
      }
    }
    focus = fields.firstIndex { $0.error != nil } ?? focus
    return nil
  }

  private func apply(_ field: Field, to draft: inout MovieDraft) throws(StoreError) {
    let texts = field.texts
    switch field.part {
    case .title:
      draft.title = texts.first ?? ""
      // As 'add' does.
      if original == nil, let (title, year) = MovieReference.titleAndYear(draft.title) {
        (draft.title, draft.attributes.year) = (title, year)
      }
    case .cast: draft.cast = texts
    case .attribute(let key):
      let note = field.allTexts.joined(separator: "\n").trimmed
      let values = key == .note ? [note].filter { !$0.isEmpty } : texts
      if original == nil, values.isEmpty { return }
      let stored = original?.attributes[key] ?? []
      let titled = original == nil && key == .year ? draft.attributes.year : nil
      try draft.attributes.set(
        key,
        to: values.map { (text) throws(StoreError) in
          // A value that was not edited stays as it is stored.
          if let value = stored.first(where: { $0.description == text }) { return value }
          return try AttributeValue(text, for: key)
        })
      if let titled, draft.attributes.year != titled {
        throw .invalid(.attribute(.year), "the title has the year \(titled); remove one of them")
      }
    case .other:
      for text in texts {
        guard text.utf8.contains(UInt8(ascii: "=")) else {
          throw .invalid(.key, "write '<key>=<value>', not '\(text)'")
        }
        let (key, values) = try AttributeArgument.parse(text)
        for value in values ?? [] { try draft.attributes.add(value, to: key) }
      }
    }
  }

  /// The index of the field that an error is about.
  private func field(of error: StoreError) -> Int {
    let part: Field.Part =
      switch error.invalidInput {
      case .name, .cast: .cast
      case .attribute(let key): .attribute(key)
      case .key, .attributes: .other
      default: .title
      }
    return fields.firstIndex { $0.part == part } ?? 0
  }
}
