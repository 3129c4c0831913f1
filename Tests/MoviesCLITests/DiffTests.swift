import Foundation
import TestSupport
import Testing

/// `diff`, and `compare`.
@Suite(.limited, .temporaryDirectory) struct DiffTests {
  private let other = TemporaryDirectory.path("other.db")

  init() throws {
    try SampleCatalog.install()
    try FileManager.default.copyItem(atPath: SampleCatalog.path, toPath: other)
  }

  private func change() {
    _ = movies("edit", "4", "--title", "Hitze", "--rating", "8", "-q")
    _ = movies("edit", "1", "--remove-actor", "Edward Norton", "-q")
    _ = movies("delete", "8", "--yes", "-q")
    _ = movies("add", "Alien (1979)", "--tag", "x", "--tag", "y", "-q")
  }

  @Test("Lists the movies that differ, and the fields")
  func list() {
    let same = movies("diff", other, "--exit-status")
    #expect(same.status == .done && same.output.isEmpty && same.error == "no differences\n")
    change()
    let result = movies("diff", other)
    #expect(
      result.output == """
        updated\t1\tThe Score\t\tcast
        updated\t4\tHitze\t\ttitle, rating
        deleted\t8\tHeat\t\t
        added\t10\tAlien\t1979\t

        """)
    #expect(result.error == "1 added, 1 deleted, 2 updated (cast 1, title 1, rating 1)\n")
    #expect(result.status == .done)
    #expect(movies("diff", other, "--exit-status", "-q").status == .notFound)
    #expect(movies("diff", SampleCatalog.path, "--db", other).output.hasPrefix("updated\t1\t"))
  }

  @Test("A patch names what looks the same: another Unicode form, and the order of a list")
  func forms() throws {
    _ = movies("edit", "2", "--title", "Ame\u{301}lie", "--tag", "a", "--tag", "b", "-q")
    #expect(
      movies("diff", other, "-p", "-q").output == """
        ~ Ame\u{301}lie
          ~ title in another Unicode form
          + tag: a
          + tag: b

        """)
    try FileManager.default.removeItem(atPath: other)
    try FileManager.default.copyItem(atPath: SampleCatalog.path, toPath: other)
    _ = movies("edit", "2", "--unset", "tag", "--tag", "b", "--tag", "a", "-q")
    #expect(
      movies("diff", other, "-p", "-q").output == """
        ~ Ame\u{301}lie
          - tag: a, b
          + tag: b, a

        """)
  }

  @Test("A patch shows the values before and after")
  func patch() {
    change()
    #expect(
      movies("diff", other, "-p", "-q").output == """
        ~ The Score
          - cast: Robert De Niro, Edward Norton, Marlon Brando, Angela Bassett
          + cast: Robert De Niro, Marlon Brando, Angela Bassett

        ~ Hitze
          - title: Heat
          + title: Hitze
          + rating: 8

        - Heat
          - cast: Joe Dallesandro

        + Alien (1979)
          + year: 1979
          + tag: x
          + tag: y

        """)
    #expect(movies("diff", other, "--format", "page").output.hasPrefix("~ The Score\n"))
    #expect(movies("diff", other, "-p", "--json").status == .usage)
    let colored = movies("diff", other, "-p", "--color", "always").output
    #expect(
      colored.contains("\u{1B}[31m  - title: Heat\u{1B}[0m\n\u{1B}[32m  + title: Hitze\u{1B}[0m"))
  }

  @Test("JSON has the fields, and the movies before and after")
  func json() throws {
    change()
    let output = movies("diff", other, "--json", "-q").output
    let found = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]]
    #expect(found?.map { $0["change"] as? String } == ["updated", "updated", "deleted", "added"])
    #expect(found?[1]["fields"] as? [String] == ["title", "rating"])
    let before = found?[1]["before"] as? [String: Any]
    #expect(before?["title"] as? String == "Heat" && before?["id"] as? Int == 4)
    #expect(found?[2]["after"] is NSNull && found?[3]["before"] is NSNull)
  }

  @Test("The past of the catalog is rebuilt from its history")
  func past() throws {
    let before = try SampleCatalog.bytes
    #expect(movies("diff", "history:1", "--exit-status").status == .done)
    #expect(try SampleCatalog.bytes == before)
    change()
    #expect(movies("diff", "history:1").output == movies("diff", other).output)
    #expect(movies("undo", "--last", "2", "-q").status == .done)
    #expect(
      movies("diff", "history:5", "-q").output == "deleted\t10\tAlien\t1979\t\nadded\t8\tHeat\t\t\n"
    )
    #expect(movies("diff", "@1990-01-01").status == .done)
    #expect(movies("diff", "@2990-01-01").error == "no differences\n")
    // Not a day that can begin while the test runs.
    for text in ["@last-month", "@2026-11", "@3d"] {
      let output = movies("diff", text, "-q").output
      #expect(output.hasPrefix("added\t1\tThe Score\t\t\n"), "\(text)")
    }
    let unknown = movies("diff", "history:99")
    #expect(unknown.status == .missingFile)
    #expect(unknown.error.contains("the history has no entry 99. Run 'movies history'"))
    for text in [
      "history:0", "history:x", "history:", "@", "@yesterdy", "@2026-02-30", "@5/2/2026",
    ] {
      let result = movies("diff", text)
      #expect(result.status == .usage, "\(text)")
    }
    _ = movies("history", "clear", "--yes", "-q")
    let cleared = movies("diff", "@today")
    #expect(cleared.status == .missingFile)
    #expect(cleared.error.contains("the history has no changes, so earlier content is not known"))
  }

  @Test("Of a list, the fields that it has are compared")
  func fields() {
    let list = "title,rating\nThe Score,7\nAlien,8\n"
    _ = movies("rate", "1", "8", "-q")
    let result = movies("diff", "-", "--format", "csv", "--columns", "change,title", input: list)
    #expect(
      result.output.hasPrefix("change,title\nupdated,The Score\ndeleted,Alien\nadded,Amélie\n"))
    #expect(result.error == "8 added, 1 deleted, 1 updated (rating 1)\n")
  }

  @Test("Other sides that cannot be compared change nothing, and say what to do")
  func mistakes() throws {
    let itself = movies("diff", SampleCatalog.path)
    #expect(itself.status == .usage && itself.error.contains("is the database itself"))
    #expect(movies("diff", "missing.db").status == .missingFile)
    #expect(movies("diff", other, "--map", "title=x").error.contains("is not a list: leave out"))
    _ = movies("migrate", other, "--to", "5", "--no-backup", "-q")
    let older = movies("diff", other)
    #expect(older.status == .wrongDatabase)
    #expect(older.error.contains("schema v5") && older.error.contains("movies migrate --db"))
    try Data("SQLite format 3\0rubbish".utf8).write(to: URL(filePath: other))
    #expect([.wrongDatabase, .inputOutput].contains(movies("diff", other).status))
    try Data("no;list".utf8).write(to: URL(filePath: other))
    #expect(movies("diff", other).status == .badInput)
  }

  // MARK: compare

  private static let list = """
    title,year
    The Godfather,
    Alien,1979
    Heat (1996),
    1917,

    """

  @Test("The movies of a list are seen, unseen or missing")
  func compare() {
    _ = movies("watch", "3", "2020-01-01", "-q")
    _ = movies("edit", "4", "8", "--year", "1995", "--yes", "-q")
    let result = movies("compare", "-", input: Self.list)
    #expect(
      result.output == """
        seen\t3\tThe Godfather\t\tMarlon Brando;Al Pacino;James Caan;Robert Duvall;Diane Keaton
        unseen\t5\t1917\t\tGeorge MacKay
        missing\t\tAlien\t1979\t
        ambiguous\t4 8\tHeat\t1996\t

        """)
    #expect(result.error.hasSuffix("4 movies: 1 seen, 1 unseen, 1 missing, 1 ambiguous\n"))
    #expect(movies("compare", "-", "--seen", "-q", input: Self.list).output.hasPrefix("seen\t3\t"))
  }

  @Test("Another catalog is compared as a list")
  func compareCatalog() {
    _ = movies("watch", "3", "2020-01-01", "-q")
    _ = movies("add", "Alien (1979)", "--db", other, "-q")
    let result = movies("compare", other, "--missing", "--columns", "title,year")
    #expect(result.output == "Alien\t1979\n")
    #expect(result.error == "10 movies: 1 seen, 8 unseen, 1 missing\n")
  }

  @Test("What is missing can be carried away as a list")
  func missing() {
    let list = "title,year,imdb,tag\nAlien,1979,tt0078748,x\nHeat,,,\nAlien,1979,,\n"
    let csv = movies("compare", "-", "--missing", "--format", "csv", "-q", input: list)
    let other = "--db=" + TemporaryDirectory.path("carried.db")
    #expect(movies("import", "-", "-q", other, input: csv.output).error.isEmpty)
    #expect(
      movies("list", "--columns", "title,year,imdb,tag", other, "-q").output
        == "Alien\t1979\ttt0078748\tx\n")
    let json = movies("compare", "-", "--missing", "--format", "ndjson", "-q", input: list)
    #expect(json.output.contains(#""group": "missing""#))
    #expect(json.output.contains(#""id": null"#))
    #expect(movies("import", "-", "-n", "-q", input: json.output).output.hasPrefix("new"))
  }

  @Test("Movies without ids are left out where ids are printed")
  func ids() {
    #expect(
      movies("compare", "-", "--format", "ids", "-q", input: Self.list).output == "3\n5\n4 8\n")
    let page = movies("compare", "-", "--missing", "--format", "page", "-q", input: Self.list)
    #expect(page.output == "missing\nAlien (1979)\nno cast\n")
    change()
    #expect(movies("diff", other, "--format", "ids", "-q").output == "1\n4\n10\n")
  }

  @Test("Mistakes of 'compare' say what to do")
  func compareMistakes() {
    #expect(movies("compare", "-", "--columns", "nope", input: "title\nRan\n").status == .usage)
    let wrong = movies("compare", "-", input: "x,y\n1,2\n")
    #expect(wrong.status == .badInput && !wrong.error.contains("imported"))
    #expect(!movies("diff", "-", input: "x,y\n1,2\n").error.contains("imported"))
  }

  @Test("Of a note, the lines that differ are shown")
  func lines() {
    _ = movies("edit", "1", "--set", "note=a\nb\nc", "-q")
    _ = movies("edit", "1", "--set", "note=a\nx\nc", "-q", "--db", other)
    #expect(
      movies("diff", other, "-p", "-q").output
        == "~ The Score\n  - note: x\n  + note: b\n")
  }

  @Test("A list of a service is compared by what an import would change")
  func service() {
    _ = movies("rate", "1", "8", "-q")
    let list = "Date,Name,Year,Letterboxd URI,Rating\n2024-01-01,The Score,,https://boxd.it/1,4.5\n"
    let result = movies("diff", "-", "--columns", "change,title,fields", input: list)
    #expect(result.output.hasPrefix("updated\tThe Score\trating, letterboxd\nadded\t"))
    #expect(result.error.contains("Letterboxd: ratings 1"))
  }

  @Test("Without a common history, movies are compared by title and year")
  func noCommonHistory() {
    _ = movies("history", "clear", "--yes", "-q")
    #expect(movies("diff", other).error == "no differences\n")
    _ = movies("edit", "4", "--title", "Hitze", "-q")
    let result = movies("diff", other)
    #expect(result.output == "deleted\t\tHeat\t\t\nadded\t4\tHitze\t\t\n")
    #expect(
      result.error.contains("compared by title and year: the histories have nothing in common"))
  }
}
