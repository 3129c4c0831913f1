import MovieStore
import MovieSystem
import TestSupport
import Testing

/// The parsers of what people write: each prints a text that it parses to the same value.
@Suite(.limited) struct WrittenValueTests {
  private static let seeds = 0..<UInt64(Tier.amount(30, full: 300))
  private static let today = CalendarDate("2026-11-28")

  private func padded(_ number: Int, _ width: Int = 2) -> String {
    String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
  }

  // MARK: Dates

  @Test("Every way to write a day is that day")
  func days() throws {
    let today = try #require(Self.today)
    for seed in Self.seeds {
      var random = RandomSource(seed: seed)
      let (year, month, day) = (
        Int.random(in: 1000...2199, using: &random), Int.random(in: 1...12, using: &random),
        Int.random(in: 1...28, using: &random)
      )
      let date = try #require(CalendarDate(year: year, month: month, day: day))
      let (d, m) =
        Bool.random(using: &random) ? ("\(day)", "\(month)") : (padded(day), padded(month))
      let names = Self.months[month - 1].map { [$0, $0.capitalized, $0.uppercased()] }
      var texts = [
        "\(date)", "\(year)/\(m)/\(d)", "\(year).\(m).\(d)", "\(year). \(m). \(d).",
        "\(year)-\(m)-\(d)",
        "\(d).\(m).\(year)", "\(d). \(m). \(year)", "\(year)\(padded(month))\(padded(day))",
        "\(year)年\(m)月\(d)日", "\(year)년 \(m)월 \(d)일", " \(date) ",
      ]
      for name in names.flatMap(\.self) {
        texts += [
          "\(d) \(name) \(year)", "\(name) \(d), \(year)", "\(d). \(name) \(year)",
          "\(d)-\(name)-\(year)",
          "\(d) de \(name) de \(year)", "\(year) \(name) \(d)", "\(name). \(d) \(year)",
        ]
      }
      texts += ["Fri, \(texts[11])", "monday \(texts[12])"]
      for text in texts {
        let written = try #require(WrittenDate(text), "\(text)")
        #expect(try written.date(typedOn: today) == date, "\(text)")
        #expect(written.date(isDayFirst: false) == date && written.year == year, "\(text)")
        let time = " \(padded(day % 24)):\(padded(month)):59"
        #expect(WrittenDate(text + time)?.date(isDayFirst: false) == date, "\(text + time)")
      }
    }
  }

  private static let months: [[String]] = [
    [
      "jan", "january", "januar", "janvier", "enero", "gennaio", "janeiro", "stycznia", "ledna",
      "января",
    ],
    [
      "feb", "february", "février", "febrero", "febbraio", "fevereiro", "lutego", "února",
      "февраля",
    ],
    ["mar", "march", "märz", "mars", "marzo", "março", "maart", "marca", "března", "марта"],
    ["apr", "april", "avril", "abril", "aprile", "kwietnia", "dubna", "апреля"],
    ["may", "mai", "mayo", "maggio", "maio", "mei", "maja", "května", "мая"],
    ["jun", "june", "juni", "juin", "junio", "giugno", "junho", "czerwca", "června", "июня"],
    ["jul", "july", "juli", "juillet", "julio", "luglio", "julho", "lipca", "července", "июля"],
    ["aug", "august", "août", "agosto", "augustus", "sierpnia", "srpna", "августа"],
    [
      "sep", "sept", "september", "septembre", "septiembre", "settembre", "setembro", "września",
      "září",
    ],
    [
      "oct", "october", "oktober", "octobre", "octubre", "ottobre", "outubro", "października",
      "října",
    ],
    ["nov", "november", "novembre", "noviembre", "novembro", "listopada", "listopadu", "ноября"],
    [
      "dec", "december", "dezember", "décembre", "diciembre", "dicembre", "dezembro", "grudnia",
      "prosince",
    ],
  ]

  @Test("Two numbers are both orders until one is chosen, or one is above 12")
  func orders() throws {
    let today = try #require(Self.today)
    for first in 1...31 {
      for second in 1...31 {
        for text in [
          "\(first)/\(second)/2024", "\(first)-\(second)-2024", "\(first) \(second) 2024",
        ] {
          let written = try #require(WrittenDate(text), "\(text)")
          let dayFirst = CalendarDate(year: 2024, month: second, day: first)
          let monthFirst = CalendarDate(year: 2024, month: first, day: second)
          #expect(written.date(isDayFirst: true) == (first == second ? monthFirst : dayFirst))
          #expect(written.date(isDayFirst: false) == monthFirst)
          do {
            let date = try written.date(typedOn: today)
            #expect(dayFirst == nil || monthFirst == nil || first == second, "\(text)")
            #expect(date == dayFirst ?? monthFirst)
          } catch {
            let both = [dayFirst, monthFirst].compactMap { $0?.description }
            #expect(both.allSatisfy(error.description.contains), "\(error.description)")
            #expect(both.count == (first == second ? 0 : 2) || both.isEmpty, "\(text)")
          }
        }
      }
    }
  }

