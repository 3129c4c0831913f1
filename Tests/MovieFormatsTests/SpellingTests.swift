import FormatsTestSupport
import Foundation
import MovieFormats
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// Movies are read as the same movies in any encoding that the formats allow.
@Suite("Equivalent encodings of the same movies", .limited) struct SpellingTests {
  @Test("JSON with any white space, escapes and order of keys", arguments: 0..<12 as Range<UInt64>)
  func json(seed: UInt64) throws {
    let drafts = hostileMovies(seed: seed, count: 15)
    var speller = JSONSpeller(random: RandomSource(seed: seed), lineEnd: "\n")
    let objects = drafts.map { speller.object($0) }
    let array = speller.space() + "[" + objects.joined(separator: ",") + "]" + speller.space()
    #expect(try movies(Array(array.utf8), .json) == drafts)
    // An independent parser checks the speller.
    let parsed = try JSONSerialization.jsonObject(with: Data(array.utf8)) as? [[String: Any]]
    #expect(parsed?.map { $0["title"] as? String } == drafts.map(\.title))
  }

  @Test(
    "NDJSON with any white space, escapes and order of keys", arguments: 0..<12 as Range<UInt64>)
  func ndjson(seed: UInt64) throws {
    let drafts = hostileMovies(seed: seed, count: 15)
    var speller = JSONSpeller(random: RandomSource(seed: seed), lineEnd: nil)
    var text = ""
    for draft in drafts {
      text += speller.space() + speller.object(draft) + speller.space()
      text += speller.pick(["\n", "\r\n", "\n\n", "\r\n \t\n"])
    }
    #expect(try movies(Array(text.utf8), .ndjson) == drafts)
  }

  @Test(
    "CSV with any quotes, order of columns and unknown columns",
    arguments: 0..<12 as Range<UInt64>)
  func csv(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let drafts = hostileMovies(seed: seed, count: 15)
    let columns = ["title", "cast", "favorite", "decade", "remark"].shuffled(using: &random)
    let lineEnd = ["\n", "\r\n"].randomElement(using: &random) ?? "\n"
    var lines = [columns.joined(separator: ",")]
    var counts = columns.map { _ in 0 }
    for draft in drafts {
      let cells = columns.map { cell($0, draft, using: &random) }
      for (index, cell) in cells.enumerated() where !cell.isEmpty { counts[index] += 1 }
      lines.append(cells.map { quoted($0, using: &random) }.joined(separator: ","))
      if Bool.random(using: &random) { lines.append("") }
    }
    let text = lines.joined(separator: lineEnd)
    #expect(try movies(Array(text.utf8), .csv) == drafts)
    let ignored = zip(columns, counts).filter { ["decade", "remark"].contains($0.0) && $0.1 > 0 }
    #expect(try ignoredFields(text, .csv) == ignored.map { "\($0) \($1)" })
  }

  private func cell(
    _ column: String, _ draft: MovieDraft, using random: inout RandomSource
  ) -> String {
    switch column {
    case "title": return draft.title
    case "cast": return ValueCell.text(of: draft.cast)
    case "favorite":
      let words =
        draft.isFavorite ? ["true", "1", "yes", "*", "YES"] : ["false", "0", "no", "", "No"]
      return words.randomElement(using: &random) ?? ""
    default: return random.text(upTo: 9)
    }
  }

  private func quoted(_ cell: String, using random: inout RandomSource) -> String {
    let needsQuotes = cell.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    guard needsQuotes || Bool.random(using: &random) else { return cell }
    // By scalars: a quote with a combining mark is another Character, which `replacing` does not find.
    let doubled = cell.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
    return "\"" + String(String.UnicodeScalarView(doubled)) + "\""
  }

