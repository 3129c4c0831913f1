import Foundation
import MovieSystem
import TestSupport
import Testing

/// Completion of attributes, and of titles of movies that have a year.
@Suite(.limited, .temporaryDirectory) struct AttributeCompletionTests {
  init() throws { try Self.prepared.get().write(to: URL(filePath: SampleCatalog.path)) }

  /// The content of the database, created once.
  private static let prepared = Result {
    try SampleCatalog.install()
    for (movie, options) in [
      ("1", ["year=2001", "rating=8.5", "tag=heist", "tag=Crime", "minutes=124"]),
      ("2", ["year=2001", "tag=Héros", "note=two words"]),
      ("4", ["year=1995", "tag=heist", "watched=2020-02-02", "minutes=long"]),
      ("8", ["year=1986"]),
    ] {
      #expect(movies(["edit", movie, "-q"] + options.map { "--set=\($0)" }).status == .done)
    }
    return try SampleCatalog.bytes
  }

  private static let known = [
    "year", "rating", "watched", "genre", "director", "runtime", "tag", "note", "aka", "imdb",
    "tmdb", "letterboxd",
  ]

  /// The words that zsh is offered, without their descriptions.
  private func words(_ words: [String]) -> [String] {
    complete("zsh", words).dropFirst().map { String($0.prefix { $0 != "\t" }) }
  }

  private func complete(_ shell: String, _ words: [String]) -> [String] {
    let result = movies(["complete", "--shell", shell, "--"] + words)
    #expect(result.error == "")
    return result.output.split(separator: "\n").map(String.init)
  }

  private func complete(_ shell: String, _ words: String...) -> [String] {
    complete(shell, words)
  }

  @Test("--set completes keys, and the values that movies have")
  func set() {
    let expected: [(typed: String, found: [String])] = [
      ("", Self.known.map { "\($0)=" } + ["minutes="]), ("r", ["rating=", "runtime="]),
      ("T", ["tag=", "tmdb="]), ("min", ["minutes="]), ("zzz", []), ("7", []), ("!", []),
      ("tag=", ["tag=Crime", "tag=heist", "tag=Héros"]), ("tag=he", ["tag=heist", "tag=Héros"]),
      ("tag=HÉ", ["tag=heist", "tag=Héros"]), ("tag=x", []), ("Tag=", []), ("none=", []),
      ("year=", ["year=1986", "year=1995", "year=2001"]), ("year=19", ["year=1986", "year=1995"]),
      ("rating=", ["rating=8.5"]), ("minutes=", ["minutes=124", "minutes=long"]),
      ("note=", ["note=two words"]),
    ]
    for (typed, found) in expected {
      #expect(words(["edit", "1", "--set", typed]) == found)
      #expect(words(["add", "x", "--set=\(typed)"]) == found.map { "--set=\($0)" })
    }
  }

  @Test("stats --by completes the keys of the catalog")
  func countedKey() {
    #expect(words(["stats", "--by", "m"]) == ["minutes", "month"])
    #expect(words(["stats", "--by", ""]).starts(with: ["year", "rating"]))
  }

  private static let days = [
    "today", "yesterday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    "sunday",
  ]

  @Test("--set watched= completes the words of days, and the dates that movies have")
  func today() {
    let (today, yesterday) = (Clock.localDate(), Clock.localDate(daysAgo: 1))
    let words = { self.words(["edit", "1", "--set", $0]) }
    #expect(words("watched=") == (Self.days + ["2020-02-02"]).map { "watched=\($0)" })
    #expect(words("watched=2020") == ["watched=2020-02-02"])
    #expect(words("watched=T") == ["today", "tuesday", "thursday"].map { "watched=\($0)" })
    let noted = complete("fish", "edit", "1", "--set", "watched=")
    #expect(noted.contains("watched=today\t\(today)"))
    #expect(noted.contains("watched=yesterday\t\(yesterday)"))
  }