  @Test("Relative dates are counted from the day on which they are typed")
  func relative() throws {
    for seed in Self.seeds {
      var random = RandomSource(seed: seed)
      let days = Int.random(in: -100_000...100_000, using: &random)
      let today = try #require(CalendarDate(daysSince1970: days))
      func date(_ text: String) throws -> CalendarDate {
        try #require(WrittenDate(text), "\(text)").date(typedOn: today)
      }
      #expect(today.daysSince1970 == days && today.adding(days: 0) == today)
      #expect(try date("today") == today && date("0d") == today)
      #expect(try date("yesterday").daysSince1970 == days - 1)
      let count = Int.random(in: 0...9_999, using: &random)
      #expect(try date("\(count)d").daysSince1970 == days - count)
      #expect(try date("\(count) days ago") == date("-\(count)d"))
      #expect(try date("\(count / 7)w") == date("\(count / 7 * 7)d"))
      for (index, name) in RelativeDate.days.dropFirst(2).enumerated() {
        let day = try date(String(name.prefix(Int.random(in: 3...name.count, using: &random))))
        #expect(day.weekday == index && 0...6 ~= days - day.daysSince1970)
      }
      let months = count % 500
      let ago = try date("\(months)m")
      #expect(ago.year * 12 + (ago.month ?? 0) == today.year * 12 + (today.month ?? 0) - months)
      #expect(ago.day == today.day || ago.adding(days: 1)?.day == 1)
      #expect(try date("1y") == date("12m"))
      #expect(try date("last-year").description == padded(today.year - 1, 4))
      #expect(try date("last-month") == date("this month").adding(months: -1))
      let week = try #require(WrittenDate("last-week")).period(typedOn: today)
      #expect(week.lowerBound.weekday == 0 && week.upperBound.weekday == 6)
      #expect(0...6 ~= days - 7 - week.lowerBound.daysSince1970)
      let beforeToday = try date("last \(RelativeDate.days[today.weekday + 2])")
      #expect(days - beforeToday.daysSince1970 == 7)
      #expect(try date("friday night") == date("on Friday") && date("three days ago") == date("3d"))
      let yearless = try date("\(today.day ?? 1) \(Self.months[(today.month ?? 1) - 1][0])")
      #expect(yearless == today)
      #expect(try date("jan 1") == CalendarDate(year: today.year, month: 1, day: 1))
    }
  }

  @Test("A date as a phone or a page writes it is the date")
  func signs() throws {
    for text in [
      "2026\u{2011}11\u{2011}28", "“2026-11-28”", "2026-11-28\u{200E}", "２０２６／１１／２８",
      "Sa 28.11.2026", "sam. 28 nov. 2026", "2026年11月28日（土）", "28 Nov 2026 (Sat)", "28–11–2026",
      "28.11.26",
    ] {
      #expect(WrittenDate(text)?.date(isDayFirst: true)?.description == "2026-11-28", "\(text)")
    }
  }

  @Test("A year of two digits can be first, unless that is in the future")
  func shortYears() throws {
    let today = try #require(Self.today)
    func typed(_ text: String) -> String {
      do throws(WrittenDate.Problem) {
        return try WrittenDate(text)?.date(typedOn: today).description ?? "none"
      } catch { return error.readings ?? error.description }
    }
    #expect(typed("26-11-12") == "2012-11-26 (day first) or 2026-11-12 (year first)")
    #expect(typed("05-05-26") == "2026-05-05 (day first) or 2005-05-26 (year first)")
    #expect(typed("26/11/28") == "2026-11-28" && typed("28/11/26") == "2026-11-28")
    #expect(typed("5/5/26") == "2026-05-05" && typed("13.1.69") == "1969-01-13")
    #expect(typed("13.1.49") == "2049-01-13" && typed("28.11.") == "2026-11-28")
    for text in [
      "28.11", "28/11", "5 ago", "2026-11-28T21:30+99:99", "2026-11-28T21:30+15:00", "28/11/26sa",
      "5 Jan 2026mon",
    ] {
      #expect(typed(text) == "none", "\(text)")
    }
  }

