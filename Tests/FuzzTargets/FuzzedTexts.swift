import MovieStore

/// References, search texts and titles are read or refused, and folding them is done once.
func checkReferences(_ bytes: [UInt8]) throws {
  let typed = text(bytes)
  let folded = Folding.fold(typed)
  try require(isSame(Folding.fold(folded), folded), "folding twice is folding once")
  _ = SortableTitle.of(typed)
  do {
    let search = try SearchPattern(typed)
    try require((1...SearchPattern.mostWords).contains(search.words.count), "words are bounded")
    try require(!search.words.contains(""), "no word is empty")
    _ = Relevance.rank(of: SortableTitle.of(typed), for: search.joinedWords)
  } catch is SearchPattern.Problem {}
  do {
    if case .range(let first, let last) = try MovieReference(typed) {
      try require(first.rawValue <= last.rawValue, "a range has a first and a last id")
    }
  } catch is MovieReference.Problem {}
}

/// The statement is cut into tokens, and set anew without becoming another one.
func checkSchema(_ bytes: [UInt8]) throws {
  let types = ["table", "index", "view", "trigger"]
  let type = types[Int(bytes.first ?? 0) % types.count]
  let object = SchemaObject(type: type, name: "name", sql: text(bytes.dropFirst()))
  let spaced = object.tokens.map { text($0.spelling) }.joined(separator: " ")
  try require(SQLToken.all(in: spaced) == object.tokens, "spaces part the same tokens")
  let dump = SchemaDump.sql(of: [object], version: 1, applicationID: 1)
  let body = dump.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).last ?? ""
  let tokens = SQLToken.all(in: String(body))
  let semicolon = SQLToken.all(in: ";")
  // What no quote closes goes to the end, the semicolon included.
  let isClosed = tokens.count == object.tokens.count + 1
  try require(
    !isClosed || tokens == object.tokens + semicolon, "set anew it is the same statement")
}
