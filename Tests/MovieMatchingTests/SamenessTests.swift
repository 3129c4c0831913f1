import MovieMatching
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Whether two descriptions are of the same movie.
@Suite(.limited) struct SamenessTests {
  /// A draft from `title|year|cast|director|imdb|tmdb|aka`, of which names are separated by commas.
  private static func draft(_ text: String) throws -> MovieDraft {
    let fields = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    func field(_ index: Int) -> String { fields.count > index ? fields[index] : "" }
    func names(_ index: Int) -> [String] { field(index).split(separator: ",").map(String.init) }
    var draft = MovieDraft(title: fields[0], cast: names(2))
    draft.attributes.year = Int(field(1))
    draft.attributes[.director] = names(3).map { .text($0) }
    if !field(4).isEmpty { draft.attributes[.imdb] = [.text(field(4))] }
    if let id = Int64(field(5)) { draft.attributes[.tmdb] = [.integer(id)] }
    draft.attributes[.aka] = names(6).map { .text($0) }
    return draft
  }

  private static func entry(
    _ text: String, from origin: MatchEntry.Origin = .init()
  ) throws -> MatchEntry {
    var entry = MatchEntry(id: 0, try draft(text))
    entry.origin = origin
    return entry
  }

  @Test(
    "The first evidence that fits decides",
    arguments: [
      // 1: another id.
      ("Heat|1995|||tt1", "Heat|1995|||tt2", .different, .otherIdentifier),
      ("Heat|1995||||1", "Heat|1995||||2", .different, .otherIdentifier),
      ("Heat|1995|||tt1|1", "Heat|1995|||tt1|2", .perhaps, .otherIdentifier),
      // 2: an id in common.
      ("Heat|1995|||tt1", "Hitze|1995|||tt1", .same, .identifier),
      ("Heat|1995|A,B||tt1", "Heat|1986|C,D||tt1", .same, .identifier),
      ("Heat|1995|||tt1", "Hitze|1996|||tt1", .perhaps, .identifier),
      ("Heat|1995|||tt1", "Hitze||||tt1", .same, .identifier),
      // 3: years.
      ("Heat|1995", "Heat|1997", .different, .years),
      ("Heat|-9223372036854775808", "Heat|9223372036854775807", .different, .years),
      // 4: casts.
      ("Heat|1995|A,B", "Heat|1995|C,D", .different, .people),
      ("Heat|1995|A,B,C,D", "Heat|1995|A,X,Y,Z", .different, .people),
      ("Heat|1995|A,B,C,D", "Heat|1995|A,B,Y,Z", .same, .title),
      ("Heat|1995|A,B,C", "Heat|1995|A,X,Y,Z", .same, .title),
      ("Heat|1995|A,B|M", "Heat|1995|C,D|M", .perhaps, .people),
      ("Heat|1995|A,B|M", "Ran|1995|C,D|M", .different, .otherTitle),
      ("Heat|1995|Ада,Бо", "Heat|1995|Ada,Bo", .same, .title),
      // 4a: a single name, and directors.
      ("Heat|1995|A", "Heat|1995|C,D", .perhaps, .people),
      ("Heat|1995|A", "Heat|1995|B", .perhaps, .people),
      ("Heat|1995|A", "Heat|1995|A,B", .same, .title),
      ("Heat|1995||Michael Mann", "Heat|1995||Bo Lind", .perhaps, .people),
      ("Heat|1995||Michael Mann", "Heat|1995||M. Mann,X", .same, .title),
      ("Heat||A", "Heat|1995|B", .perhaps, .people),
      ("Heat|1995|A", "Ran|1995|B", .different, .otherTitle),
      // 5: the words of titles.
      ("Heat|1995", "HEAT|1995", .same, .title), ("Heat", "heat", .same, .title),
      ("Amélie|2001", "Amelie|2001", .same, .title), ("Noe|2014", "Noé|2014", .same, .title),
      ("Ocean's Eleven|2001", "Oceans 11|2001", .same, .title),
      ("Fast & Furious|2009", "Fast and Furious|2009", .same, .title),
      ("Heat (1995)", "Heat|1995", .same, .title),
      ("Heat (1995)|1996", "Heat|1996", .different, .otherTitle),
      ("Se7en|1995||||||", "Seven|1995|||||Se7en", .same, .title),
      ("Mission: Impossible II|2000", "Mission: Impossible 2|2000", .same, .title),
      ("Rocky II|1979", "Rocky Two|1979", .same, .title),
      ("Alien Part 2|1986", "Alien 2|1986", .same, .title),
      ("Kill Bill: Vol. 2|2004", "Kill Bill: Volume Two|2004", .same, .title),
      ("Chapter 2|2000", "2|2000", .different, .otherTitle),
      ("X|2022", "10|2022", .different, .otherTitle),
      ("Malcolm X|1992", "Malcolm 10|1992", .same, .title),
      ("Part I|2000", "Part 1|2000", .different, .otherTitle),
      ("Seven|1995", "7|1995", .same, .title),
      ("The Thirty-Nine Steps|1935", "The 39 Steps|1935", .same, .title),
      ("Matrix, The|1999", "The Matrix|1999", .same, .title),
      ("…|2000", "…|2000", .same, .title), ("…|2000", "!|2000", .different, .otherTitle),
      // 6: an article.
      ("The Lantern|2022", "Lantern|2022", .perhaps, .article),
      ("Lantern, The|2022", "Lantern|2022", .perhaps, .article),
      ("A Lantern|2022|A", "The Lantern|2022|A", .perhaps, .article),
      ("The Lantern|2022", "Lantern|2023", .different, .otherTitle),
      // 7: the letters.
      ("C.R.A.Z.Y.|2005", "Crazy|2005", .perhaps, .letters),
      ("C.R.A.Z.Y.|2005|A", "Crazy|2005|A", .same, .letters),
      ("Ghost Busters|1984||M", "Ghostbusters|1984||M", .same, .letters),
      ("The Ghost Busters|1984", "Ghostbusters|1984", .perhaps, .letters),
      ("Ghost Busters|1984", "Ghostbusters", .different, .otherTitle),
      ("R.S.V.P.|2002", "RSVP|2002", .perhaps, .letters),
      ("F/X|1986|A", "FX|1986|A", .same, .letters),
      ("Two-Fisted|1935", "Twofisted|1935", .perhaps, .letters),
      ("2.0|2018", "20|2018", .perhaps, .digits), ("1:1|2001|A", "11|2001|A", .same, .digits),
      ("'68|1988", "\u{2019}68|1988", .same, .title),
      ("+1|2013", "1|2013", .perhaps, .digits), ("+1|2013", "+1|2013", .same, .title),
      // 8: a missing year.
      ("Heat|1995", "Heat", .perhaps, .missingYear),
      ("Heat|1995|A,B", "Heat||A,B", .perhaps, .missingYear),
      // 9: the next year.
      ("Heat|1995", "Heat|1996", .perhaps, .nextYear),
      ("Heat|1995|A,B", "Heat|1996|A", .perhaps, .nextYear),
      ("Heat|1995|A,B", "Heat|1996|A,B", .same, .nextYear),
      ("Heat|1995||M", "Heat|1996||M", .same, .nextYear),
      // 10: anything else.
      ("Heat|1995|A,B|M", "Ran|1995|A,B|M", .different, .otherTitle),
      ("สร|2003", "สุร|2003", .different, .otherTitle),
      ("Мой|2000", "Мои|2000", .different, .otherTitle),
    ] as [(String, String, Sameness.Answer, Sameness.Evidence)])
  func table(
    left: String, right: String, answer: Sameness.Answer, evidence: Sameness.Evidence
  ) throws {
    let sameness = Sameness.of(try Self.entry(left), try Self.entry(right))
    #expect(sameness.answer == answer && sameness.evidence == evidence, "\(sameness)")
    let reversed = Sameness.of(try Self.entry(right), try Self.entry(left))
    #expect(reversed == sameness)
  }

