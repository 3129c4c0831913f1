import FormatsTestSupport
import MovieFormats
import MovieStore
import MovieSystem
import TestSupport
import Testing

/// Lists that people keep in a spreadsheet or a text file.
@Suite("Lists that people keep", .limited) struct HandKeptListTests {
  @Test(
    "Names of columns in several languages, with accents or without",
    arguments: [
      ("Titel;Originaltitel;Jahr;Bewertung;Regie;Genre", "B"),
      ("Titre;Titre original;Année;Note;Réalisateur;Genre", "B"),
      ("TITRE;TITRE ORIGINAL;ANNEE;NOTE;REALISATEUR;GENRE", "B"),
      ("Título;Título original;Año;Nota;Director;Género", "B"),
      ("Titolo;Titolo originale;Anno;Voto;Regia;Genere", "B"),
      ("Título;Título original;Ano;Nota;Realizador;Gênero", "B"),
      ("Titel;Originele titel;Jaar;Cijfer;Regisseur;Genre", "B"),
      ("Tytuł;Tytuł oryginalny;Rok;Ocena;Reżyser;Gatunek", "B"),
      ("Název;Původní název;Rok;Hodnocení;Režie;Žánr", "B"),
      ("Название;Оригинальное название;Год;Оценка;Режиссёр;Жанр", "B"),
      ("Movie title;Original title;Year of release;My rating;Directed by;Genre(s)", "B"),
    ])
  func languages(header: String, aka: String) throws {
    let text = header + "\nA;\(aka);1995;8,5;C;Drama\n"
    #expect(
      try outline(text, .csv) == [
        #"A {"year": 1995, "rating": 8.5, "genre": ["Drama"], "director": ["C"], "aka": ["B"]}"#
      ])
  }

  @Test(
    "A name has the meaning of the language of the others",
    arguments: [
      ("Titre,Note\nA,8\n", #"A {"rating": 8}"#), ("Title,Note\nA,8\n", #"A {"note": "8"}"#),
      ("Titel,Note,Notiz\nA,8,x\n", #"A {"rating": 8, "note": "x"}"#),
      ("Titolo,Note\nA,x\n", #"A {"note": "x"}"#),
    ])
  func context(text: String, movie: String) throws { #expect(try outline(text) == [movie]) }

  @Test(
    "Names with a unit, a scale or a mark",
    arguments: [
      ("Title,Runtime (min),Watched?\nA,101,yes\n", #"A {"runtime": 101, "tag": ["seen"]}"#),
      ("Title,Length in h\nA,101\n", "A"), ("Title,⭐ Rating\nA,8\n", #"A {"rating": 8}"#),
      ("Title,❤\nA,x\n", "A *"), ("Title,IMDb Rating\nA,8\n", "A"),
      ("Title,Rating (IMDb)\nA,8\n", "A"), (",Title\n0,A\n", "A"),
      ("Unnamed: 0,Title\n0,A\n", "A"), ("Title,Stars\nA,8\n", #"A {"rating": 8}"#),
      ("Title,Rating,Stars\nA,8,B\n", #"A {"rating": 8}"#),
      ("Title,Stars (max. 10)\nA,8\n", #"A {"rating": 8}"#),
      ("Titre,Note sur 10\nA,8\n", #"A {"rating": 8}"#),
      ("Titel,Sterne (von 10)\nA,8\n", #"A {"rating": 8}"#),
    ])
  func units(text: String, movie: String) throws { #expect(try outline(text) == [movie]) }

  @Test(
    "The rating beside votes is that of the public, unless its name tells otherwise",
    arguments: [
      ("Title,Rating,Votes\nA,8,100\n", "A"), ("Title,My Rating,Votes\nA,8,100\n", "A 8"),
      ("Title,Rating,My Rating,Num Votes\nA,8,7,100\n", "A 7"), ("Title,Rating\nA,8\n", "A 8"),
    ])
  func votes(text: String, movie: String) throws {
    let movies = try movies(Array(text.utf8))
    #expect(
      movies.map { ([$0.title] + $0.attributes[.rating].map(\.description)).joined(separator: " ") }
        == [movie])
    let rows = text.split(separator: "\n").map { $0.split(separator: ",") }
    let members = zip(rows[0], rows[1]).map { "\"\($0)\": \"\($1)\"" }
    let json = "[{\(members.joined(separator: ", "))}]"
    #expect(try FormatsTestSupport.movies(Array(json.utf8)) == movies)
  }

  @Test(
    "A row without a title takes its first other title",
    arguments: [
      ("title,aka\n,B;C\n", #"B {"aka": ["C"]}"#), ("title,aka\nA,B\n", #"A {"aka": ["B"]}"#),
      ("title,aka,year\n,,1995\n", "bad 2:1 the title is empty"),
    ])
  func otherTitle(text: String, movie: String) throws { #expect(try outline(text) == [movie]) }

  @Test(
    "A row of totals has a word for them first, and neither a year nor a day",
    arguments: [
      ("Nr.;Title;Year\n1;A;1995\nTotal;2 movies;\n", #"A {"year": 1995}"#),
      (
        "Date,Title,Rating\n2024-01-05,A,8\nAverage,,8\n",
        #"A {"rating": 8, "watched": ["2024-01-05"]}"#
      ),
      (
        "Date,Title,Rating\n2024-01-05,A,8\n,Average,8\n",
        #"A {"rating": 8, "watched": ["2024-01-05"]}"#
      ),
      ("Rating,Title,Year\n8,A,1995\naverage: 8\n", #"A {"year": 1995, "rating": 8}"#),
      ("Title\nTotal\n", "Total"), ("Title,Genre\nTotal,B\n", #"Total {"genre": ["B"]}"#),
    ])
  func totals(text: String, movie: String) throws { #expect(try outline(text) == [movie]) }

  @Test(
    "A table of Markdown, and one below lines without its separator",
    arguments: [
      "| Film | Year | Note |\n|:---|---:|---|\n| A | 1995 | b \\| c |\n",
      "# My movies\n\n| Film | Year | Note |\n|--|--|--|\n|A|1995|b \\| c|\n\nTotal: 1\n",
      "---\ntags: a, b\n---\n\nOf a year, again.\n\n| Film | Year | Note |\n|--|--|--|\n|**[A](b)**|1995|b \\| c|\nEnd, all.",
      "My movies\n\nFilm\tYear\tNote\nA\t1995\tb | c\n",
      "My movies\n\nFilm;Year;Note\nA;1995;b | c\n",
    ])
  func otherTables(text: String) throws {
    #expect(try outline(text) == [#"A {"year": 1995, "note": "b | c"}"#])
    #expect(try titles(text) == nil)
  }

  @Test("Lines above the header of a table are skipped, and a row of totals is left out")
  func surroundings() throws {
    let text = "My movies 2024,,\n,,\nFilm,Year,Stars\nA,1995,9\nTotals,1996,8\nB,,7\nAverage:,,8\n"
    #expect(
      try outline(text) == [
        #"A {"year": 1995, "rating": 9}"#, #"Totals {"year": 1996, "rating": 8}"#,
        #"B {"rating": 7}"#,
      ])
    #expect(
      try outline("a,b\nc,d\n").first?.contains("expected a column of titles, such as") == true)
  }

  @Test(
    "A column of dates has days of watching beside one of years or ratings",
    arguments: [
      ("Date,Title,Year\n2024-01-05,A,1995\n", #"A {"year": 1995, "watched": ["2024-01-05"]}"#),
      ("Data;Tytuł;Rok\n2024-01-05;A;1995\n", #"A {"year": 1995, "watched": ["2024-01-05"]}"#),
      ("Date,Title,Stars\n2024-01-05,A,8\n", #"A {"rating": 8, "watched": ["2024-01-05"]}"#),
      ("Date,Title,Genre\n1995-12-15,A,B\n", #"A {"genre": ["B"]}"#),
      (
        "Title,Year,Date,Seen?\nA,1995,,yes\n",
        #"A {"year": 1995, "tag": ["seen"]}"#
      ),
    ])
  func dates(text: String, movie: String) throws { #expect(try outline(text) == [movie]) }

  @Test("A rating of 0 is none, unless the name of the column has 0 in its scale")
  func zero() throws {
    var reader = InterchangeReader(
      source: ByteSource(bytes: Array("title,rating\nA,0\nB,8\n".utf8)), fileName: "f")
    while try reader.next() != nil {}
    #expect(reader.facts.zeroRatings == 1)
    let bytes = Array("title,rating (0-5)\nA,0\nB,4\n".utf8)
    var first = InterchangeReader(source: ByteSource(bytes: bytes), fileName: "f")
    let options = try first.readDecisions().decided(ReadingOptions())
    var second = InterchangeReader(source: ByteSource(bytes: bytes), fileName: "f", options)
    #expect(try second.next()?.get().attributes[.rating] == [.integer(0)])
    #expect(try second.next()?.get().attributes[.rating] == [.integer(8)])
  }

  @Test(
    "A status in several languages",
    arguments: [
      ("Titel,Status\nA,noch sehen\n", "watchlist"), ("Titre,Statut\nA,à voir\n", "watchlist"),
      ("Título,Estado\nA,vista\n", "seen"), ("Название,Статус\nA,хочу посмотреть\n", "watchlist"),
      ("Название,Статус\nA,просмотрено\n", "seen"), ("Tytuł,Stan\nA,do obejrzenia\n", "watchlist"),
    ])
  func statuses(text: String, tag: String) throws {
    #expect(try outline(text) == [#"A {"tag": ["\#(tag)"]}"#])
  }

  @Test("A status that is kept still tells whether a movie was seen")
  func keptStatus() throws {
    #expect(
      try outline("title,status\nA,to watch\n", keeping: .named(["status"]))
        == [#"A {"tag": ["watchlist"], "status": ["to watch"]}"#])
  }

  @Test("A status tells whether a movie was seen, or is about something else")
  func status() throws {
    let text = "title,status\nA,Watched\nB,to watch\nC,lent to Bo\nD,\n"
    #expect(
      try outline(text) == [#"A {"tag": ["seen"]}"#, #"B {"tag": ["watchlist"]}"#, "C", "D"])
    #expect(try ignoredFields(text) == ["status 1"])
    let json = #"[{"title": "A", "status": "watched"}, {"title": "B", "status": 3}]"#
    #expect(try outline(json) == [#"A {"tag": ["seen"]}"#, "B"])
  }

  @Test(
    "Lines end with LF, CRLF, CR or CR CR LF", arguments: ["\n", "\r\n", "\r", "\r\r\n"],
    [1, 3, Int.max])
  func lineEnds(end: String, chunkLength: Int) throws {
    let text = ["title,year", "A,1995", "", "\"B, C\",1996", "D,"].joined(separator: end) + end
    #expect(
      try outline(text, chunkLength: chunkLength)
        == [#"A {"year": 1995}"#, #"B, C {"year": 1996}"#, "D"])
  }

  @Test("An array of texts is a list of titles")
  func texts() throws {
    #expect(
      try outline(#"["Heat (1995)", "Ran", 1, {"title": "Alien"}]"#)
        == [#"Heat {"year": 1995}"#, "Ran", "bad 1:24 expected an object, found a number", "Alien"])
  }

  // MARK: Titles in lines

  private static func planned(_ title: String) -> String {
    title + #" {"tag": ["watchlist"]}"#
  }

  private func titles(_ text: String) throws -> [String]? {
    let bytes = Array(text.utf8)
    var first = InterchangeReader(source: ByteSource(bytes: bytes), fileName: "f")
    let columns = try first.readSignature(named: "f").columns
    var second = InterchangeReader(source: ByteSource(bytes: bytes), fileName: "f")
    var options = ReadingOptions()
    options.titleLines = try second.readTitleLines(columns)
    if options.titleLines == nil { return nil }
    var reader = InterchangeReader(source: ByteSource(bytes: bytes), fileName: "f", options)
    var movies: [String] = []
    while let record = try reader.next() { movies.append(outline(try record.get())) }
    return movies
  }

  @Test(
    "A title in each line, with numbers, bullets or boxes where all lines have them",
    arguments: [
      ("Heat (1995)\nRan\n", [#"Heat {"year": 1995}"#, "Ran"]),
      ("Title\nHeat\nThe Good, the Bad\n", ["Heat", "The Good, the Bad"]),
      ("Titel\r\nHeat\r\n\r\nRan", ["Heat", "Ran"]),
      ("1. Heat\n2. 12 Angry Men\n10) Ran\n", ["Heat", "12 Angry Men", "Ran"]),
      ("1. Heat\nRan\n", ["1. Heat", "Ran"]), ("- Heat\n* Ran\n", ["Heat", "Ran"]),
      ("- Heat\nRan\n", ["- Heat", "Ran"]), ("12 Angry Men\n8½\n", ["12 Angry Men", "8½"]),
      (
        "- [x] Heat\n- [ ] Ran\n",
        [#"Heat {"tag": ["seen"]}"#, #"Ran {"tag": ["watchlist"]}"#]
      ),
      (
        "Heat (1995) - 9/10 - again!\nRan (1985) ★★★½\nAlien ★★★★\nM - 3/5\nA - B\n",
        [
          #"Heat {"year": 1995, "rating": 9, "note": "again!"}"#,
          #"Ran {"year": 1985, "rating": 7}"#,
          #"Alien {"rating": 8}"#, #"M {"rating": 6}"#, "A - B",
        ]
      ),
      (
        "# Movies\n\nClassics\n========\n- **Heat** (1995)\n- [Ran](https://example.org) (1985)\n---\n- _M_\n",
        [#"Heat {"year": 1995}"#, #"Ran {"year": 1985}"#, "M"]
      ),
      (
        "🎬 Movies\nTo watch 🍿\n• Ran\n• M\nWatched ✅\n• Heat - 9/10 😴\n• Alien ⭐️⭐️⭐️⭐️\n• Ida\n• Us\n",
        [
          #"Ran {"tag": ["watchlist"]}"#, #"M {"tag": ["watchlist"]}"#,
          #"Heat {"rating": 9, "tag": ["seen"]}"#, #"Alien {"rating": 8, "tag": ["seen"]}"#,
          #"Ida {"tag": ["seen"]}"#, #"Us {"tag": ["seen"]}"#,
        ]
      ),
      ("Matrix, The (1999)\n", [#"Matrix, The {"year": 1999}"#]),
      ("  Heat  \n \n\"Ran\"\n", ["Heat", "\"Ran\""]),
      (
        "1. Heat (1995) - Michael Mann\n2. Alien (1979)\n\nAlso: Ran\n",
        [#"Heat {"year": 1995, "note": "Michael Mann"}"#, #"Alien {"year": 1979}"#]
      ),
      (
        "Our movies\n\n2023-05-01  Heat (1995)  9/10\nMon 5 Aug 2024: Ran (1985). Lovely. 8/10\n",
        [
          #"Heat {"year": 1995, "rating": 9, "watched": ["2023-05-01"]}"#,
          #"Ran {"year": 1985, "rating": 8, "watched": ["2024-08-05"], "note": "Lovely."}"#,
        ]
      ),
      ("To watch\n\nHeat\nRan\nM\n", ["Heat", "Ran", "M"].map(Self.planned)),
      ("Heat\n\nAlien\n\nRan\nM\n", ["Heat", "Alien", "Ran", "M"]),
      ("Heat\nRan\nM\n\nAlien\n\n", ["Heat", "Ran", "M", "Alien"]),
      (
        "Seen\n\nHeat\nM\n\nTo watch\n\nRan\n\nAlien\n",
        [
          #"Heat {"tag": ["seen"]}"#, #"M {"tag": ["seen"]}"#, Self.planned("Ran"),
          Self.planned("Alien"),
        ]
      ),
      (
        "To watch:\nRan\n# Watched\nHeat\nM\n",
        [Self.planned("Ran"), #"Heat {"tag": ["seen"]}"#, #"M {"tag": ["seen"]}"#]
      ),
      (
        "# T\n- Titanic\n# X\n- X\n## Seen\n- Heat - 9/10 - again!\n- M ★★★ again\n- 9 - 10\n",
        [
          "Titanic", "X", #"Heat {"rating": 9, "tag": ["seen"], "note": "again!"}"#,
          #"M {"rating": 6, "tag": ["seen"], "note": "again"}"#, #"9 - 10 {"tag": ["seen"]}"#,
        ]
      ),
      (
        "## 12 May 2024\n- Heat - 9/10 - 2024-05-11\n- Ran\nMay 13\n- M - 14.5.2024\n- Alien\n",
        [
          #"Heat {"rating": 9, "watched": ["2024-05-11"]}"#,
          #"Ran {"watched": ["2024-05-12"]}"#, #"M {"watched": ["2024-05-14"]}"#, "Alien",
        ]
      ),
      (
        "1. Roma (1972)\n5. Otto (2007)\n7. Amarcord\n9. Mars\n",
        [#"Roma {"year": 1972}"#, #"Otto {"year": 2007}"#, "Amarcord", "Mars"]
      ),
      ("Otto (1960)\nMay (2002)\nRan\n", [#"Otto {"year": 1960}"#, #"May {"year": 2002}"#, "Ran"]),
      (
        "2022\nHeat (1995) 8/10\n\nMarch 2023\nDune (2021)\nJaws (1975)\n7 June 2023\nRan (1985)\n",
        [
          #"Heat {"year": 1995, "rating": 8}"#, #"Dune {"year": 2021}"#, #"Jaws {"year": 1975}"#,
          #"Ran {"year": 1985, "watched": ["2023-06-07"]}"#,
        ]
      ),
      (
        "2012\n1917\nHeat (1995)\nMarch 2022\n",
        ["2012", "1917", #"Heat {"year": 1995}"#, "March 2022"]
      ),
      (
        "To watch:\n- Heat\n\nSeen:\n- Alien\n",
        [Self.planned("Heat"), #"Alien {"tag": ["seen"]}"#]
      ),
      (
        "1. 8½ (Federico Fellini, 1963)\n2. Heat (1995, Michael Mann)\n",
        [
          #"8½ {"year": 1963, "note": "Federico Fellini"}"#,
          #"Heat {"year": 1995, "note": "Michael Mann"}"#,
        ]
      ),
      (
        "- [ ] [[Her]] (2013)\n- [x] [[Heat (1995)]]\n",
        [
          #"Her {"year": 2013, "tag": ["watchlist"]}"#, #"Heat {"year": 1995, "tag": ["seen"]}"#,
        ]
      ),
      (
        "Heat (1995) – seen on 14.5.2024\nRan (1985) - 8\nM (1931, Fritz Lang) 9/10 2024-05-12\n",
        [
          #"Heat {"year": 1995, "watched": ["2024-05-14"]}"#, #"Ran {"year": 1985, "rating": 8}"#,
          #"M {"year": 1931, "rating": 9, "watched": ["2024-05-12"], "note": "Fritz Lang"}"#,
        ]
      ),
      (
        "Heat (1995)\tgreat\nRan (1985)\t9/10\n",
        [
          #"Heat {"year": 1995, "note": "great"}"#, #"Ran {"year": 1985, "rating": 9}"#,
        ]
      ),
      (
        "Heat (1995),8\nRan (1985),7.5\n",
        [
          #"Heat {"year": 1995, "rating": 8}"#, #"Ran {"year": 1985, "rating": 7.5}"#,
        ]
      ),
      (
        "The Good, the Bad\nRan\nFahrenheit 9/11\nAlien 8/10\n",
        [
          "The Good, the Bad", "Ran", "Fahrenheit 9/11", #"Alien {"rating": 8}"#,
        ]
      ),
      (
        "- **Heat (1995)** - 9\n- [Ran (1985)](https://example.org)\n",
        [
          #"Heat {"year": 1995, "rating": 9}"#, #"Ran {"year": 1985}"#,
        ]
      ),
    ])
  func lines(text: String, movies: [String]) throws { #expect(try titles(text) == movies) }

  @Test(
    "Tables, texts and lists with other characters are no list of titles",
    arguments: [
      "id,year\n1,1995\n", "a;b\n", "a|b\n", "a\tb\n", "title,year\nHeat,1995\n",
      "title\n\"Heat\"\n", "Heat, 1995\nRan, 1985\n", "Heat\n" + String(repeating: "x", count: 101),
      "Film      Year   Rating\nHeat      1995   8\nRan       1985   9\n", "[\"Heat\"]",
      "{\"title\": \"Heat\"}", "", "Heat\u{1}\n",
    ])
  func noLines(text: String) throws { #expect(try titles(text) == nil) }
}
