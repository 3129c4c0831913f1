internal import MovieStore
internal import MovieSystem
package import MovieTerminal

/// A line that is being typed below the list.
package struct BrowsePrompt: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case filter
    /// An id, a letter or a title to go to.
    case position
    case value(ValueKind, of: BrowseTarget)
  }

  /// A value that movies get, or lose.
  package enum ValueKind: Hashable, Sendable {
    case rating, date, tag, removedTag
  }

  /// The filter and the selected row before a filter was typed.
  struct Former: Hashable, Sendable {
    let filter: String
    let row: BrowseRow?
    let marks: MovieMarks
  }

  package private(set) var kind: Kind
  private(set) var former: Former?
  package var editor: LineEditor
  /// What the Tab key inserts, one after another.
  private(set) var candidates: [String] = []
  private var chosen: Int?
  /// Whether the text of a value is one that was not typed.
  private(set) var isFilledIn: Bool
  private(set) var isEdited = false
  /// Whether another process changed the movie while the value was typed.
  private(set) var isRetargeted = false

  init(filtering list: BrowseList) {
    self.init(.filter, list.query.filter)
    former = Former(filter: list.query.filter, row: list.selected, marks: list.marks)
  }

  init(_ kind: Kind, _ text: String = "") {
    self.kind = kind
    editor = LineEditor(text)
    if case .value = kind { isFilledIn = !text.isEmpty } else { isFilledIn = false }
  }

  /// The text before the typed one, without the movies that follow it.
  var label: String {
    switch kind {
    case .filter: "/"
    case .position: ":"
    case .value(.rating, _): "rating of "
    case .value(.date, _): "date of watching "
    case .value(.tag, _): "tags for "
    case .value(.removedTag, _): "tags to remove from "
    }
  }

  /// What can be typed; `nil` for a filter, of which the keys are shown.
  var hint: String? {
    switch kind {
    case .filter: nil
    case .position: "an id, a letter or a title"
    case .value(.rating, _): "0 to 10, or 4.5/5; Backspace removes the rating"
    case .value(.date, _): "a date such as 2026-11-23, 'jan 5', 'friday' or '3d'; Tab completes"
    case .value(.tag, _), .value(.removedTag, _): "tags, separated by commas; Tab completes"
    }
  }

  /// The same text for the movie as it is now.
  func retargeted(to movie: Movie) -> BrowsePrompt {
    guard case .value(let value, _) = kind else { return self }
    var prompt = self
    prompt.kind = .value(value, of: .movie(movie))
    prompt.isRetargeted = true
    return prompt
  }

  mutating func edit(_ body: (inout LineEditor) -> Void) {
    (candidates, chosen, isFilledIn) = ([], nil, false)
    isEdited = true
    body(&editor)
  }

  // MARK: Completion

  /// The text before the cursor that a candidate replaces.
  var completedWord: String {
    if let chosen { return candidates[chosen] }
    let text = editor.text.prefix(editor.cursor)
    switch kind {
    case .filter:
      var isQuoted = false
      var start = text.startIndex
      for index in text.indices {
        if text[index] == "\"" { isQuoted.toggle() }
        if text[index].isWhitespace, !isQuoted { start = text.index(after: index) }
      }
      return String(text[start...])
    case .value(.tag, _), .value(.removedTag, _):
      var start = text.startIndex
      var isEscaped = false
      for index in text.indices {
        if text[index] == ",", !isEscaped { start = text.index(after: index) }
        isEscaped = text[index] == "\\" && !isEscaped
      }
      return String(text[start...].drop(while: \.isWhitespace))
    case .position, .value(.rating, _), .value(.date, _): return String(text)
    }
  }

  var isCompleting: Bool { !candidates.isEmpty }

  /// Inserts the beginning of all candidates; if it is typed already, one candidate after another.
  mutating func complete(with found: [String]) {
    let word = completedWord
    let common = CompletionResponse.commonPrefix(of: found)
    isFilledIn = false
    if found.count > 1 { candidates = found }
    // The beginning of a phrase would leave its quote open.
    let isWhole = common.isQuoteOpen == word.isQuoteOpen
    if found.count == 1 || common.count > word.count && isWhole {
      editor.replace(before: word.count, with: found.count == 1 ? found[0] : common)
    } else if !found.isEmpty {
      completeNext(0, word)
    }
  }

  mutating func completeNext() {
    completeNext(chosen.map { ($0 + 1) % candidates.count } ?? 0, completedWord)
  }

  private mutating func completeNext(_ index: Int, _ word: String) {
    chosen = index
    editor.replace(before: word.count, with: candidates[index])
  }
}

extension BrowsePrompt.ValueKind {
  /// The change of a typed text. `-` removes a rating.
  func action(_ text: String) throws(StoreError) -> MovieAction {
    if self == .rating, text == "-" { return .rate(nil) }
    let key: AttributeKey =
      switch self {
      case .rating: .rating
      case .date: .watched
      case .tag, .removedTag: .tag
      }
    let values = try AttributeArgument.parse("\(key)=\(text)", toFind: self == .removedTag).values
    var attributes = MovieAttributes()
    for value in values ?? [] { attributes.addStored(value, to: key) }
    return switch self {
    case .rating: .rate(attributes[.rating].first)
    case .date, .tag: .addValues(attributes)
    case .removedTag: .removeValues(attributes)
    }
  }
}

extension String {
  fileprivate var isQuoteOpen: Bool { !utf8.count { $0 == UInt8(ascii: "\"") }.isMultiple(of: 2) }
}