  @Test("A day is completed where one is typed")
  func days() {
    for arguments in [
      ["watch", "1"], ["add", "X", "--watched"], ["stats", "--since"],
      ["stats", "--until"],
    ] {
      #expect(words(arguments + [""]).filter { !$0.hasPrefix("-") } == Self.days, "\(arguments)")
      #expect(words(arguments + ["fr"]) == ["friday"])
    }
  }

  @Test("--unset completes the attributes of the movie, or of all movies")
  func unset() {
    let expected: [(movies: [String], typed: String, found: [String])] = [
      (["1"], "", ["year", "rating", "tag", "minutes"]), (["amelie"], "", ["year", "tag", "note"]),
      (["1"], "tag=", ["tag=heist", "tag=Crime"]), (["1"], "tag=HEI", ["tag=heist"]),
      (["1"], "tag=héros", []), (["9"], "", []), (["99"], "", []), (["heat"], "", []),
      (["heat (1995)"], "w", ["watched"]),
      (["1", "2"], "", ["year", "rating", "watched", "tag", "note", "minutes"]),
      (["-"], "m", ["minutes"]), (["3..9"], "tag=c", ["tag=Crime"]), ([], "tag=c", ["tag=Crime"]),
    ]
    for (movies, typed, found) in expected {
      #expect(words(["edit"] + movies + ["--unset", typed]) == found, "\(movies)")
    }
  }

  @Test("a term completes keys, and values after a key and an operator")
  func terms() {
    let expected: [(typed: String, found: [String])] = [
      (
        "!",
        ["!title:", "!actor:", "!has:", "!is:"] + Self.known.map { "!\($0):" } + ["!minutes:"]
      ),
      ("!mi", ["!minutes:"]), ("ye", ["year:"]), ("YE", ["year:"]),
      ("t", ["title:", "tag:", "tmdb:"]),
      ("year>=", ["year>=1986", "year>=1995", "year>=2001"]),
      ("year<19", ["year<1986", "year<1995"]), ("year:19", ["year:1986", "year:1995"]),
      ("tag:h", ["tag:heist", "tag:Héros"]), ("tag!=c", ["tag!=Crime"]),
      ("!tag=HÉ", ["!tag=heist", "!tag=Héros"]),
      ("Tag=c", ["Tag=Crime"]), ("note:", ["note:two words"]),
      (
        "watched:",
        (["2020-02-02"] + Self.days + ["this-week", "last-week", "this-month"]
          + ["last-month", "this-year", "last-year"]).map { "watched:\($0)" }
      ),
      ("watched:20", ["watched:2020-02-02"]),
      ("watched>=l", ["last-week", "last-month", "last-year"].map { "watched>=\($0)" }),
      ("minutes:", ["minutes:124", "minutes:long"]),
      ("title:god", ["title:The Godfather"]), ("title=the s", ["title=The Score"]),
      ("actor:al", ["actor:Al Pacino"]),
      ("!actor=rob", ["!actor=Robert De Niro", "!actor=Robert Duvall"]),
      ("is:", ["is:favorite", "is:watched"]), ("!is:w", ["!is:watched"]),
      ("has:", ["has:actor"] + Self.known.map { "has:\($0)" } + ["has:minutes"]),
      ("has:mi", ["has:minutes"]), ("zzz", []), ("heat", []), ("the y", []), ("7", []),
      ("tag:x", []), ("own:", []), ("tag=~", []),
    ]
    for (typed, found) in expected {
      #expect(words(["list", typed]) == found)
      #expect(words(["list", "--where", typed]) == found)
    }
    for command in [
      ["search", "x"], ["stats"], ["browse"], ["search", "x", "--not"], ["export", "--where"],
      ["favorite", "--where"], ["delete", "--not"], ["show", "--where"], ["edit", "--where"],
      ["actors", "--where"],
    ] {
      for (typed, found) in expected.prefix(5) {
        #expect(words(command + [typed]) == found, "\(command)")
      }
    }
  }