  @Test("Titles of one service that differ by an article are different")
  func origins() throws {
    let service = MatchEntry.Origin(preset: "letterboxd")
    var draft = try Self.draft("The Lantern|2022")
    draft.attributes[.letterboxd] = ["https://boxd.it/zz21"]
    let movie = MatchEntry(id: 1, draft)
    let record = try Self.entry("Lantern|2022", from: service)
    #expect(Sameness.of(movie, record).answer == .different)
    #expect(Sameness.of(record, movie).answer == .different)
    // Another service has another name for it.
    let other = try Self.entry("Lantern|2022", from: MatchEntry.Origin(preset: "imdb"))
    #expect(Sameness.of(movie, other).answer == .perhaps)
    let third = try Self.entry("The Lantern|2022", from: MatchEntry.Origin(preset: "imdb"))
    #expect(Sameness.of(third, record).answer == .perhaps)
    let sibling = try Self.entry("The Lantern|2022", from: service)
    #expect(Sameness.of(sibling, record).answer == .different)
    // An address has two forms, which cannot be compared.
    draft.attributes[.letterboxd] = ["https://letterboxd.com/film/lantern/"]
    #expect(Sameness.of(movie, MatchEntry(id: 2, draft)).answer == .same)
    draft.attributes[.letterboxd] = ["https://boxd.it/zz22"]
    #expect(Sameness.of(movie, MatchEntry(id: 2, draft)).answer == .different)
  }