  @Test(
    "A file has no relative dates, and none without a year", arguments: ["friday", "3d", "5 jan"])
  func files(text: String) throws {
    #expect(try #require(WrittenDate(text)).date(isDayFirst: true) == nil)
  }

  @Test(
    "Any text is no date, or one that is printed as the same", arguments: 0..<20 as Range<UInt64>)
  func anyDate(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let pieces = [
      "1", "12", "31", "2026", "99999", "-", "/", ".", ", ", " ", "jan", "mai", "fri", "d", "ago",
      "年", ":",
      "10:15", "Z", "+01:00", "am", "(", "'", "last-", "week", "\u{301}", "é", "0", "T", "a",
    ]
    let today = try #require(Self.today)
    for _ in 0..<Tier.amount(200, full: 5_000) {
      let count = Int.random(in: 1...6, using: &random)
      let text = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      guard let written = WrittenDate(text) else { continue }
      for date in [written.date(isDayFirst: true), written.date(isDayFirst: false)] {
        guard let date else { continue }
        #expect(WrittenDate(date.description)?.date(isDayFirst: true) == date, "\(text)")
      }
      do {
        let period = try written.period(typedOn: today)
        #expect(period.lowerBound <= period.upperBound)
      } catch { #expect(!error.description.isEmpty) }
    }
  }

  // MARK: Ratings

  @Test("Ratings are converted in decimals, half up to a tenth")
  func conversion() throws {
    let samples: [(String, Int, WrittenRating.Conversion)] = [
      ("4.5", 5, .rating(tenths: 90, isRounded: false)),
      ("8", 10, .rating(tenths: 80, isRounded: false)),
      ("8.25", 10, .rating(tenths: 83, isRounded: true)),
      ("8.24", 10, .rating(tenths: 82, isRounded: true)),
      ("88.5", 100, .rating(tenths: 89, isRounded: true)),
      ("1", 3, .rating(tenths: 33, isRounded: true)),
      ("2", 3, .rating(tenths: 67, isRounded: true)),
      ("0.75", 6, .rating(tenths: 13, isRounded: true)),
      ("8.3333333333333333", 10, .rating(tenths: 83, isRounded: true)), ("0", 10, .zero),
      ("-1", 10, .zero),
      ("5.1", 5, .aboveScale), ("1000", 1_000, .rating(tenths: 100, isRounded: false)),
      ("4/5", 10, .rating(tenths: 80, isRounded: false)), ("6/5", 10, .aboveScale),
      ("★★★☆", 10, .rating(tenths: 75, isRounded: false)), ("☆☆☆☆☆", 10, .zero),
    ]
    for (text, highest, expected) in samples {
      #expect(try #require(WrittenRating(text)).converted(of: highest) == expected, "\(text)")
    }
  }

  @Test("A rating is the same in every notation, and printed as it is parsed")
  func ratings() throws {
    for seed in Self.seeds {
      var random = RandomSource(seed: seed)
      let halves = Int.random(in: 0...10, using: &random)
      let (full, isHalf) = (halves / 2, halves % 2 == 1)
      let decimal = isHalf ? "\(full).5" : "\(full)"
      let empty = String(repeating: "☆", count: 5 - full - (isHalf ? 1 : 0))
      let stars = String(repeating: "★", count: full) + (isHalf ? "½" : "")
      var texts = [
        "\(decimal)/5", "\(decimal) / 5", "\(decimal) out of 5", "\(decimal) stars", "\(halves)/10",
        "\(halves * 10)%", "\(halves * 10) %", "\(decimal.replacing(".", with: ","))/5",
        stars + empty,
      ]
      if isHalf, full > 0 { texts.append("\(full)½/5") }
      texts += ["\(decimal)/5 stars", "\(decimal) / 5.0", "\(decimal)*", "\(halves * 10) percent"]
      for text in texts {
        let rating = try #require(WrittenRating(text), "\(text)")
        let expected: WrittenRating.Conversion =
          halves == 0 ? .zero : .rating(tenths: Int64(halves) * 10, isRounded: false)
        #expect(rating.converted(of: 10) == expected, "\(text)")
        let again = try #require(WrittenRating(rating.description), "\(rating)")
        #expect(again.highest == rating.highest && again.number == rating.number, "\(text)")
        #expect(again.description == rating.description)
      }
    }
  }

  @Test(
    "Other texts are no ratings",
    arguments: [
      "", "x", "1e1", "+4", "4.", ".5", "٤", "99999999999999999999", "1001", "PG-13", "4/0",
      "4/5/6", "A-",
      "★x", "½½", "4/1001", "★★★★★★★★★★★", "☆☆☆☆",
    ])
  func noRatings(text: String) { #expect(WrittenRating(text) == nil) }

  // MARK: Running times

  @Test("A running time is the same in every notation, and printed as it is parsed")
  func durations() throws {
    for seed in Self.seeds {
      var random = RandomSource(seed: seed)
      let (hours, minutes) = (
        Int.random(in: 1...5, using: &random), Int.random(in: 1...59, using: &random)
      )
      let total = Int64(hours * 60 + minutes)
      let texts = [
        "\(total)", "\(total) min", "\(total)m", "\(total) Minuten", "\(hours)h \(minutes)m",
        "\(hours)h\(minutes)min", "\(hours)h\(padded(minutes))", "\(hours) hr \(minutes) min",
        "\(hours) hours \(minutes) minutes", "\(hours) hour, \(minutes) min.",
        "\(hours):\(padded(minutes))",
        "\(hours):\(padded(minutes)):00", "PT\(hours)H\(minutes)M", "\(hours) Std. \(minutes) Min.",
        "\(hours) ч \(minutes) мин", "\(hours)小时\(minutes)分钟", "\(hours)시간 \(minutes)분",
      ]
      for text in texts {
        let duration = try #require(WrittenDuration(text), "\(text)")
        #expect(duration.minutes == total, "\(text)")
        #expect(WrittenDuration(duration.description) == duration, "\(text)")
      }
      #expect(WrittenDuration("\(hours).5h")?.minutes == Int64(hours * 60 + 30))
    }
  }

  @Test(
    "Other texts are no running times",
    arguments: [
      "", "x", "h", "57m 1h", "1h 1h", "1:75", "1:5", "-5", "1.5", "99999999999", "1:2:3:4", "PT",
      "2h x",
      "9999999999h",
    ])
  func noDurations(text: String) { #expect(WrittenDuration(text) == nil) }

  // MARK: Yes and no, and lists

  @Test("Yes and no are printed as they are parsed, in any case")
  func booleans() throws {
    for (texts, isTrue) in [
      (
        [
          "yes", "y", "true", "1", "x", "✓", "☑", "[x]", "watched", "ja", "oui", "sí", "да", "WAHR",
        ], true
      ),
      (["no", "n", "false", "0", "☐", "[ ]", "nein", "non", "não", "нет", "FALSCH"], false),
    ] {
      for text in texts {
        for text in [text, text.uppercased(), text.capitalized, " \(text) "] {
          let written = try #require(WrittenBoolean(text), "\(text)")
          #expect(written.isTrue == isTrue && WrittenBoolean(written.description) == written)
        }
      }
    }
    for text in ["", "maybe", "2", "yes no", "-", String(repeating: "x", count: 100)] {
      #expect(WrittenBoolean(text) == nil, "\(text)")
    }
  }

  @Test("A list is the same as an array of JSON and a list of Python")
  func lists() throws {
    let pieces = ["A", "b c", "é", "'", "\"", "\\", ",", ";", "[", "]", "🎬", " "]
    for seed in Self.seeds {
      var random = RandomSource(seed: seed)
      let texts = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
          pieces.randomElement(using: &random)
        }.joined()
      }
      let list = WrittenList(texts: texts)
      #expect(WrittenList(list.description) == list)
      let python = texts.map {
        "'" + $0.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
      }
      #expect(WrittenList("[" + python.joined(separator: ", ") + "]") == list)
      let objects = python.map { "{'id': 1, 'name': \($0), 'x': None, 'y': [True, 1.5]}" }
      #expect(WrittenList("[" + objects.joined(separator: ",") + "]") == list)
    }
    for text in ["", "A", "[A]", "['A'", "[,'A']", "[1]", "[{}]", "['A'] x", "[['A']]", "u'A'"] {
      #expect(WrittenList(text) == nil, "\(text)")
    }
    let cast = #"[{"name": "B", "order": 1}, {"name": "A", "order": 0}, {"name": "C"}]"#
    #expect(WrittenList(cast)?.texts == ["A", "B", "C"])
    for text in [
      "('A', 'B')", "{'A', 'B'}", "['A', 'B',]", "[u'A', nan, u'B']", " [\"A\", \"B\"] ",
    ] {
      #expect(WrittenList(text)?.texts == ["A", "B"], "\(text)")
    }
    for text in ["[A, B]", "[‘A’, ‘B’]", "[A,B,]"] {
      #expect(
        WrittenList(text) == nil && WrittenList(text, allowsWords: true)?.texts == ["A", "B"])
    }
    let deep = String(repeating: "[", count: 100_000)
    #expect(WrittenList(deep) == nil)
  }
}
