import Foundation
import MovieFormats
import MovieInterchange
import TestSupport
import Testing

/// The lists of services in `Fixtures/lists`.
@Suite(.limited, .temporaryDirectory) struct ServiceListTests {
  /// A list with the arguments with which it is imported.
  struct List: CustomTestStringConvertible {
    let name: String
    /// The files and directories.
    let files: [String]
    let options: [String]

    var testDescription: String { name }

    init(_ name: String, _ files: [String], _ options: String...) {
      (self.name, self.files, self.options) = (name, files, options)
    }
  }

  static let lists = [
    List("letterboxd", ["letterboxd"]),
    List("letterboxd-zip", ["letterboxd.zip"], "--lists"),
    List(
      "letterboxd-files",
      ["watched", "ratings", "diary", "reviews", "likes/films", "watchlist"]
        .map { "letterboxd/\($0).csv" }),
    List("imdb-v1", ["imdb/v1.csv"], "--preset", "imdb:ratings"),
    List("imdb-2017", ["imdb/ratings-2017.csv"]),
    List("imdb-v2", ["imdb/ratings-v2.csv"]),
    List("imdb-v3", ["imdb/ratings.csv"]),
    List("imdb-shuffled", ["imdb/ratings-shuffled.csv"]),
    List("imdb-files", ["imdb/ratings.csv", "imdb/WATCHLIST.csv", "imdb/ratings-v2.csv"]),
    List(
      "movielens",
      ["movies", "links", "ratings", "tags"].map { "movielens/\($0).csv" }, "--user", "1"),
    List(
      "imdb-datasets",
      ["title.basics", "title.principals", "name.basics"]
        .map { "imdb-datasets-gz/\($0).tsv.gz" }, "--add"),
    List("movielens-1m", ["movielens-1m"], "--user", "2"),
    List("movielens-site", ["movielens-site.csv"]),
    List("trakt-old", ["trakt/old"]),
    List("trakt-flat", ["trakt/flat"]),
    List("trakt-csv", ["trakt/ratings.csv", "trakt/watchlist.csv"]),
    List("tmdb", ["tmdb/rated.csv", "tmdb/watchlist.csv", "tmdb/favorites.csv"]),
    List("tmdb-5000", ["tmdb/tmdb_5000_movies.csv", "tmdb/tmdb_5000_credits.csv"]),
    List("nfo", ["nfo"]),
    List("movary", ["movary/history.csv", "movary/ratings.csv", "movary/watchlist.csv"]),
    List("yamtrack", ["yamtrack.csv"]),
    List("watcharr", ["watcharr.json"]),
    List("simkl", ["simkl.csv"]),
    List("criticker", ["criticker.csv"]),
    List("netflix-us", ["netflix/viewing-us.csv"]),
    List("netflix-dk", ["netflix/viewing-dk.csv"]),
    List("netflix-order", ["netflix/viewing-undecided.csv"], "--date-order", "dmy"),
    List("netflix-gdpr", ["netflix/gdpr.csv"], "--user", "Ada"),
    List("tvtime-csv", ["tvtime/tvtime.csv"]),
    List("tvtime-json", ["tvtime/tvtime.json"]),
    List("tvtime-records", ["tvtime/tracking-prod-records.csv"]),
    List("todomovies", ["todomovies.csv"]),
    List("filmtipset", ["filmtipset.csv"]),
    List("douban", ["douban.csv"]),
    List("mymovies", ["mymovies.csv"]),
    List("netflix-series", ["netflix/series.csv"]),
    List("netflix-series-kept", ["netflix/series.csv"], "--series", "keep"),
    List("netflix-plays", ["netflix/plays.csv"]),
    List("simkl-json", ["simkl.json"]),
    List("kinopoisk", ["kinopoisk.csv"]),
    List("primevideo", ["primevideo.csv"]),
    List("yamtrack-older", ["yamtrack-older.csv"]),
    List("letterboxd-list", ["letterboxd-list.csv"]),
    List("letterboxd-import", ["letterboxd-import.csv"]),
    List("trakt-list", ["trakt/lists-mine.json"]),
    List("plain-german", ["plain/german.csv"]),
    List("plain-french", ["plain/french.csv"]),
    List("plain-diary", ["plain/diary.csv"]),
    List("plain-titles", ["plain/titles.txt"]),
    List("plain-titles-mac", ["plain/titles-mac.csv"]),
    List("plain-checklist", ["plain/checklist.md"]),
    List("plain-votes", ["plain/votes.csv"]),
    List("plain-json", ["plain/movies.json"]),
    List("plain-several-titles", ["plain/titles.csv"], "--map", "title=title_en,title_ru"),
  ]