  @Test("Reads all valid records between invalid ones", arguments: 0..<12 as Range<UInt64>)
  func validAmongInvalid(seed: UInt64) throws {
    var random = RandomSource(seed: seed)
    let bad: [InterchangeFormat: [String]] = [
      .ndjson: [
        "{}", "{\"title\":", "x", "{\"title\":1}", "[1,2", "\"", "{\"title\":\"\\ud800\"}",
      ],
      .json: ["{}", "7", "{\"title\":1}", "[[],{}]", "\"T\"", "{\"title\":\"\\u0000\"}"],
      .csv: ["x", "a,b,c,d", "\"\",,", "a\"b,,", "T,maybe,", "T,,;", "\"T\"x,,"],
      .tsv: ["x", "a\tb\tc\td", "\t\t", "a\\x\t\t", "T\tmaybe\t", "T\t\t;"],
    ]
    for format in InterchangeFormat.allCases {
      let drafts = hostileMovies(seed: seed, count: 12)
      var records = drafts.map { record($0, format) }
      var count = 0
      for _ in 0..<8 {
        let index = Int.random(in: 0...records.count, using: &random)
        records.insert(bad[format]?.randomElement(using: &random) ?? "", at: index)
        count += 1
      }
      let lines = try outline(document(records, format), format)
      #expect(lines.filter { !$0.hasPrefix("bad ") } == drafts.map(outline))
      #expect(lines.count { $0.hasPrefix("bad ") } == count)
    }
  }

  private func record(_ draft: MovieDraft, _ format: InterchangeFormat) -> String {
    var bytes: [UInt8] = []
    let favorite = "\(draft.isFavorite)"
    let cast = ValueCell.text(of: draft.cast)
    switch format {
    case .csv:
      bytes.appendCSVCell(draft.title.utf8.span)
      bytes += Array(",\(favorite),".utf8)
      bytes.appendCSVCell(cast.utf8.span)
    case .tsv:
      bytes.appendTSVCell(draft.title.utf8.span)
      bytes += Array("\t\(favorite)\t".utf8)
      bytes.appendTSVCell(cast.utf8.span)
    case .json, .ndjson:
      var speller = JSONSpeller(random: RandomSource(seed: 1), lineEnd: nil)
      return speller.object(draft)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func document(_ records: [String], _ format: InterchangeFormat) -> String {
    switch format {
    case .ndjson: records.joined(separator: "\n")
    case .json: "[" + records.joined(separator: ",\n") + "]"
    case .csv: "title,favorite,cast\n" + records.joined(separator: "\n")
    case .tsv: "title\tfavorite\tcast\n" + records.joined(separator: "\n")
    }
  }
}

/// Writes movies as JSON with random white space, escapes and order of keys.
private struct JSONSpeller {
  var random: RandomSource
  /// A line end that is allowed between tokens.
  let lineEnd: String?

  mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }

  mutating func space() -> String { pick(["", "", " ", "\t", "  ", lineEnd ?? ""]) }

  mutating func object(_ draft: MovieDraft) -> String {
    var members = [
      member("title", string(draft.title)),
      member(pick(["cast", "actors"]), cast(draft.cast)),
      member(
        "favorite", pick(draft.isFavorite ? ["true", "1", "\"yes\""] : ["false", "null", "0"])),
    ]
    for number in 0..<Int.random(in: 0...3, using: &random) {
      members.append(member("further \(number)", value(depth: 3)))
    }
    members.shuffle(using: &random)
    return "{" + members.joined(separator: ",") + "}"
  }

  private mutating func member(_ key: String, _ value: String) -> String {
    space() + string(key) + space() + ":" + space() + value + space()
  }

  private mutating func cast(_ names: [String]) -> String {
    if names.isEmpty { return pick(["[]", "null", "[ ]"]) }
    let elements = names.map { name in
      let name = string(name)
      return Bool.random(using: &random)
        ? space() + name + space()
        : "{" + member("id", "7") + "," + member("name", name) + "}"
    }
    return "[" + elements.joined(separator: ",") + "]"
  }

  private mutating func value(depth: Int) -> String {
    if depth > 0, Bool.random(using: &random) {
      let inner = (0..<Int.random(in: 0...3, using: &random)).map { ($0, value(depth: depth - 1)) }
      return Bool.random(using: &random)
        ? "[" + inner.map(\.1).joined(separator: space() + ",") + space() + "]"
        : "{" + inner.map { member("\($0)", $1) }.joined(separator: ",") + "}"
    }
    return pick(["0", "-0", "12.50", "1e9", "-3.5E-2", "true", "false", "null", "\"\"", "\"x\\n\""])
  }

  private mutating func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
      if mustEscape || Int.random(in: 0..<4, using: &random) == 0 {
        for unit in scalar.utf16 { result += escape(unit) }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private mutating func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: Bool.random(using: &random))
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
