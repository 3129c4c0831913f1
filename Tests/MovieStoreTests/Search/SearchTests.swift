import MovieSQLite
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited, .temporaryDirectory) struct SearchTests {
  static let titles = [
    "The Godfather", "City of God", "Godzilla", "Amélie", "Ame\u{301}lie", "Zürich", "100% Wolf",
    "a_b", "Say \"Hi\"", "\"", "*batteries not included", "Mother-in-Law", "Fire AND Ice",
    "NEAR(dark)", "It's a Gift", "C:\\WINDOWS", "👩‍👧 Story", "🇫🇷", "東京物語", "שלום בומביי",
    "Ο Μεγάλος Ερωτικός", "Straße", "\u{301}", "x", "ab", "  two  spaces",
    "กินรี", "कल हो ना हो", "Мой дом", "Їжак", "ガメラ", "Kış Masalı", "IŞIK YOLU", "한국",
  ]

  static let cases: [(String, [Int64])] = [
    ("god", [1, 2, 3]), ("GOD", [1, 2, 3]), ("god city", [2]), ("of god", [2]),
    ("\"of god\"", [2]), ("odz", [3]), ("amelie", [4, 5]), ("AMÉLIE", [4, 5]),
    ("Ame\u{301}lie", [4, 5]), ("zurich", [6]), ("ZURICH", [6]), ("%", [7]), ("0% w", [7]),
    ("_", [8]), ("\"hi\"", [9]), ("\"", [9, 10]), ("*", [11]), ("-", [12]),
    ("-law", [12]), ("AND", [13]), ("near(", [14]), ("NEAR(dark)", [14]), ("'", [15]),
    ("it's", [15]), ("\\", [16]), ("c:\\w", [16]), ("👩‍👧", [17]), ("👩", [17]), ("🇫🇷", [18]),
    ("🇫", [18]),
    ("東", [19]), ("東京", [19]), ("東京物", [19]), ("京 東", [19]), ("שלום", [20]), ("מביי", [20]),
    ("ΜΕΓΑΛΟΣ", [21]), ("μεγαλος ερωτικος", [21]), ("strasse", [22]), ("ß", [22]), ("x", [24]),
    ("ab", [8, 25]), ("a b", [8, 11, 25]),
    ("\"two  spaces\"", [26]), ("\"two spaces\"", [26]), ("two spaces", [26]), ("nothing", []),
    ("god god god", [1, 2, 3]), ("OR", [17]), ("title:god", []), ("god*", [1, 2, 3]),
    ("^god", [1, 2, 3]),
    ("\u{1F468}", []), ("g\u{301}od", [1, 2, 3]),
    ("ก", [27]), ("กิน", [27]), ("กินรี", [27]), ("กน", []), ("กุนรี", []), ("नरी", []),
    ("कल", [28]), ("ह", [28]), ("कुल", []), ("мо", [29]), ("МОЙ", [29]), ("мои\u{306}", [29]),
    ("мои", []), ("и", []), ("їж", [30]), ("іж", []), ("ガメ", [31]), ("カ\u{3099}", [31]), ("カ", []),
    ("カメラ", []), ("kis masali", [32]), ("KIŞ MASALI", [32]), ("kısmas", [32]), ("isik", [33]),
    ("ışık yolu", [33]), ("하", [34]), ("한국", [34]),
  ]

  @Test("Finds each word as a substring; no character has a special meaning")
  func results() throws {
    let store = try Catalog.holding(Self.titles)
    for (text, ids) in Self.cases {
      #expect(try store.found(text) == ids, "\(text)")
      #expect(try store.movieCount(.titles(text)) == ids.count, "\(text)")
    }
  }

  @Test("The results are the same without the index")
  func withoutIndex() throws {
    let path = try Catalog.file(holding: Self.titles)
    try OtherProgram.run(path, "DROP TABLE movieSearch")
    let store = try Catalog(path: path, access: .reading)
    for (text, ids) in Self.cases { #expect(try store.found(text) == ids) }
  }

  @Test("The results are the same if every title has a pending change")
  func allPending() throws {
    let path = try Catalog.file(holding: Self.titles.map { "old " + $0 })
    for (index, title) in Self.titles.enumerated() {
      let escaped = title.split(separator: "'", omittingEmptySubsequences: false)
      try OtherProgram.run(
        path,
        "UPDATE MovieModel SET title = '\(escaped.joined(separator: "''"))' WHERE id = \(index + 1)"
      )
    }
    #expect(try SearchIndexState.pendingChanges(path).count == Self.titles.count)
    let store = try Catalog(path: path, access: .reading)
    for (text, ids) in Self.cases { #expect(try store.found(text) == ids) }
  }

  @Test("Accepts 64 words with every other condition, with and without the index")
  func manyWords() throws {
    let words = (0..<64).map { $0 % 2 == 0 ? "w\($0)" : "word\($0)" }
    let path = TemporaryDirectory.path("movies.db")
    var store = try Catalog(path: path, access: .writing)
    try store.add(words.reversed().joined(separator: " "), "A", favorite: true)
    try store.add(words.dropFirst().joined(separator: " "), "A", favorite: true)
    let query = MovieQuery(words.dropLast(2).map { .text($0) } + [.isFavorite, .actor(id: 1)])
    for order in [MovieOrder.relevance, .title, .random(seed: 1), .attribute(.year)] {
      let list = Listing(query, order: order, descending: true, limit: 5)
      #expect(try store.ids(list).first == 1)
      #expect(try store.ids(query) == [1])
      try OtherProgram.run(path, "DROP TABLE IF EXISTS movieSearch")
      #expect(try store.ids(list) == [1])
      try store.setFavorite(true, of: [1])
    }
  }

  @Test("Finds a word of 16 KiB")
  func longWord() throws {
    let word = String(repeating: "abcdefgh", count: 2_000)
    let store = try Catalog.holding([word + "i", word + "j", word])
    #expect(try store.found(word) == [1, 2, 3])
    #expect(try store.found(word + "j") == [2])
  }

  @Test(
    "Distinguishes characters that FTS5 treats as one",
    arguments: ["\u{FFFD}", "\u{FFFE}", "\u{FFFF}"])
  func replaced(character: String) throws {
    let all = ["\u{FFFD}", "\u{FFFE}", "\u{FFFF}"]
    let store = try Catalog.holding(all.map { "ab\($0)cd" })
    #expect(try store.found("b\(character)c").count == 1)
  }

  @Test(
    "A quote followed by a joiner is literal text",
    arguments: [
      "ab\"\u{200D}cd", "\"\u{200D}", "x\"\u{20E3} OR", "\u{200D}\"\u{200D}\"ab\"\u{200D}",
    ])
  func joinedQuote(title: String) throws {
    let store = try Catalog.holding(["abcd", title])
    #expect(try store.found(title).contains(2))
    #expect(try store.movies(referredToBy: [.title(title)]).map(\.id) == [2])
  }

  @Test("Finds actors by the words of their names")
  func actors() throws {
    var store = try Catalog()
    try store.add("Heat", "Robert De Niro", "Val Kilmer", "Édith Piaf", "O'Brien", "% _ \"")
    for (text, names) in [
      ("ro", ["Robert De Niro"]), ("\"de niro\"", ["Robert De Niro"]), ("edith", ["Édith Piaf"]),
      ("'", ["O'Brien"]), ("%", ["% _ \""]), ("val kil", ["Val Kilmer"]), ("x", []),
    ] {
      #expect(try store.names(ActorQuery(search: text)) == names)
    }
  }
}