  @Test(
    "no value is completed after an operator that the key does not have",
    arguments: ["tag==", "has=", "is=", "title<", "actor>="])
  func otherOperators(typed: String) {
    #expect(words(["list", typed]) == [])
    #expect(movies("list", "\(typed)x").status == .usage)
  }

  @Test("a title of several movies is completed once", arguments: ["title:", "title=", "!title:"])
  func repeatedTitle(start: String) {
    #expect(words(["list", "\(start)heat"]) == ["\(start)Heat"])
  }

  @Test("--title completes titles without the forms of a reference, each once")
  func titleOption() {
    #expect(words(["list", "--title", "heat"]) == ["Heat"])
    #expect(words(["delete", "--title", "19"]) == [])
    #expect(words(["export", "--title=god"]) == ["--title=The Godfather"])
  }

  @Test("every completed value is accepted, and finds the movie that has it")
  func accepted() {
    for text in ["a, b", "=5", "\"x\"", "id:3", "~1", "say \"hi\""] {
      _ = movies("add", text, "--actor=\(text)", "--set=own=\(text)", "-q")
    }
    let options = [
      "genre=Noir, Crime", "director=Mann, Michael", "runtime=170", "note=x", "aka==x",
      "imdb=tt0113277", "tmdb=949", "letterboxd=heat-1995",
    ]
    #expect(movies(["edit", "7", "-q"] + options.map { "--set=\($0)" }).status == .done)
    for start in [
      "tag=", "year>=", "watched:", "note:", "own=", "title:", "actor=", "is:", "has:", "genre=",
      "director:", "runtime:", "aka=", "imdb:", "tmdb=", "letterboxd:",
    ] {
      let completed = words(["list", "--where", start])
      #expect(completed != [])
      for word in completed {
        let result = movies("list", "--limit", "1", "--format", "ids", word)
        #expect(result.status == .done, "\(word)")
        // The words of days are completed whether a movie was watched then or not.
        let isDay = start == "watched:" && word.contains(/[a-z]$/)
        #expect(result.output != "" || isDay, "\(word)")
        #expect(movies("list", "--where", "!\(word)").status == .done, "\(word)")
      }
    }
    for start in ["tag=", "year=", "minutes=", "watched=", "note=", "runtime=", "letterboxd="] {
      for word in words(["edit", "9", "--set", start]) {
        #expect(movies("edit", "9", "-n", "--set", word).status == .done, "\(word)")
      }
    }
  }

  @Test("--sort and --columns complete the known keys")
  func keys() {
    #expect(words(["list", "--sort", "ra"]) == ["random", "rating"])
    #expect(words(["list", "--columns", "id,ye"]) == ["id,year"])
    #expect(words(["edit", "1", "--columns", "w"]) == ["watched"])
  }

  @Test("offers at most 100 values, the last one of all among them; each once")
  func bounded() {
    let numbers = (1...150).map { "--set=own=\($0 + 1_000)" }
    let texts = (1...150).map { "--set=text=x\($0 + 1_000)" }
    #expect(movies(["edit", "9", "-q"] + numbers + texts).status == .done)
    #expect(movies(["edit", "7", "-q"] + numbers + texts).status == .done)
    for (key, start) in [("own", ""), ("text", "x")] {
      let found = words(["edit", "1", "--set", "\(key)=\(start)"])
      #expect(found.count == 100)
      #expect(found.first == "\(key)=\(start)1001")
      #expect(found.last == "\(key)=\(start)1150")
      #expect(Set(found).count == 100)
      #expect(words(["edit", "1", "--set", "\(key)=\(start)114"]).count == 10)
    }
  }

