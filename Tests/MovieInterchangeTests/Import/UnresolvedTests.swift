import FormatsTestSupport
import MovieFormats
import MovieInterchange
import MovieStore
import MovieSystem
import StoreTestSupport
import TestSupport
import Testing

/// The records of an import that the user decides about.
@Suite(.limited, .temporaryDirectory) struct UnresolvedTests {
  private let directory = TemporaryDirectory.path("unresolved")

  /// Imports a file of the test's directory.
  private func imported(
    _ name: String, _ text: String? = nil, into store: inout Catalog
  ) throws -> ImportPlan {
    let path = name.hasPrefix("/") ? name : TemporaryDirectory.path(name)
    if let text { try Files.write(Array(text.utf8), to: path) }
    return try store.importMovies(
      from: [path], ImportOptions(unresolvedDirectory: directory))
  }

  private func content(_ plan: ImportPlan) throws -> String {
    try #require(plan.unresolvedFiles.count == 1)
    return String(decoding: try Files.bytes(plan.unresolvedFiles[0]), as: UTF8.self)
      .replacing(TemporaryDirectory.path(""), with: "")
  }

  private static func catalog() throws -> Catalog {
    var store = try Catalog()
    try store.add(MovieDraft(title: "Heat", attributes: [.year: [1995]]))
    try store.add(MovieDraft(title: "Solaris", attributes: [.year: [1972]]))
    try store.add(MovieDraft(title: "Solaris", attributes: [.year: [2002]]))
    try store.add(MovieDraft(title: "Heat", attributes: [.year: [1997]]))
    return store
  }

  private static let list = """
    Name;Year;Rating\r
    "Heat";1996;9\r
    Ran;1985;8\r
    Solaris;;7,5\r
    "A;B";x;"\r
    "\r

    """

  @Test("Ambiguous and invalid rows are written as they came, and used as the user decides")
  func table() throws {
    var store = try Self.catalog()
    let plan = try imported("a.csv", "\u{FEFF}" + Self.list, into: &store)
    #expect(plan.counts == [.new: 1, .ambiguous: 2, .invalid: 1])
    #expect(
      try content(plan) == """
        \u{FEFF}Name;Year;Rating;reason;candidates;source;decision\r
        "Heat";1996;9;"can be 1 Heat (1995), or 4 Heat (1997)";"1;4";a.csv:2;\r
        Solaris;;7,5;"can be 2 Solaris (1972), or 3 Solaris (2002)";"2;3";a.csv:4;\r
        "A;B";x;"\r
        ";'x' is not a year from 1870 to 2200;;a.csv:5;\r

        """)