  // MARK: Groups

  private static func entries(_ seed: UInt64, _ count: Int) throws -> [MatchEntry] {
    var drafts = LookalikeDrafts(seed: seed)
    return try drafts.next(count).enumerated().map { MatchEntry(id: Int64($0.offset), $0.element) }
  }

  @Test(
    "No group has two that are different, and the order does not matter",
    arguments: 0..<Tier.amount(30, full: 200))
  func groups(seed: Int) throws {
    let entries = try Self.entries(UInt64(seed), 12)
    let groups = SameGroups(entries)
    for group in groups.same + groups.perhaps {
      for (index, first) in group.enumerated() {
        for second in group[(index + 1)...] {
          #expect(Sameness.of(entries[first], entries[second]).answer != .different)
        }
      }
    }
    // Two that are not different are in a group together, or are the same as others that are.
    let together = Set((groups.same + groups.perhaps).flatMap(\.self))
    for first in entries.indices {
      for second in (first + 1)..<entries.count
      where Sameness.of(entries[first], entries[second]).answer != .different {
        #expect(together.contains(first) && together.contains(second))
      }
    }
    var random = RandomSource(seed: UInt64(seed))
    let order = entries.indices.shuffled(using: &random)
    let shuffled = SameGroups(order.map { entries[$0] })
    let sorted = { (groups: [[Int]]) in Set(groups.map { Set($0) }) }
    #expect(sorted(shuffled.same.map { $0.map { order[$0] } }) == sorted(groups.same))
    #expect(sorted(shuffled.perhaps.map { $0.map { order[$0] } }) == sorted(groups.perhaps))
  }

  // MARK: Time

  @Test(
    "The number of comparisons is in proportion to that of the movies with one title",
    arguments: [
      "{title}", "{title}|1995", "{title}|{year}", "{title}|1995|Name {n}",
      "{title}|1995|First {n},Last {n}", "{title}|1995|Same,Last {n}", "{title}|1995|||tt{n}",
      "{title}|1995|A,B,C {n},D {n}|M", "{title}||||tt{n}",
    ])
  func comparisons(pattern: String) throws {
    func comparisons(_ count: Int) throws -> Int {
      let entries = try (0..<count).map { number in
        try Self.entry(
          pattern.replacing("{title}", with: "Untitled").replacing("{n}", with: "\(number)")
            .replacing("{year}", with: "\(1900 + number % 100)"))
      }
      let pool = CandidatePool(Array(entries.indices), entries)
      var comparisons = 0
      for number in 0..<count {
        let other = (number * 7_919 + 1) % count
        _ = pool.candidates(of: entries[other]) { _, sameness in
          comparisons += 1
          return sameness.answer != .different
        }
      }
      return comparisons
    }
    // Each movie is compared with a bounded number of others.
    for count in Tier.isFull ? [1_000, 4_000] : [300] {
      #expect(try comparisons(count) <= count * 160)
    }
  }
}
