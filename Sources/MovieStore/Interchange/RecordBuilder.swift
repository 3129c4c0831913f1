/// What a record has told about its movie so far.
struct RecordBuilder {
  private var title: String?
  private var cast: [String] = []
  private var castBytes = 0
  private var fields: [MovieField] = []
  var isFavorite = false

  mutating func setTitle(
    _ text: BoundedText, at place: InterchangePlace, _ cursor: inout ByteCursor
  ) {
    title = Self.cleaned(text, "the title", at: place, &cursor)
  }

  /// Notes a problem if the field was given before.
  mutating func begin(
    _ field: MovieField, named key: BoundedText, at place: InterchangePlace,
    _ cursor: inout ByteCursor
  ) {
    if fields.contains(field) { cursor.noteRepeated(key, at: place) }
    fields.append(field)
    if fields.contains(.cast), fields.contains(.actors) {
      cursor.note("expected either 'cast' or 'actors', found both", at: place)
    }
  }

  mutating func addName(_ text: BoundedText, at place: InterchangePlace, _ cursor: inout ByteCursor)
  {
    guard let name = Self.cleaned(text, "a name", at: place, &cursor) else { return }
    guard cast.count < MovieDraft.castNameLimit,
      castBytes + name.utf8.count <= MovieDraft.castByteLimit
    else {
      let problem = TextProblem.tooMany(names: cast.count + 1)
      return cursor.note(problem.message("the cast"), at: place)
    }
    cast.append(name)
    castBytes += name.utf8.count
  }

  /// The record as an item; the problems of its fields are with the cursor.
  func item(at place: InterchangePlace, _ cursor: inout ByteCursor) -> ImportRecord {
    if let problem = cursor.takeProblem() { return .badRecord(problem) }
    guard let title else {
      return .badRecord(cursor.error("expected a 'title', found none", at: place))
    }
    return .movie(
      MovieDraft(cleanTitle: title, cleanCast: cast, isFavorite: isFavorite), at: place)
  }

  private static func cleaned(
    _ text: BoundedText, _ subject: String, at place: InterchangePlace, _ cursor: inout ByteCursor
  ) -> String? {
    do throws(TextProblem) {
      guard !text.isCut else { throw TextProblem.tooLong(bytes: text.count) }
      return try TextValidation.validated(text.string)
    } catch {
      cursor.note(error.message(subject), at: place)
      return nil
    }
  }
}

extension ByteCursor {
  /// Notes that the record has a key twice.
  mutating func noteRepeated(_ key: BoundedText, at place: InterchangePlace) {
    note("expected each key once, found \(key.excerpt) twice", at: place)
  }
}
