import Foundation
import TestSupport
import Testing

/// `duplicates`: lists groups, and merges them.
@Suite(.limited, .temporaryDirectory) struct DuplicatesTests {
  init() throws {
    try SampleCatalog.install()
    _ = movies("edit", "3", "--year", "1972", "-q")
    _ = movies("edit", "4", "--year", "1995", "-q")
    _ = movies("edit", "8", "--year", "1986", "-q")
    _ = movies("import", "-", "--add", "-q", input: Self.repeated)
  }

  private static let repeated = """
    {"title": "the godfather", "cast": ["Al Pacino", "Robert Duval"], "favorite": false, "attributes": {"year": 1972}}
    {"title": "Amelie", "cast": ["Audrey Tautou"], "favorite": true, "attributes": {"rating": 8}}
    {"title": "Amélie", "cast": ["Audrey Tautou"], "favorite": true, "attributes": {"rating": 7, "tag": ["paris"]}}
    {"title": "Heat", "cast": ["Val Kilmer"], "favorite": false, "attributes": {"year": 1996}}
    {"title": "Scarface", "cast": ["Al  Pacino", "AL PACINO"], "favorite": false}

    """

  @Test("Lists groups of movies, with what differs")
  func list() {
    let result = movies("duplicates")
    #expect(
      result.output == """
        2 11 12\tAmélie\t3\ttitle: Amélie | Amelie; rating: 8 | 7
        3 10\tThe Godfather\t2\ttitle: The Godfather | the godfather
        4 13\tHeat\t2\tperhaps the same; year: 1995 | 1996

        """)
    #expect(result.error == "3 groups. To merge them: movies duplicates --merge\n")
    #expect(movies("duplicates", "--format", "ids", "-q").output == "2 11 12\n3 10\n4 13\n")
    #expect(movies("duplicates", "pacino", "--format", "ids", "-q").output == "3 10\n4 13\n")
    #expect(
      movies("duplicates", "--limit", "1").error
        == "1 of 3 groups. To merge them: movies duplicates --merge\n")
    let none = movies("duplicates", "koyaanisqatsi", "--exit-status")
    #expect(none.status == .notFound && none.output.isEmpty)
    #expect(none.error == "no group matches\n")
  }

  @Test("JSON has whole movies and the differing values")
  func json() throws {
    let output = movies("duplicates", "amelie", "--json", "-q").output
    let groups = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]]
    let group = try #require(groups?.first)
    #expect((group["movies"] as? [[String: Any]])?.map { $0["id"] as? Int } == [2, 11, 12])
    #expect(group["conflict"] as? Bool == true)
    let differences = try #require(group["differs"] as? [[String: Any]])
    #expect(differences.map { $0["field"] as? String } == ["title", "rating"])
    let values = differences[1]["values"] as? [[String: Any]]
    #expect(values?.map { $0["value"] as? String } == ["8", "7"])
    #expect(values?.map { $0["id"] as? Int } == [11, 12])
  }

  @Test("Lists names of actors, with a proposed one")
  func actors() {
    let result = movies("duplicates", "--actors")
    #expect(
      result.output.split(separator: "\n").map {
        $0.split(separator: "\t").dropFirst().joined(separator: "\t")
      }
        == [
          "Al Pacino\t5\tAl Pacino (3) | Al  Pacino (1) | AL PACINO (1)",
          "Robert Duvall\t2\tRobert Duvall (1) | Robert Duval (1)",
        ])
    #expect(result.error == "2 groups. To merge them: movies duplicates --actors --merge\n")
    #expect(movies("duplicates", "--actors", "duval", "-q").output.contains("Robert Duvall"))
    #expect(movies("duplicates", "--actors", "deniro").output.isEmpty)
    let json = movies("duplicates", "--actors", "--json", "-q").output
    #expect(json.contains(#""name": "Al Pacino", "actors": [{"id": "#))
    #expect(json.contains(#""match": "equal""#) && json.contains(#""match": "similar""#))
  }

  @Test("--yes merges the groups in which nothing has to be chosen, as one change")
  func yes() {
    let before = movies("export", "-").output
    let dryRun = movies("duplicates", "--merge", "--dry-run")
    #expect(dryRun.output.hasPrefix("3 10\t"))
    #expect(dryRun.error.hasPrefix("would merge 1 group\n"))
    #expect(movies("export", "-").output == before)
    let result = movies("duplicates", "--merge", "--yes")
    #expect(
      result
        == CommandResult(
          error: """
            merged 1 group. To undo it, run 'movies undo'
            2 groups left, in which something has to be chosen: movies duplicates --merge

            """))
    #expect(
      movies("show", "3", "--columns", "title,year", "--format", "tsv", "-q").output
        == "The Godfather\t1972\n")
    #expect(movies("duplicates", "--actors", "--merge", "--yes").error.hasPrefix("merged 1 group."))
    #expect(movies("actors", "pacino", "-q").output.hasSuffix("\tAl Pacino\t3\n"))
    #expect(movies("undo", "--last", "2", "--yes", "-q").status == .done)
    #expect(movies("export", "-").output == before)
  }

  @Test("Asks about each group, and makes the merges at the end")
  func dialog() {
    // Amélie: an unknown answer, then 2 as the title and 2 as the rating; The Godfather: kept apart.
    let result = movies(
      "duplicates", "--merge", input: "x\ne\n2\n2\nn\nq\n", on: .terminal)
    #expect(result.status == .done)
    #expect(result.error.contains("1 of 3\n  2  Amélie (Audrey Tautou, Mathieu Kassovitz)\n"))
    #expect(result.error.contains("      rating: keep 8 (11), not 7 (12)\n"))
    #expect(result.error.contains("y merge, n keep apart, e choose values\ns skip, q end"))
    #expect(
      result.error.hasSuffix(
        """
        kept 1 group apart. To see them again, run 'movies duplicates --forget'
        merged 1 group. To undo it, run 'movies undo'

        """))
    #expect(
      movies("show", "2", "--columns", "title,favorite,rating,tag", "--format", "tsv", "-q").output
        == "Amelie\t*\t7\tparis\n")
    #expect(movies("duplicates", "--format", "ids", "-q").output == "4 13\n")
    #expect(movies("duplicates", "--forget", "--yes").error == "forgot 1 group\n")
    #expect(movies("duplicates", "--format", "ids", "-q").output == "3 10\n4 13\n")
  }

  @Test("--forget asks, and forgets only the groups that match")
  func forget() throws {
    _ = movies("duplicates", "--merge", input: "n\nn\nn\n", on: .terminal)
    #expect(movies("duplicates", "--format", "ids", "-q").output.isEmpty)
    let before = try SampleCatalog.bytes
    let refused = movies("duplicates", "heat", "--forget")
    #expect(
      refused.status == .usage
        && refused.error.hasPrefix(
          "Error: Forgetting 1 group cannot be undone and requires confirmation. Pass '--yes'.")
    )
    let declined = movies("duplicates", "heat", "--forget", input: "\n", on: .terminal)
    #expect(declined.status == .notFound && declined.error.hasSuffix("nothing was forgotten\n"))
    #expect(declined.error.hasPrefix("  4 13  Heat | Heat\n  This cannot be undone.\n"))
    #expect(
      movies("duplicates", "pacino", "--forget", "-n").error
        == "3 10  The Godfather | the godfather\n4 13  Heat | Heat\nwould forget 2 groups\n")
    #expect(
      movies("duplicates", "nothing", "--forget").error == "no group that matches was kept apart\n")
    #expect(movies("duplicates", "--actors", "--forget").error == "no group was kept apart\n")
    #expect(try SampleCatalog.bytes == before)
    let undo = movies("undo", "-n", "-q").output
    #expect(movies("duplicates", "heat", "--forget", "--yes").error == "forgot 1 group\n")
    #expect(movies("duplicates", "--format", "ids", "-q").output == "4 13\n")
    // It is not in the history.
    #expect(movies("undo", "-n", "-q").output == undo)
  }

  @Test("A name is chosen by its number, or typed")
  func names() {
    let result = movies(
      "duplicates", "--actors", "--merge", input: "e\n9\nAlfredo Pacino\ny\n", on: .terminal)
    #expect(result.error.contains("type a number from 1 to 3, or q"))
    #expect(result.error.hasSuffix("merged 2 groups. To undo it, run 'movies undo'\n"))
    #expect(movies("actors", "pacino", "-q").output.hasSuffix("\tAlfredo Pacino\t4\n"))
    #expect(movies("actors", "duval", "-q").output.hasSuffix("\tRobert Duvall\t2\n"))
  }

  @Test("The end of the input ends the dialog, and keeps the merges")
  func endOfInput() {
    let result = movies("duplicates", "--merge", input: "s\ny\n", on: .terminal)
    #expect(result.error.hasSuffix("merged 1 group. To undo it, run 'movies undo'\n"))
    #expect(movies("duplicates", "--format", "ids", "-q").output == "2 11 12\n4 13\n")
  }

  @Test(
    "Wrong options change nothing",
    arguments: [
      (["--merge"], "'--merge' asks about each group."),
      (["--yes"], "'--yes' requires '--merge' or '--forget'"),
      (["--forget", "--json"], "'--forget' prints no records."),
      (["--forget", "--limit", "1"], "'--forget' has no '--limit'."),
      (["--dry-run"], "'--dry-run' requires '--merge'"),
      (["--merge", "--forget"], "cannot be used together"),
      (["--actors", " "], "contains no words"), (["year:"], "year"),
    ])
  func usage(options: [String], message: String) throws {
    let before = try SampleCatalog.bytes
    let result = movies(["duplicates"] + options)
    #expect(result.status == .usage)
    #expect(result.error.contains(message), "\(result.error)")
    #expect(try SampleCatalog.bytes == before)
  }
}