    let file = plan.unresolvedFiles[0]
    let text = String(decoding: try Files.bytes(file), as: UTF8.self)
      .replacing("a.csv:2;", with: "a.csv:2;1").replacing("a.csv:4;", with: "a.csv:4; New ")
      .replacing("B\";x", with: "B\";1990")
    try Files.write(Array(text.utf8), to: file)
    let decided = try imported(file, into: &store)
    #expect(decided.counts == [.new: 2, .updated: 1] && decided.unresolvedFiles.isEmpty)
    let movies = try store.movies(order: .added).map { "\($0.titleWithYear) \($0.rating ?? 0)" }
    #expect(
      movies == [
        "Heat (1995) 9.0", "Solaris (1972) 0.0", "Solaris (2002) 0.0", "Heat (1997) 0.0",
        "Ran (1985) 8.0", "Solaris 7.5", "A;B (1990) 0.0",
      ])
    #expect(try imported(file, into: &store).counts == [.unchanged: 3])
  }

  @Test("A file is not replaced: the user can have decided in it")
  func names() throws {
    var store = try Self.catalog()
    let first = try imported("a.csv", Self.list, into: &store).unresolvedFiles
    #expect(try imported("a.csv", into: &store).unresolvedFiles == first)
    let other = try imported("a.csv", Self.list + "Solaris;2001;1\r\n", into: &store)
    #expect(other.unresolvedFiles == [directory + "/a-2.csv"] && first == [directory + "/a.csv"])
    // A movie that was deleted is no candidate any more.
    let decided = try Files.bytes(first[0]).replacing("a.csv:2;".utf8, with: "a.csv:2;1".utf8)
    try Files.write(Array(decided), to: first[0])
    try store.delete(ids: [1])
    let after = try imported(first[0], into: &store)
    #expect(after[.new] == 0 && after[.ambiguous] == 2)
    #expect(
      try String(decoding: Files.bytes(after.unresolvedFiles[0]), as: UTF8.self)
        .contains("movie 1 does not exist any more"))
  }

  @Test("A decision that is no candidate is invalid, and the candidates stay")
  func wrong() throws {
    var store = try Self.catalog()
    let columns = "Name,reason,candidates,source,decision\n"
    let plan = try imported("a.csv", columns + "Solaris,x,2;3,b.csv:7,1\n", into: &store)
    #expect(plan.counts == [.invalid: 1])
    #expect(
      try content(plan) == columns + """
        Solaris,"expected 'new', 2, 3 or nothing as the 'decision', found '1'",2;3,a.csv:2,

        """)
    // Two records cannot be one movie.
    let both = "Solaris,,2,,2\nSolaris,,2,,2\n"
    let counts = try imported("b.csv", columns + both, into: &store).counts
    #expect(counts == [.unchanged: 1, .ambiguous: 1])
  }

  @Test("A record that is new is no other movie than the one that an earlier import added")
  func new() throws {
    var store = try Self.catalog()
    try store.add(MovieDraft(title: "Solaris"))
    let text = "Name,Year,Rating,reason,candidates,source,decision\nSolaris,1973,9,,2,,new\n"
    #expect(try imported("a.csv", text, into: &store).counts == [.new: 1])
    #expect(try imported("a.csv", text, into: &store).counts == [.unchanged: 1])
  }

  @Test("A row with another number of fields keeps them in every round")
  func width() throws {
    var store = try Self.catalog()
    let first = try imported("a.csv", "Name,Year,Note\nRan,1985,a,b\nSolaris\n", into: &store)
    func rows(_ plan: ImportPlan) throws -> [String] {
      try content(plan).split(separator: "\n").dropFirst().map {
        $0.split(separator: ",\"expected 3 fields (as in the header), found ")[0]
          .split(separator: ",expected 3 fields")[0].description
      }
    }
    #expect(first.counts == [.invalid: 2])
    #expect(try rows(first) == ["Ran,1985,a,b", "Solaris"])
    let second = try imported(first.unresolvedFiles[0], into: &store)
    #expect(second.counts == [.invalid: 2] && second.unresolvedFiles != first.unresolvedFiles)
    #expect(try rows(second) == ["Ran,1985,a,b", "Solaris"])
  }

  @Test("A preview has each record of the sources, in their order")
  func preview() throws {
    let text =
      "Type,Name,Year\nshow,A,1990\nmovie,Heat,1995\n,B,x\nepisode,C,\nmovie,Heat,1990\nshow,D,\n"
    let path = TemporaryDirectory.path("a.csv")
    try Files.write(Array(text.utf8), to: path)
    var lines: [String] = []
    let plan = try Self.catalog().planImport(
      from: [path], ImportOptions(skipsInvalid: true),
      onRecord: { lines.append("\($0.line) \($0.class.rawValue): \($0.reason ?? $0.title)") })
    #expect(
      lines == [
        "2 left out: TV series", "3 unchanged: Heat",
        "4 invalid: 'x' is not a year from 1870 to 2200",
        "5 left out: TV episodes", "6 new: Heat", "7 left out: TV series",
      ])
    #expect(plan.counts == [.leftOut: 3, .unchanged: 1, .invalid: 1, .new: 1])
  }

  @Test("Columns can be in another order, and a line can name the separator")
  func columns() throws {
    var store = try Self.catalog()
    let text = "Decision|Name|Candidates\n2|Solaris|2;3\n"
    #expect(try imported("a.csv", "sep=|\n" + text, into: &store).counts == [.unchanged: 1])
    let plan = try imported("b.csv", "sep=|\nName|Year\nHeat|1996\n", into: &store)
    #expect(
      try content(plan).hasPrefix("sep=|\nName|Year|reason|candidates|source|decision\nHeat|1996|"))
    #expect(try imported(plan.unresolvedFiles[0], into: &store).counts == [.ambiguous: 1])
    let first = "reason,candidates,source,decision,Name\n,2;3,,3,Solaris\n"
    #expect(try imported("c.csv", first, into: &store).counts == [.unchanged: 1])
  }

  @Test("A record's own keys stay, also if they have the name of a decision's")
  func ownKeys() throws {
    var store = try Self.catalog()
    let plan = try imported(
      "a.json", #"[{"title": "Solaris", "source": "tv", "decision": {}}]"#, into: &store)
    let text = try content(plan)
    #expect(
      text.hasSuffix(#""decision": "", "title": "Solaris", "source": "tv", "decision": {}}"# + "\n")
    )
    let again = try imported(plan.unresolvedFiles[0], into: &store)
    #expect(again.counts == [.ambiguous: 1])
    #expect(
      try content(again).hasSuffix(#""title": "Solaris", "source": "tv", "decision": {}}"# + "\n"))
  }

  @Test("Objects keep their text, and other values are quoted")
  func json() throws {
    var store = try Self.catalog()
    let plan = try imported(
      "a.json", #"[{"Name": "Heat","# + "\n" + #" "year": 1996}, 7, {}]"#, into: &store)
    let start = #"{"reason": "expected"#
    let lines = try content(plan).split(separator: "\n").map(String.init)
    #expect(
      lines == [
        #"{"reason": "can be 1 Heat (1995), or 4 Heat (1997)", "candidates": [1,4], "#
          + #""source": "a.json:1", "decision": "", "Name": "Heat",  "year": 1996}"#,
        start + #" an object, found a number", "candidates": [], "source": "a.json:2", "#
          + #""decision": "", "record": "7"}"#,
        start + #" a 'title', found none", "candidates": [], "source": "a.json:2", "#
          + #""decision": ""}"#,
      ])
    let decided = lines[0].replacing(#""decision": """#, with: #""decision": 1"#)
    let next = try imported("b.ndjson", decided, into: &store)
    #expect(next.counts == [.unchanged: 1])
    #expect(try store.attributeKeys().map(\.name) == ["year"])
  }

  @Test(
    "Records of any text are used as the user decides, as if they were not ambiguous",
    arguments: InterchangeFormat.allCases)
  func property(format: InterchangeFormat) throws {
    var random = RandomSource(seed: 7)
    var store = try Catalog()
    var expected = try Catalog()
    var records: [MovieDraft] = []
    for index in 0..<60 {
      let title = "\(index) " + random.text(upTo: 12).replacing("\0", with: "")
      let movie = try MovieDraft(title: title, cast: ["A"]).validated()
      try store.add(movie)
      try expected.add(movie)
      var record = movie
      record.cast = ["B"]
      record.attributes[.note] = [.text("n" + random.text(upTo: 20))]
      records.append(try record.validated())
    }
    let list = TemporaryDirectory.path("list")
    let columns = InterchangeColumn.standard + [.attribute(.note)]
    try Files.write(try written(records, format, columns: columns), to: list)
    let plan = try imported(list, into: &store)
    #expect(plan.counts == [.ambiguous: 60])

    // The last cell is empty, and the candidate is the third one from the end.
    let separator = format == .tsv ? "\t" : ","
    let isTable = format == .csv || format == .tsv
    let text = try content(plan).split(separator: "list:", omittingEmptySubsequences: false)
    var decided = String(text[0])
    for (index, part) in text.dropFirst().enumerated() {
      let line = part.prefix { $0.isNumber }
      let rest = part.dropFirst(line.count + (isTable ? 1 : #"", "decision": ""#.count))
      decided +=
        "list:\(line)" + (isTable ? separator : #"", "decision": ""#) + "\(index + 1)\(rest)"
    }
    let next = try imported("decided", decided, into: &store)
    #expect(next.counts == [.updated: 60])
    for (index, record) in records.enumerated() {
      let edit = MovieEdit(attributes: [.note: record.attributes[.note]])
      try expected.edit(id: Movie.ID(rawValue: Int64(index + 1)), edit)
    }
    let drafts = { (store: borrowing Catalog) in try store.movies(order: .added).map(\.description)
    }
    #expect(try drafts(store) == drafts(expected))
  }
}
