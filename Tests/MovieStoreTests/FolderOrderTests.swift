import Foundation
import TestSupport
import Testing

/// A file uses its own folder and those below, in the order of `.ci/folders.json`.
///
/// These tests compare the names of types; `.ci/form` verifies all uses with the index of a build.
@Suite(.limited) struct FolderOrderTests {
  private struct Line {
    /// The words outside of comments and string literals; `Catalog.Actor` is one word.
    let words: [String]
    let isIndented: Bool
  }

  @Test("No file names a type of a folder above its own")
  func order() throws {
    let file = Files.package.appending(path: ".ci/folders.json")
    let orders = try JSONDecoder().decode([String: [String]].self, from: Data(contentsOf: file))
    #expect(!orders.isEmpty)
    for (target, folders) in orders {
      let directory = Files.package.appending(path: "Sources/\(target)").path()
      let paths = try #require(FileManager.default.subpaths(atPath: directory))
        .filter { $0.hasSuffix(".swift") }
      let files = try paths.map {
        ($0, try String(contentsOfFile: "\(directory)/\($0)", encoding: .utf8))
      }
      for problem in Self.problems(of: files, in: folders) {
        Issue.record("Sources/\(target)/\(problem)")
      }
    }
  }

  @Test(
    "Each name of a type counts that is not only a qualifier",
    arguments: [
      ("let high: High", true), ("func open() -> [High]? { [] }", true), ("High.open()", true),
      ("let text = \"high\", high = High()", true), ("struct Low: High {}", true),
      ("extension High { struct Part {} }", false), ("let part: High.Part", false),
      ("let case = Low.High", false), ("let name: HighName", false), ("let part: Part", false),
      ("let low = 1  // A High.", false), ("/// A High.", false), ("let text = \"a High\"", false),
      ("let text = \"a \\\"High\\\"\"", false), ("let text = \"\"\"\n  High\n  \"\"\"", false),
    ])
  func names(low: String, isProblem: Bool) {
    let high = "@frozen public struct High {\n  struct Part {}\n}\n"
    let problems = Self.problems(
      of: [("Low/A.swift", low), ("High/B.swift", high)], in: ["Low", "High"])
    #expect(
      problems == (isProblem ? ["Low/A.swift names High, which High/B.swift declares"] : []))
    #expect(
      Self.problems(of: [("Low/A.swift", low), ("High/B.swift", high)], in: ["High", "Low"]) == [])
  }

  @Test("A name that is declared twice does not count, and each file is in a folder of the order")
  func otherRules() {
    let files = [
      ("Low/A.swift", "let part: Part"), ("High/B.swift", "struct Part {}"),
      ("High/C.swift", "struct Whole {\n  struct Part {}\n}"), ("D.swift", ""),
    ]
    #expect(
      Self.problems(of: files, in: ["Low", "High"]) == ["D.swift is in no folder of the order"])
  }

  private static func problems(of files: [(path: String, text: String)], in folders: [String])
    -> [String]
  {
    var problems: [String] = []
    var declarations: [String: [(path: String, level: Int, isNested: Bool)]] = [:]
    var uses: [(name: String, path: String, level: Int)] = []
    for (path, text) in files {
      guard let level = folders.firstIndex(where: { path.hasPrefix("\($0)/") }) else {
        problems.append("\(path) is in no folder of the order")
        continue
      }
      for line in lines(of: text) {
        for (previous, word) in zip([""] + line.words, line.words)
        where word.first?.isUppercase == true {
          let names = word.split(separator: ".")
          if ["struct", "enum", "class", "protocol", "actor", "typealias"].contains(previous) {
            declarations[word, default: []].append((path, level, line.isIndented))
          } else if previous != "extension",
            names.count == 1 || names[1].first?.isLowercase == true
          {
            uses.append((String(names[0]), path, level))
          }
        }
      }
    }
    for use in uses {
      // A name of several types would have to be looked up as the compiler does.
      guard let found = declarations[use.name], found.count == 1, !found[0].isNested else {
        continue
      }
      if found[0].level > use.level {
        problems.append("\(use.path) names \(use.name), which \(found[0].path) declares")
      }
    }
    return Set(problems).sorted()
  }

  /// Whether a byte is part of a qualified name or of the mark of a comment.
  private static let isInWord = (0...UInt8.max).map {
    Unicode.Scalar($0).properties.isAlphabetic || "0123456789_./".utf8.contains($0)
  }

  private static func lines(of text: String) -> [Line] {
    let quote = UInt8(ascii: "\"")
    var isInText = false
    return text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      var words: [String] = []
      if isInText {
        isInText = !line.drop { $0 == UInt8(ascii: " ") }.starts(with: [quote, quote, quote])
      } else {
        let parts = line.split(separator: quote, omittingEmptySubsequences: false)
        var isLiteral = false
        for part in parts {
          if !isLiteral { words += part.split { !isInWord[Int($0)] }.compactMap { String($0) } }
          if part.last != UInt8(ascii: "\\") { isLiteral.toggle() }
        }
        isInText = parts.count > 3 && parts.suffix(3).allSatisfy(\.isEmpty)
      }
      let code = words.prefix { !$0.hasPrefix("//") }
      return Line(words: Array(code), isIndented: line.first == UInt8(ascii: " "))
    }
  }
}