  @Test("offers no value that a terminal would not show")
  func hostile() {
    for text in HostileTextTests.hostile {
      #expect(movies("edit", "9", "-q", "--set", "own=Zz\(text)").status == .done)
      #expect(words(["edit", "1", "--set", "own=zz"]) == [])
      #expect(words(["list", "--where", "own=zz"]) == [])
      #expect(words(["edit", "9", "--unset", "own="]) == [])
    }
    _ = movies("edit", "9", "-q", "--set", "own=it's $x \"y\"")
    #expect(
      complete("bash", "movies list --where own=", "", "9") == ["words", #"it\'s\ \$x\ \"y\""#])
  }

  @Test("bash inserts the part after the equals sign")
  func bash() {
    #expect(complete("bash", "movies edit 1 --set ra", "ra", "9") == ["words", "rating="])
    #expect(complete("bash", "movies edit 1 --set tag=hei", "hei", "9") == ["words", "heist"])
    #expect(
      complete("bash", "movies list --where 'tag:hei", "tag:hei", "9") == ["words", "tag:heist'"])
    #expect(complete("bash", "movies list --where tag:hei", "hei", "9") == ["words", "heist"])
    #expect(complete("bash", "movies list tag:hei", "hei", "9") == ["words", "heist"])
    #expect(complete("bash", "movies list mi", "mi", "9") == ["words", #"minutes\:"#])
    #expect(
      complete("bash", #"movies list minutes\:1"#, #"minutes\:1"#, "9")
        == ["words", #"minutes\:124"#])
  }

  @Test(
    "a title of several movies completes with the year",
    arguments: [
      ("heat", ["Heat (1995)", "Heat (1986)"]), ("heat (1", ["Heat (1995)", "Heat (1986)"]),
      ("HEAT (199", ["Heat (1995)"]), ("heat (1995)", ["Heat (1995)"]), ("heat (2", []), ("(", []),
      ("title=heat (19", ["title=Heat (1995)", "title=Heat (1986)"]),
    ])
  func titles(typed: String, found: [String]) {
    #expect(words(["show", typed]).sorted() == found.sorted())
    for word in found { #expect(movies("show", word).status == .done) }
  }

  @Test("a title and year of several movies completes as ids; the note has the year")
  func notes() {
    #expect(
      complete("zsh", "show", "The S") == [
        "exact", "The Score\tThe Score  -- 2001, Robert De Niro, Edward Norton, Marlon Brando",
      ])
    #expect(
      complete("fish", "show", "heat").sorted() == [
        "Heat (1986)\tJoe Dallesandro", "Heat (1995)\tAl Pacino, Robert De Niro, Val Kilmer",
        "words",
      ])
    #expect(
      complete("fish", "show", "amelie") == [
        "words", "amelie\tAmélie (2001): Audrey Tautou, Mathieu Kassovitz",
      ])
    _ = movies("edit", "8", "-q", "--set", "year=1995")
    #expect(words(["show", "heat"]) == ["4", "8"])
    #expect(
      complete("bash", "movies show heat", "heat", "63").last == "8: Heat (1995) (Joe Dallesandro)")
    #expect(complete("fish", "show", "heat") == ["words", "Heat\tseveral movies"])
    _ = movies("edit", "8", "-q", "--unset", "year")
    #expect(words(["show", "heat"]) == ["Heat (1995)", "8"])
    // A movie with exactly this title comes first.
    _ = movies("add", "heat (1995)", "--title-as-is", "-q")
    #expect(words(["show", "heat"]) == ["4", "8", "heat (1995)"])
    _ = movies("edit", "10", "-q", "--set", "year=1995")
    #expect(words(["show", "heat"]) == ["4", "8", "heat (1995)"])
  }

  @Test("a catalog without attributes completes the known keys")
  func noAttributes() throws {
    try SampleCatalog.install()
    #expect(words(["edit", "1", "--set", ""]) == Self.known.map { "\($0)=" })
    #expect(words(["edit", "1", "--set", "tag="]) == [])
    #expect(words(["edit", "1", "--unset", ""]) == [])
    #expect(words(["list", "--where", "tag="]) == [])
    #expect(words(["list", "--where", "ra"]) == ["rating:"])
  }
}
