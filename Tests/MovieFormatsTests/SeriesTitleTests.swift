import FormatsTestSupport
import MovieFormats
import MovieStore
import MovieSystem
import TestSupport
import Testing

/// The titles of a streaming service, of which some are those of episodes.
@Suite("Titles of series", .limited) struct SeriesTitleTests {
  /// What becomes of the titles of a history: `movie`, `held`, or the kind of what is left out.
  private func outcomes(_ titles: [String]) throws -> [String] {
    let rows = titles.map { "\"\($0)\",2024-01-05\n" }
    let bytes = Array(("Title,Date\n" + rows.joined()).utf8)
    let options = ReadingOptions().choosing("netflix:history")
    func reader(_ options: ReadingOptions) -> InterchangeReader {
      InterchangeReader(source: ByteSource(bytes: bytes), fileName: "f", options)
    }
    var first = reader(options)
    var second = reader(try first.readDecisions().decided(options))
    var outcomes: [String] = []
    while try second.next() != nil {
      outcomes += second.otherRecords.map(\.kind)
      second.otherRecords = []
      outcomes.append(second.record.isHeld ? "held" : "movie")
    }
    return outcomes + second.otherRecords.map(\.kind)
  }

  @Test(
    "Seasons and episodes in many languages, before and after their numbers",
    arguments: [
      "A: Season 1: Secrets", "A: Season One: Secrets", "A: Series 2: X", "A: S2: X", "A: S02E03",
      "A: Limited Series: X", "A: Miniserie: X", "A: Mini-Series: X", "A: Staffel 2: X",
      "A : Saison 1 : Épisode 3", "A: Épisode 3", "A: Temporada 2: X", "A: Episodio 3",
      "A: Stagione 1: X", "A: Seizoen 3: X", "A: Aflevering 3", "A: Folge 3", "A: Sæson 2: X",
      "A: Säsong 1: X", "A: Sesong 1: X", "A: Kausi 2: X", "A: Sezon 2: X", "A: 2. Sezon: X",
      "A: 1. řada: X", "A: 2. évad: X", "A: Сезон 2: X", "A: Κύκλος 2: X", "A: الموسم 2: X",
      "A: シーズン2: X", "A: 第 2 季: X", "A: 第二季: X", "A: 시즌 2: X", "A: パート3: X",
      "A: リミテッドシリーズ: X", "A：シーズン2：X", "A: Part 2: X", "A: Chapter One: X",
      "A: Season 2 (Part 1): X", "A (Episode 7)", "A: X (Épisode 7)", "A: X (Folge 7)",
      ": Episode 1", " : Épisode 12", "A: Mini Dizi: X", "A: Part I: X", "A: 1re partie: X",
      "A: Temporada 2 (Parte A): X", "A: Season 1B: X", "A: Rozdział pierwszy: X",
      "A: Kapitola druhá: X", "A: Pilot", "A: X (Pilot)", "A: 第1シリーズ: X", "A: 2. Bölüm: X",
    ])
  func episode(_ title: String) throws {
    #expect(try outcomes([title]) == ["TV episodes"])
  }

  @Test(
    "Movies with colons, numbers and such words",
    arguments: [
      "A: A Love Story", "Blade Runner 2049", "Rocky II", "The Godfather: Part II", "Season 1",
      "Mission: Impossible", "2001: A Space Odyssey", "A: The Season of X", "A (1995)",
    ])
  func movie(_ title: String) throws { #expect(try outcomes([title]) == ["movie"]) }

  @Test(
    "Parts of a movie can be episodes",
    arguments: [
      "A: Part Two", "A: Vol. 1", "A: Chapter 3", "A: Teil 2", "A: Parte 2", "A: Часть 2",
      "A: Bölüm 1",
    ])
  func part(_ title: String) throws { #expect(try outcomes([title]) == ["held"]) }

  @Test("All titles of a history decide what the beginning of a title is")
  func beginnings() throws {
    #expect(
      try outcomes(["A: X", "A: Season 1: Y", "B: X", "A: Z: W"])
        == ["held", "TV episodes", "movie", "held"])
    #expect(try outcomes(["A: X", "A: Y", "A: X"]) == ["movie", "movie", "movie"])
    #expect(try outcomes(["A: X", "A: Y", "A: Z"]) == ["held", "held", "held"])
    #expect(
      try outcomes(["A: Part 1", "A: Y", "A: Z"]) == ["TV episodes", "held", "held"])
    // Parts of one movie are not those of others with its beginning.
    #expect(
      try outcomes(["A: B: Part 1", "A: B: Part 2", "A: C", "A: D"])
        == ["held", "held", "held", "held"])
    // A service leaves out names.
    #expect(
      try outcomes(["A: Season 1: X", "A: : "]) == ["TV episodes", "held"])
    // A series can have a part of a name; only its own titles are held back.
    #expect(
      try outcomes(["A: B: Season 1: X", "A: C"]) == ["TV episodes", "movie"])
  }

  @Test("A play of less than five minutes is no viewing")
  func plays() throws {
    let rows = [("00:04:59", true), ("00:05:00", false), ("01:00:10", false), ("", false)]
    for (duration, isShort) in rows {
      let text = "Profile Name,Start Time,Duration,Title,Device Type\nA,2024-01-05 20:00:00,"
      var reader = InterchangeReader(
        source: ByteSource(bytes: Array((text + "\(duration),Heat,TV\n").utf8)), fileName: "f",
        ReadingOptions().choosing("netflix:activity"))
      #expect(try (reader.next() == nil) == isShort, "\(duration)")
    }
  }
}
