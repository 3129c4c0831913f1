import MovieFormats
import MovieStore
import MovieSystem
import MovieTerminal
import TestSupport
import Testing

/// What each spelling of a value is for a command, in the form of `browse`, in a query, and in a
/// list: `Fixtures/golden/spellings.golden`.
@Suite(.limited, .temporaryDirectory) struct SpellingTableTests {
  private static let days = """
    2026-11-23|2026-11|2026|1999|2026/01/05|2026/1/5|2026.01.05|2026. 1. 5.|2026-1-5|20260105|20261305
    28.11.2026|5.1.2026|05.01.2026|5.1.26|28/11/2026|11/28/2026|5/2/2026|05/02/2026|5-2-2026|5/5/2026|1/1/1970
    5/2/26|28/11/26|26-11-28|28-11-26|05-05-26|01/2026|1.2026|2026/01|5 Jan 2026|5 January 2026|Jan 5, 2026|jan 5 2026|January 5, 2026
    January 5th, 2026|5th of January 2026|the 5th of January 2026|5-Jan-2026|5-Jan-26|5 Jan '26|2026 Jan 5
    Jan 2026|January 2026|Sept. 3, 2025|5 jan|Jan 5|December 24|29 Feb|30 Feb|31.2.2026|2026-02-29|32.1.2026
    5. Januar 2026|5. Jan. 2026|3. März 2026|5 janvier 2026|1er février 2026|5 de enero de 2026|5 gennaio 2026
    5 de março de 2026|5 januari 2026|5 mei 2026|5 stycznia 2026 r.|5. ledna 2026|5 января 2026 г.|5 мая 2026
    2026年1月5日|2026年1月|2026년 1월 5일|Mon, 5 Jan 2026|Monday, January 5, 2026|mon 5 jan 2026
    2026-01-05T10:15:00Z|2026-01-05 20:15|2026-01-05T11:15:00+01:00|2026-01-05T12:59:59.999Z
    09.09.2009, 15:34|04.04.10 18:36|18-12-2023 21:50:41|1/5/2026 8:15 PM|5.1.2026 20:15 Uhr
    January 5, 2026 8:30 PM|January 5, 2026 at 8:30 PM|Mon Jan 05 2026 11:00:00 GMT+0100 (CET)|2026-01-05 25:00
    today|Today|tonight|now|yesterday|last night|monday|Tue|weds|thurs|FRIDAY|sat|sun|su
    3d|30d|-3d|2w|6m|1y|3 days ago|a week ago|2 weeks|99999d|9999y|100000d
    this-week|last-week|last week|this-month|last-month|Last Month|this-year|last-year|next-week|tomorrow
    frday|yesteday|1995-1999|90s|8.5|12|2026-13|2026-00-10|0000-00-00|1/2|soon|?|unknown
    """
  private static let marks = """
    yes|Yes|no|TRUE|false|x|X|✓|✔|☑|☐|[x]|[ ]|1|0|3|100|101|watched|not watched|seen|checked|ja|Nein|oui|sí|não
    WAHR|VRAI|да|to watch|planned|plan to watch|watchlist|completed
    """
  private static let ratings = """
    8|8.0|8.5|8,5|08|0|10|10.0|11|85|101|-1|8.25|8,25|8/10|8 / 10|4.5/5|4,5/5|85/100|0/5|6/5|4/0|3/4|2/3
    ★★★½|★★★☆☆|★★★|☆☆☆☆☆|★★★★★★★☆☆☆|⭐⭐⭐⭐|⭐️⭐️⭐️|4½|½|4½/5|4 1/2|3 stars|1 star|8 stars|3.5★|7 out of 10
    4 of 5|85 %|85%|7.25%|110%|good|A-|PG-13|+8|8.|.5|1e1|٨|8 / ten|five|none|n/a|99999999999999999999
    """
  private static let durations = """
    117|90|0|1000|1001|7020|100000|100001|117 min|117min|117 minutes|117m|1h 57m|1h57m|1h57|1h57min|1 hr 57 min
    1 hour 57 minutes|2h|2 hrs|2 hours|1.5h|1,5 h|1:57|0:57|2:05|1:57:00|6:30|117:30|1:75|1:5|PT1H57M|PT117M|PT2H
    1 Std. 57 Min.|117 Minuten|1 heure 57 minutes|1 ч 57 мин|1時間57分|1시간 57분|117'|57m 1h|1h 1h|h|long|-5|1.5
    """
  private static let lists = """
    A|A, B|A,B|A; B|A;B|A / B|A ; B, C|A\\, B|['A', 'B']|["A", "B"]|[{"name": "A"}, {"name": "B"}]|[]
    [{'id': 1, 'name': 'A'}]|['A', None]|["A\\"B"]|['it\\'s']|[A, B]|['A'|[1, 2]|(no genres listed)
    """

