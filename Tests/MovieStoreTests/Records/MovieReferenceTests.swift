import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited) struct MovieReferenceTests {
  @Test(
    "Parses numbers, ranges and titles",
    arguments: [
      ("42", .number(42, digits: "42")), ("0", .number(0, digits: "0")),
      ("007", .number(7, digits: "007")),
      ("9223372036854775807", .number(.max, digits: "9223372036854775807")),
      ("id:42", .id(42)), ("id:007", .id(7)), ("id:3..9", .range(3, 9)), ("id:", .title("id:")),
      ("id:x", .title("id:x")), ("id: 4", .title("id: 4")), ("ID:4", .title("ID:4")),
      ("title:42", .title("42")), ("title:3..9", .title("3..9")), ("title:id:4", .title("id:4")),
      ("title:title:4", .title("title:4")), ("title: x", .title(" x")),
      ("Title:4", .title("Title:4")),
      ("title:\u{301}", .title("\u{301}")), ("id:title:4", .title("id:title:4")),
      ("3..9", .range(3, 9)), ("3..3", .range(3, 3)), ("0..9223372036854775807", .range(0, .max)),
      ("The Score", .title("The Score")), ("3..", .title("3..")), ("..9", .title("..9")),
      ("3...9", .title("3...9")), ("3..9..12", .title("3..9..12")), ("3 .. 9", .title("3 .. 9")),
      ("-3", .title("-3")), ("+5", .title("+5")), (" 5", .title(" 5")), ("0x5", .title("0x5")),
      ("５", .title("５")), ("٣", .title("٣")), ("5\u{301}", .title("5\u{301}")),
      ("3.\u{301}.9", .title("3.\u{301}.9")), ("..", .title("..")), ("-", .title("-")),
      ("\u{301}", .title("\u{301}")),
    ] as [(String, MovieReference)])
  func readings(text: String, reference: MovieReference) throws {
    #expect(try MovieReference(text) == reference)
    #expect(try MovieReference(reference.description) == reference)
  }

  @Test("Parses the description of a title as that title")
  func descriptions() throws {
    for text in Generated.texts where !text.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
      for title in [text, "id:\(text)", "title:\(text)", "id:4", "4", "3..9", "9..3"] {
        let reference = MovieReference.title(title)
        #expect(try MovieReference(reference.description) == reference)
      }
    }
  }

  @Test(
    "Rejects numbers and ranges that are not valid",
    arguments: [
      ("", .empty), ("  \t\u{3000}", .empty), ("9223372036854775808", .number),
      ("99999999999999999999999999999999", .number), ("1..9223372036854775808", .number),
      ("9223372036854775808..1", .number), ("9..3", .range), ("id:9..3", .range),
      ("id:9223372036854775808", .number), ("title:", .empty), ("title: \t", .empty),
      ("9223372036854775807..0", .range),
    ] as [(String, MovieReference.Problem)])
  func problems(text: String, problem: MovieReference.Problem) {
    #expect(throws: problem) { try MovieReference(text) }
  }

  @Test("Parses any text; a title keeps its bytes")
  func generated() throws {
    for text in Generated.texts {
      do {
        guard case .title(let title) = try MovieReference(text) else { continue }
        #expect(title.bytes == text.bytes)
      } catch {
        #expect(text.allSatisfy { $0.isWhitespace || $0.isNumber || $0 == "." })
      }
    }
  }
}

extension Movie.ID {
  fileprivate static let max = Movie.ID(rawValue: .max)
}