  private static let directory = Golden.path("lists")

  private func imported(
    _ files: [String], _ options: [String], into name: String
  ) -> CommandResult {
    movies(
      ["import"] + files.map { "\(Self.directory)/\($0)" } + options
        + ["--time-zone", "Europe/Berlin", "--db", TemporaryDirectory.path(name)])
  }

  private func exported(_ name: String) -> String {
    movies("export", "--db", TemporaryDirectory.path(name)).output
  }

  @Test("a list comes in as recorded, once, whatever the order of its files", arguments: lists)
  func list(_ list: List) throws {
    let first = imported(list.files, list.options, into: "one.db")
    #expect(first.status == .done)
    let movies = exported("one.db")
    let messages = first.error.replacing("\(Self.directory)/", with: "")
      .replacing(/created '[^\n]*\n/, with: "").replacing(/\ in \d+\.\d s/, with: "")
    Golden.expect(messages + movies, is: "lists/\(list.name)")

    let options = list.options.map { $0 == "--add" ? "--existing-only" : $0 }
    let again = imported(list.files, options, into: "one.db")
    #expect(again.error.contains("imported 0 movies"))
    #expect(!again.error.contains("movies, updated"))
    #expect(exported("one.db") == movies)

    guard list.files.count > 1 else { return }
    #expect(imported(list.files.reversed(), list.options, into: "two.db").status == .done)
    func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init).sorted() }
    #expect(lines(exported("two.db")) == lines(movies))
  }

  @Test(
    "a list that cannot be used changes nothing, and the error says what to do",
    arguments: [
      ("bad/unknown.csv", 65, "name it in a header, or with '--map title=<column>'"),
      ("bad/rating-11.csv", 65, "3:25: expected a rating up to 10, found '11'"),
      ("bad/two-presets.csv", 64, "pass '--preset imdb' or '--preset letterboxd'"),
      ("bad/truncated.csv.gz", 65, "the gzip file is truncated; download it again"),
      ("bad/password.zip", 65, "it is encrypted; extract it with its password first"),
      ("bad/spreadsheet.xlsx", 65, "save it as CSV first"),
      ("nfo-entities.nfo", 65, "expected a document without a DOCTYPE"),
      ("ryot.json", 65, "it has no titles"),
      ("tmdb/movies_metadata.csv", 65, "'1997-08-20' is not a TMDB id"),
      ("netflix/viewing-undecided.csv", 64, "pass '--date-order dmy'"),
      ("movielens", 64, "found those of '1', '2'; pass '--user <id>'"),
      ("letterboxd/likes/reviews.csv", 65, "expected a column of titles"),
      ("letterboxd/lists", 64, "expected '--lists' to import lists of a service"),
      ("netflix/gdpr.csv", 64, "found those of 'Ada', 'Ben'; pass '--user <id>'"),
      ("imdb-datasets", 64, "pass '--existing-only' to complete yours, or '--add' to add all"),
    ])
  func problems(file: String, status: Int32, message: String) throws {
    let result = imported([file], [], into: "one.db")
    #expect(result.status.rawValue == status)
    #expect(result.error.contains(message), "\(result.error)")
    #expect(result.error.contains("Nothing was imported."))
    #expect(exported("one.db") == "")
  }

  @Test(
    "the list for a service comes back unchanged, and is the same when it is exported again",
    arguments: ["letterboxd", "imdb", "nfo"])
  func export(service: String) throws {
    for name in ["letterboxd", "nfo", "imdb", "trakt/old", "tmdb/tmdb_5000_credits.csv"] {
      #expect(imported([name], [], into: "all.db").status == .done)
    }
    for name in ["first", "second"] {
      try Files.makeDirectory(TemporaryDirectory.path(name))
    }
    let movies = exported("all.db")
    #expect(written(service, "all.db", to: "first").status == .done)
    let back = returned("first", into: "all.db")
    #expect(back.error.contains("imported 0 movies"), "\(back.error)")
    #expect(!back.error.contains("movies, updated"), "\(back.error)")
    #expect(exported("all.db") == movies)

    #expect(returned("first", into: "new.db").status == .done)
    #expect(written(service, "new.db", to: "second").status == .done)
    #expect(try texts("first") == texts("second"))
  }

  @Test("an export of several files that fails leaves none of them")
  func failedExport() throws {
    #expect(imported(["nfo"], [], into: "all.db").status == .done)
    try Files.makeDirectory(TemporaryDirectory.path("first"))
    try Files.makeDirectory(TemporaryDirectory.path("second"))
    #expect(written("nfo", "all.db", to: "first").status == .done)
    let names = try Files.names(in: TemporaryDirectory.path("first")).sorted()
    #expect(names.count > 1)
    for name in names {
      let path = TemporaryDirectory.path("second/\(name)")
      try Files.touch(path)
      #expect(written("nfo", "all.db", to: "second").status == .cannotCreate)
      #expect(try Files.names(in: TemporaryDirectory.path("second")) == [name])
      try FileManager.default.removeItem(atPath: path)
    }
  }

  private func written(_ service: String, _ catalog: String, to name: String) -> CommandResult {
    movies(
      "export", TemporaryDirectory.path(name) + (service == "nfo" ? "" : "/list.csv"), "--as",
      service, "--db", TemporaryDirectory.path(catalog))
  }

  private func returned(_ name: String, into catalog: String) -> CommandResult {
    movies("import", TemporaryDirectory.path(name), "--db", TemporaryDirectory.path(catalog))
  }

  /// The files in a directory, by name.
  private func texts(_ directory: String) throws -> [String: [UInt8]] {
    let path = TemporaryDirectory.path(directory)
    let names = try Files.names(in: path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Files.bytes("\(path)/\($0)")) })
  }

  @Test("a user whose rows no file has is an error")
  func user() {
    let result = imported(["movielens"], ["--user", "9"], into: "one.db")
    #expect(result.status == .usage)
    #expect(result.error.contains("expected rows of the user '9', found those of '1', '2'"))
    #expect(imported(["tvtime"], ["--user", "9"], into: "one.db").status == .usage)
    #expect(exported("one.db") == "")
  }

  @Test("a movie with more values than one can have is invalid")
  func tooMany() {
    let rows = (0..<600).map { index in
      let (month, day) = (index / 28, index % 28 + 10)
      let date = "\(1990 + month / 3)-\(month % 3 + 10)-\(min(day, 30))"
      return "2024-01-03,Ran,1985,https://boxd.it/x\(index),4,,tag \(index),\(date)"
    }
    let list =
      "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n"
      + (rows + ["2024-01-03,Heat,1995,https://boxd.it/y,4,,,"]).joined(separator: "\n") + "\n"
    let catalog = TemporaryDirectory.path("one.db")
    let stopped = movies("import", "-", "--db", catalog, input: list)
    #expect(stopped.status == .badInput)
    #expect(
      stopped.error.contains("standard input:2:1: a movie can have at most 1,000 attribute values"))
    let skipped = movies("import", "-", "--on-error", "skip", "--db", catalog, input: list)
    #expect(skipped.error.contains("imported 1 movie") && skipped.error.contains("1 invalid"))
    #expect(movies("list", "--columns", "title", "--db", catalog).output == "Heat\n")
  }

  @Test(
    "a file of a dataset with other columns or delimiters is an error",
    arguments: [
      ("title.principals.tsv", "tconst,ordering,nconst,category\ntt1,1,nm1,actor\n"),
      ("title.principals.tsv", "Tconst\tOrdering\tNconst\tCategory\ntt1\t1\tnm1\tactor\n"),
      ("title.principals.tsv", "\u{FEFF}tconst\tordering\tnconst\tcategory\ntt1\t1\tnm1\tactor\n"),
      ("name.basics.tsv", "nconst,primaryName\nnm1,Al Pacino\n"),
      ("name.basics.tsv", "nconst\tprimary_name\nnm1\tAl Pacino\n"),
    ])
  func otherDataset(name: String, content: String) throws {
    let result = try Self.importedDataset([name: Array(content.utf8)])
    #expect(
      result.status == .badInput && result.error.contains("\(name):1:1: expected the columns"))
    let utf16 = try #require(("\u{FEFF}" + content).data(using: .utf16LittleEndian))
    #expect(try Self.importedDataset([name: Array(utf16)]).status == .badInput)
  }

  @Test("the lines of a dataset can end in CRLF")
  func datasetLineEnds() throws {
    let files = Self.dataset.mapValues { Array($0.replacing("\n", with: "\r\n").utf8) }
    #expect(try Self.importedDataset(files).status == .done)
    #expect(exported("one.db").contains("Al Pacino"))
  }

  private static let dataset = [
    "title.basics.tsv": """
    tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres
    tt1\tmovie\tHeat\tHeat\t0\t1995\t\\N\t170\tCrime

    """,
    "title.principals.tsv": "tconst\tordering\tnconst\tcategory\ntt1\t1\tnm1\tactor\n",
    "name.basics.tsv": "nconst\tprimaryName\nnm1\tAl Pacino\n",
  ]

  /// Imports the dataset with other contents of some files.
  private static func importedDataset(_ others: [String: [UInt8]]) throws -> CommandResult {
    let paths = try dataset.keys.sorted().map { name in
      let path = TemporaryDirectory.path(name)
      try Files.write(others[name] ?? Array(dataset[name, default: ""].utf8), to: path)
      return path
    }
    return movies(["import", "--add", "--db", TemporaryDirectory.path("one.db")] + paths)
  }

  @Test("the list of a service does not replace movies, of which it has parts")
  func replace() {
    let result = imported(["letterboxd"], ["--replace"], into: "one.db")
    #expect(result.status == .usage && result.error.contains("leave out '--replace'"))
  }

  @Test("the marks of several imports do not depend on their order")
  func marks() {
    let watched = "Date,Name,Year,Letterboxd URI\n2024-01-01,Ran,1985,https://boxd.it/r\n"
    let diary =
      "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n"
      + "2024-01-03,Ran,1985,https://boxd.it/x,4,,,2024-01-02\n"
    let lists = [
      (watched, "letterboxd:watched"), (watched, "letterboxd:watchlist"),
      (diary, "letterboxd:diary"),
    ]
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]] {
      let catalog = TemporaryDirectory.path("\(order)".filter(\.isNumber) + ".db")
      for index in order {
        let (list, kind) = lists[index]
        let result = movies("import", "-", "--preset", kind, "--db", catalog, input: list)
        #expect(result.status == .done)
      }
      let row = movies("list", "--columns", "title,rating,watched,tag", "--db", catalog).output
      #expect(row == "Ran\t8\t2024-01-02\t\n", "\(order)")
    }
  }

  /// Days with times; in the default tier, each day and each time once.
  private static let nevers = ["0000-00-00", "0001-01-01", "1601-01-01", "1970-01-01"].enumerated()
    .flatMap { number, day in
      ["T00:00:00Z", " 00:00:00", "T00:00:00.0000000", ""].enumerated()
        .filter { Tier.isFull || $0.offset == number }.map { (day, $0.element) }
    }

  @Test(
    "a program's day for never is none, and a movie with a count of plays is seen",
    arguments: nevers)
  func never(day: String, time: String) throws {
    func imported(_ name: String, _ text: String) throws -> String {
      let path = TemporaryDirectory.path(name)
      try Files.write(Array(text.utf8), to: path)
      let catalog = ["--db", TemporaryDirectory.path(name + ".db")]
      #expect(movies(["import", path] + catalog).status == .done)
      return movies(["list", "--columns", "watched,tag"] + catalog).output
    }
    let date = day + time
    for (plays, tag) in [
      ("<playcount>2</playcount>", "seen"), ("<watched>true</watched>", "seen"), ("", ""),
    ] {
      let movie = "<movie><title>Ran</title>\(plays)<lastplayed>\(date)</lastplayed></movie>"
      #expect(try imported("\(tag)\(plays.count).nfo", movie) == "\t\(tag)\n")
    }
    let trakt =
      #"[{"plays": 2, "last_watched_at": "\#(date)", "movie": {"title": "Ran", "ids": {"trakt": 1}}}]"#
    #expect(try imported("watched.json", trakt) == "\tseen\n")
    #expect(try imported("list.json", #"[{"title": "Ran", "watched": "\#(date)"}]"#) == "\t\n")
    // A person can have written a row, and an export has each value as it is.
    guard day == "1970-01-01" else { return }
    #expect(try imported("list.csv", "title,watched\nRan,\(day)\n") == "\(day)\t\n")
    let own = #"[{"title": "Ran", "cast": [], "favorite": false, "watched": ["\#(day)"]}]"#
    #expect(try imported("own.json", own) == "\(day)\t\n")
  }

  private static let ember = """
    <movie><title>Ember Two</title><year>1999</year>
    <set><name>Ember Saga</name><overview>o</overview></set>
    <country>France</country><country>Peru</country><studio>Old Mill</studio><tagline> </tagline>
    <rating>8.1</rating><uniqueid type="tvdb">12</uniqueid><thumb aspect="poster">p.jpg</thumb>
    <fileinfo><streamdetails><video><codec>h264</codec></video></streamdetails></fileinfo></movie>
    """

  @Test("elements of NFO files that a user may want are counted, and kept on demand")
  func elements() throws {
    try Files.write(Array(Self.ember.utf8), to: TemporaryDirectory.path("a.nfo"))
    func imported(_ options: String..., into name: String) -> CommandResult {
      movies(
        ["import", TemporaryDirectory.path("a.nfo")] + options
          + ["--db", TemporaryDirectory.path(name)])
    }
    let plain = imported(into: "plain.db")
    #expect(
      plain.error.contains(
        "\nignored fields: set (1), country (1), studio (1). To import them, pass '--keep <field>'\n"
      ))
    let kept = imported("--keep", "set,country", into: "kept.db")
    #expect(kept.error.contains("\nignored fields: studio (1). "), "\(kept.error)")
    let columns = ["list", "--columns", "title,set,country", "--db"]
    #expect(
      movies(columns + [TemporaryDirectory.path("kept.db")]).output
        == "Ember Two\tEmber Saga\tFrance;Peru\n")
    // As text, in older files.
    let text = Self.ember.replacing(/<set>.*<\/set>/, with: "<set>Ember Saga</set>")
    try Files.write(Array(text.utf8), to: TemporaryDirectory.path("a.nfo"))
    #expect(imported("--keep", "all", into: "all.db").status == .done)
    #expect(
      exported("all.db").contains(
        #""year": 1999, "country": ["France", "Peru"], "set": ["Ember Saga"], "studio": ["Old Mill"]}"#
      )
    )
    #expect(
      imported("--keep", "collection", into: "other.db").error.contains(
        "no record has the field 'collection' of '--keep'"))
  }

  @Test("the ids and casts of older NFO files are read")
  func olderElements() throws {
    let movie = """
      <movie><title>Ran</title><imdb id="tt89881">http://www.imdb.com/title/tt0089881</imdb>
      <tmdb>http://www.themoviedb.org/movie/11645</tmdb>
      <actors><actor><name>Mieko Harada</name></actor><actor><name>Peter</name></actor></actors>
      </movie>
      """
    try Files.write(Array(movie.utf8), to: TemporaryDirectory.path("a.nfo"))
    #expect(movies("import", TemporaryDirectory.path("a.nfo")).status == .done)
    #expect(
      movies("list", "--columns", "imdb,tmdb,actors").output
        == "tt0089881\t11645\tMieko Harada;Peter\n")
  }

  /// The rows of the list for a service, without the first columns of ids.
  private func written(_ service: String, _ options: String...) throws -> (String, rows: [String]) {
    let path = TemporaryDirectory.path("list.csv")
    let result = movies(["export", path, "--as", service, "--force"] + options)
    let rows = String(decoding: try Files.bytes(path), as: UTF8.self)
      .split(separator: "\n").dropFirst()
    return (
      result.error,
      rows.map { row in
        row.split(separator: ",", omittingEmptySubsequences: false).dropFirst(3)
          .joined(separator: ",")
      }
    )
  }

  @Test("only the row of the latest day has the rating, the tags and the note of today")
  func days() throws {
    _ = movies(
      "add", "Ran (1985)", "--rating", "9", "--tag", "epic", "--tag", "seen", "--set", "note=Rain.",
      "--set", "watched=2019-01-02", "--set", "watched=2024-05-06", "--set", "watched=2022-03-04")
    let (_, rows) = try written("letterboxd")
    #expect(
      rows == [
        "Ran,1985,,,2019-01-02,,,", "Ran,1985,,,2022-03-04,true,,",
        "Ran,1985,,4.5,2024-05-06,true,epic,Rain.",
      ])
  }

  @Test("the tags of the program are not exported, and a watchlist alone is")
  func programTags() throws {
    _ = movies("add", "Ran (1985)", "--tag", "watchlist", "--tag", "epic")
    _ = movies("add", "Heat (1995)", "--tag", "watchlist", "--rating", "8")
    _ = movies("add", "Alien (1979)", "--tag", "seen")
    let (message, rows) = try written("letterboxd")
    #expect(rows == ["Heat,1995,,4,,,,", "Alien,1979,,,,,,"])
    #expect(
      message.contains(
        "left out 1 movie on the watchlist; to export it, pass '--where tag=watchlist'\n"))
    #expect(message.contains("not or not exactly exported: tag=watchlist (1)\n"))

    let (chosen, watchlist) = try written("letterboxd", "--where", "tag=watchlist")
    #expect(watchlist == ["Ran,1985,,,,,epic,", "Heat,1995,,4,,,,"])
    #expect(chosen.contains("import the file on the page of your watchlist"))
    #expect(chosen.hasSuffix("exported 2 movies to \(TemporaryDirectory.path("list.csv"))\n"))
    #expect(!chosen.contains("left out") && !chosen.contains("not exactly"))

    let directory = TemporaryDirectory.path("nfo")
    let nfo = movies("export", directory, "--as", "nfo")
    #expect(nfo.error.contains("not or not exactly exported: tag=watchlist (2)\n"), "\(nfo.error)")
    let text = try Files.names(in: directory).map {
      String(decoding: try Files.bytes("\(directory)/\($0)"), as: UTF8.self)
    }.joined()
    #expect(text.contains("<tag>epic</tag>") && text.contains("<playcount>1</playcount>"))
    #expect(!text.contains("watchlist") && !text.contains("seen"))
  }

  @Test("each kind of file has its own columns, or a name that tells it")
  func fingerprints() throws {
    for preset in ImportPreset.all {
      #expect(!preset.title.isEmpty)
      #expect(preset.kinds.count == Set(preset.kinds).count)
      #expect(ImportPreset.isChoice(preset.name))
    }
    #expect(Set(ImportPreset.all.map(\.name)).count == ImportPreset.all.count)
    #expect(!ImportPreset.isChoice("letterboxd:films"))
  }
}