  private let catalog: FormBrowsing
  private var browsing: Browsing { catalog.browsing }

  init() throws { catalog = try FormBrowsing() }

  @Test("each of 300 spellings is a value, or an error with the correction")
  func table() throws {
    // Saturday, 2026-11-28.
    let moment = Simulation(time: { 1_795_863_600_000_000 }, number: { 1 })
    var lines = ["key\twritten\tcommand and form\tquery\tlist"]
    var count = 0
    try Simulation.$current.withValue(moment) {
      for (key, texts) in [
        (AttributeKey.watched, Self.days + "\n" + Self.marks), (.rating, Self.ratings),
        (.runtime, Self.durations), (.genre, Self.lists), (.director, Self.lists),
      ] {
        let spellings = texts.split { $0 == "\n" }.flatMap { line in
          // A vertical bar also separates genres.
          line.split(separator: "|").map(String.init)
        }
        for text in spellings + (key == .genre ? ["A | B"] : []) {
          let typed = try command(text, key)
          // Only a command adds what it would take.
          #expect(typed.hasPrefix(try form(text, key)), "\(key)=\(text) in the form")
          lines.append(
            [key.name, text, typed, query(text, key), try list(text, key)]
              .map { $0.replacing("\t", with: " ") }.joined(separator: "\t"))
          count += 1
        }
      }
    }
    #expect(count >= 300)
    Golden.expect(lines.joined(separator: "\n") + "\n", is: "spellings")
  }

  /// The values that `edit --set` gives a movie, or the sentence that refuses them.
  private func command(_ text: String, _ key: AttributeKey) throws -> String {
    let result = movies(
      "edit", "\(catalog.heat)", "--set", "\(key)=\(text)", "-n", "--columns", key.name, "--db",
      catalog.path)
    if result.status == .done { return result.output.trimmed }
    #expect(result.status == .usage, "\(text)")
    return "! " + sentence(result.error.after(prefix: "Error: ") ?? result.error)
  }

  private func sentence(_ text: String) -> String {
    let line = text.split(separator: "\n").first.map(String.init) ?? text
    return String(line.hasSuffix(".") ? line.dropLast() : line[...])
  }

  /// The values that the form of `browse` saves, or its error.
  private func form(_ text: String, _ key: AttributeKey) throws -> String {
    browsing.type("e")
    try browsing.go(to: "key=value")
    browsing.type("\(key)=\(text)")
    browsing.press(.control("s"))
    guard browsing.state.overlay != nil else {
      let values = try catalog.stored()?.attributes[key] ?? []
      browsing.type("u")
      // As in TSV.
      return ValueCell.text(of: values, for: key).replacing("\\", with: "\\\\")
    }
    let error = try browsing.form().fields.compactMap(\.error).first ?? "none"
    browsing.press(.escape, .escape)
    return "! \(error.prefix(1).uppercased())\(error.dropFirst())"
  }

  private func query(_ text: String, _ key: AttributeKey) -> String {
    do {
      let quoted = text.contains { $0 == " " || $0 == "\"" } && !text.contains("\"")
      return "\(try MovieQuery("\(key):\(quoted ? "\"\(text)\"" : text)"))"
    } catch { return "! \(error)" }
  }

  private func list(_ text: String, _ key: AttributeKey) throws -> String {
    let cell = text.replacing("\"", with: "\"\"")
    let table = "title,\(key)\nHeat,\"\(cell)\"\n"
    var reader = InterchangeReader(source: ByteSource(bytes: Array(table.utf8)), fileName: "f")
    switch try reader.next() {
    case .success(let movie)?:
      let tags = movie.attributes.tags
      return (movie.attributes[key].map(\.description) + tags.map { "tag \($0)" })
        .joined(separator: " | ")
    case .failure(let error)?: return "! \(error.message)"
    case nil: return "nothing"
    }
  }
}
