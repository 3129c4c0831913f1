import MovieArguments
import TestSupport
import Testing

@Suite("Generated command lines", .limited)
struct GeneratedInputTests {
  private func words(_ random: inout RandomSource) -> [String] {
    let known = [
      "list", "favorite", "three", "migrate", "status", "help", "--sort", "-s", "--limit", "-qr",
      "--actor=", "--reverse=x", "--plain", "--columns", "id,", "--", "-", "", "-10", "--db",
      "title", "5",
    ]
    return (0..<Int.random(in: 0...8, using: &random)).map { _ in
      Bool.random(using: &random)
        ? known.randomElement(using: &random) ?? "" : random.text(upTo: 12)
    }
  }

  @Test(
    "a command line is valid, or its error has a usage and no control characters", arguments: 0..<3)
  func parsing(seed: UInt64) {
    var random = RandomSource(seed: seed)
    for _ in 0..<250 {
      do throws(UsageError) {
        _ = try Sample.parser.parse(words(&random))
      } catch {
        #expect(error.text.hasPrefix("Error: ") && error.text.contains("\nUsage: movies"))
        #expect(error.usage != nil)
        #expect(!error.text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
      }
    }
  }

  @Test("a help flag before the terminator always requests help")
  func help() throws {
    var random = RandomSource(seed: 21)
    for _ in 0..<100 {
      let words = words(&random)
      let end = words.firstIndex(of: "--") ?? words.endIndex
      let index = Int.random(in: 0...end, using: &random)
      _ = try Sample.parser.page(words[..<index] + ["--help"] + words[index...])
    }
  }

  @Test("a value has the bytes of its word")
  func roundTrip() throws {
    var random = RandomSource(seed: 33)
    for _ in 0..<300 {
      let text = random.text(upTo: 20)
      let favorite: SampleFavorite = try Sample.parser.parse(["favorite", "--", text])
      #expect(favorite.movies.map { Array($0.utf8) } == [Array(text.utf8)])
      guard !text.isEmpty else { continue }
      let list: SampleList = try Sample.parser.parse(["list", "--actor=\(text)"])
      #expect(list.actor.map { Array($0.utf8) } == [Array(text.utf8)])
    }
  }

  @Test("the order of different options has no effect")
  func order() throws {
    var random = RandomSource(seed: 8)
    let options = [["--sort", "added"], ["-r"], ["--limit=3"], ["--db", "x"], ["-q"], ["-0"]]
    for _ in 0..<100 {
      let list: SampleList = try Sample.parser.parse(
        ["list"] + options.shuffled(using: &random).flatMap(\.self))
      #expect(list.sort == .added)
      #expect(list.page.limit == 3)
      #expect(list.global.database == "x")
      #expect(list.page.reverse && list.global.quiet && list.output.null)
    }
  }

  @Test("each completed word starts with the typed text", arguments: 0..<4)
  func completion(seed: UInt64) {
    var random = RandomSource(seed: seed)
    for _ in 0..<200 {
      let words = words(&random)
      let completion = Sample.parser.completion(of: words.last ?? "", after: words.dropLast())
      guard case .words(let found) = completion.source else { continue }
      for word in found { #expect(word.text.utf8.starts(with: completion.partial.utf8)) }
    }
  }
}
