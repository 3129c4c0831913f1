import MovieFormats
import MovieInterchange
import MovieStore
import MovieSystem
import TestSupport
import Testing

/// Which movie a record is about.
@Suite(.limited) struct MatchingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let catalog: String
    let list: String
    /// The class of each record, with the ids of its movie or its candidates.
    let outcomes: [String]

    init(_ catalog: String, _ list: String, _ outcomes: String...) {
      (self.catalog, self.list, self.outcomes) = (catalog, list, outcomes)
    }

    var testDescription: String { "\(catalog) + \(list)" }
  }

  /// Rows of CSV, separated by `|`, after the header of all fields.
  private static func source(_ rows: String) -> ImportSource {
    let header = "title,year,cast,rating,imdb,tmdb,aka"
    let lines = ([header] + rows.split(separator: "|").map(String.init)).map { line in
      line + String(repeating: ",", count: 6 - line.count { $0 == "," }) + "\n"
    }
    return ImportSource(name: "list", ByteSource(bytes: Array(lines.joined().utf8)))
  }

  private static let reading = ReadingOptions(scale: RatingScale(highest: 10))

  private static func outcomes(_ store: borrowing Catalog, _ rows: String) throws -> [String] {
    var outcomes: [String] = []
    _ = try store.planImport(
      from: [source(rows)], ImportOptions(reading: reading),
      onRecord: { record in
        let movies = ([record.movie].compactMap(\.self) + record.candidates).map { "\($0)" }
        outcomes.append(([record.class.rawValue] + movies).joined(separator: " "))
      })
    return outcomes
  }

  @Test(
    "Matches by ids elsewhere, then title, year and cast, then the title alone",
    arguments: [
      // Titles without case, accents, articles, and other characters than letters and digits.
      Case("Heat,1995", "heat,1995", "unchanged 1"),
      Case("Heat,1995", "The Heat,1995,,8", "by title 1"),
      Case("Spider-Man,2002", "spiderman,2002,,8", "by title 1"),
      Case("Spider-Man,2002,Tobey Maguire", "spiderman,2002,Tobey Maguire,8", "updated 1"),
      // The title itself comes before one of another movie's other titles, also if that has all values.
      Case("Heat,1995,,8,,,Ran|Ran,1995", "Ran,1995,,8", "updated 2"),
      Case("Heat,1995,,8,,,Ran|Ran,1995", "Ran,1995,,8|Heat,1995,,7", "updated 2", "updated 1"),
      // The second record of one title is a second movie, not one with another spelling.
      Case(
        "Savage,1973,A;B|Savage!,1973,C;D", "Savage,1973,,7|Savage,1973,,8", "new",
        "updated 1"),
      // A second viewing is not one of the film of the next year.
      Case("Faith,1919|Faith,1920", "Faith,1919,,7|Faith,1919,,8", "ambiguous 2", "updated 1"),
      // Numbers have several spellings, and their signs count.
      Case("Rocky II,1979", "Rocky 2,1979,,8", "updated 1"),
      Case("Rocky II,1979", "Rocky Part Two,1979,,8", "updated 1"),
      Case("2.0,2018|1:1,2001", "20,2018|11,2001", "new", "new"),
      Case("Amélie,2001", "AMELIE,2001", "unchanged 1"),
      // Marks that are letters count, and the Turkish dotless letter is an i.
      Case("กินรี,2001", "กุนรี,2001", "new"), Case("कल,2002", "कुल,2002", "new"),
      Case("ガメラ,1965", "カメラ,1965", "new"), Case("Мой,2000", "Мои,2000", "new"),
      Case("กินรี,2001|กุนรี,2001", "กุนรี,2001|กินรี,2001", "unchanged 2", "unchanged 1"),
      Case("Seven,1995,,,,,กินรี", "กุนรี,1995", "new"),
      Case("Мой,2000", "МОИ\u{306},2000", "unchanged 1"),
      Case("Kış Masalı,2014", "Kış Masalı,2014", "unchanged 1"),
      Case("Kış Masalı,2014", "KIŞ MASALI,2014", "unchanged 1"),
      Case("KIŞ MASALI,2014", "kis masali,2014", "unchanged 1"),
      Case("Heat,1995,กินรี", "Heat,1995,กุนรี", "ambiguous 1"),
      Case("Heat,1995", "Heat,1986", "new"), Case("Heat,1995", "Cold,1995", "new"),
      // Of several candidates, the one with the better title.
      Case("Spiderman,2002|Spider-Man,2002", "Spider-Man,2002", "unchanged 2"),
      // Other titles.
      Case("Seven,1995,,,,,Se7en", "se7en,1995", "unchanged 1"),
      Case("Seven,1995", "Se7en,1995,,,,,Seven", "updated 1"),
      // Casts that do not contradict.
      Case("Heat,1995,Al Pacino", "Heat,1995,al pacino", "unchanged 1"),
      Case("Heat,1995,Al Pacino", "Heat,1995,Val Kilmer", "ambiguous 1"),
      Case("Heat,1995,Al Pacino;A", "Heat,1995,Val Kilmer;B", "new"),
      Case("Heat,1995,Al Pacino", "Heat,1995", "unchanged 1"),
      Case("Heat,1995", "Heat,1995,Al Pacino", "updated 1"),
      Case("Heat,1995,A;B;C;D", "Heat,1995,A;X;Y;Z", "new"),
      Case("Heat,1995,A;B;C;D", "Heat,1995,A;B;Y;Z", "unchanged 1"),
      // Several candidates.
      Case("Heat,1995,A|Heat,1995,B", "Heat,1995", "unchanged 1"),
      Case("Heat,1995,A|Heat,1995,B", "Heat,1995,,8", "ambiguous 1 2"),
      Case("Heat,1995,A,7|Heat,1995,B,8", "Heat,1995,,8", "unchanged 2"),
      Case("Heat,1995,A|Heat,1995,A", "Heat,1995,A,8", "updated 1"),
      // One movie, several records.
      Case("Heat,1995,A;B", "Heat,1995,A;X,8|Heat,1995,B;Y,9", "ambiguous 1", "ambiguous 1"),
      Case("Heat,1995,A;B,8", "Heat,1995,A;X,8|Heat,1995,B;Y,9", "unchanged 1", "new"),
      // The title alone.
      Case("Heat", "Heat,1995", "unchanged 1"), Case("Heat,1995", "Heat", "unchanged 1"),
      Case("Heat", "Heat,1995,,8", "by title 1"),
      Case("Heat,1995", "Heat,,,8", "by title 1"), Case("Heat", "Heat,,,8", "updated 1"),
      Case("Heat,1995|Heat,1986", "Heat,,,8", "ambiguous 1 2"),
      Case("Heat,1995", "Heat,,,8|Heat,,,9", "ambiguous 1", "ambiguous 1"),
      Case("Heat,1995,A", "Heat,,B", "ambiguous 1"),
      Case("Heat,1995", "Heat,1995,,8|Heat", "updated 1", "new"),
      // One year off.
      Case("Heat,1995", "Heat,1996,,8", "by title 1"),
      Case("Heat,1995|Heat,1997", "Heat,1996", "ambiguous 1 2"),
      Case("Heat,1995,A", "Heat,1996,B", "ambiguous 1"),
      Case("Heat,1995,A;B", "Heat,1996,A;B,8", "updated 1"),
      Case("Heat,1995", "Heat,1995|Heat,1996", "unchanged 1", "new"),
      // Ids.
      Case("Heat,1995,,,tt0113277", "Hitze,1995,,,113277", "updated 1"),
      Case("Heat,1995,,,tt0113277", "Hitze,,,,tt0113277", "updated 1"),
      Case("Heat,1995,,,tt0113277", "Hitze,1999,,,tt0113277", "ambiguous 1"),
      Case("Heat,1995,,,tt0113277", "Heat,1995,,,tt0000001", "new"),
      Case("Heat,1995,,,tt0113277", "Heat,1995,,,,949", "updated 1"),
      Case("Heat,1995,,,tt1,2", "Heat,1995,,,tt1,3", "ambiguous 1"),
      Case("A,1995,,,tt1|B,1996,,,,2", "C,1995,,,tt1,2", "updated 1"),
      Case("A,1995,,,tt1|B,1995,,,,2", "C,1995,,,tt1,2", "ambiguous 1 2"),
      Case("A,1995,,,tt1|B,1996,,,,2", "C,1995,,,tt1,2|D,1996,,,,2", "updated 1", "updated 2"),
      Case("A,1995,,,tt1|A,1995,,,tt1", "A,1995,,,tt1|A,1995,,,tt1", "unchanged 1", "unchanged 2"),
      Case("Heat,1995", "Heat,1995,,,-1", "unchanged 1"),
    ])
  func outcomes(_ sample: Case) throws {
    var store = try Catalog()
    try store.importMovies(
      from: [Self.source(sample.catalog)],
      ImportOptions(reading: Self.reading, records: .added))
    #expect(try Self.outcomes(store, sample.list) == sample.outcomes)
    // The order of the rows does not matter.
    let rows = sample.list.split(separator: "|").reversed().joined(separator: "|")
    #expect(try Self.outcomes(store, rows).sorted() == sample.outcomes.sorted())
  }

  @Test("A title without letters is found among many movies")
  func symbols() throws {
    var store = try Catalog()
    try store.importMovies(
      from: [Self.source((0..<1_200).map { "M\($0),1990" }.joined(separator: "|") + "|★,1990")])
    #expect(try Self.outcomes(store, "★,,,8") == ["by title 1201"])
  }

  @Test("Records of new movies are not matched with each other")
  func newMovies() throws {
    #expect(try Self.outcomes(Catalog(), "Heat,1995|Heat,1995|Heat") == ["new", "new", "new"])
  }

  @Test("Many movies with one title are matched in pairs")
  func oneTitle() throws {
    let count = Tier.amount(50, full: 300)
    let rows = (0..<count).map { "One,1990,Name \($0)" }
    var store = try Catalog()
    try store.importMovies(from: [Self.source(rows.joined(separator: "|"))])
    let list = rows.map { $0 + ",8" }.shuffled().joined(separator: "|")
    let plan = try store.planImport(from: [Self.source(list)])
    #expect(plan.counts == [.updated: count])
    // All with one cast, of which the values cannot tell them apart.
    let same = String(repeating: "Two,1990,Name,8|", count: count)
    try store.importMovies(from: [Self.source(same)])
    let rated = String(repeating: "Two,1990,Name,9|", count: count + 1)
    #expect(try store.planImport(from: [Self.source(rated)]).counts == [.updated: count, .new: 1])
  }
}
