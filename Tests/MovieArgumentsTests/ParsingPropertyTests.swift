import MovieArguments
import TestSupport
import Testing

@Suite("Whatever is typed", .limited)
struct ParsingPropertyTests {
  private func anyWords(_ random: inout RandomSource) -> [String] {
    let known = [
      "list", "favorite", "three", "migrate", "status", "help", "--sort", "-s", "--limit", "-qr",
      "--actor=", "--reverse=x", "--", "-", "", "-10", "--db", "title", "5",
    ]
    return (0..<Int.random(in: 0...8, using: &random)).map { _ in
      Bool.random(using: &random)
        ? known.randomElement(using: &random) ?? "" : random.text(upTo: 12)
    }
  }

  @Test("any words make a command, a page or an error that says what to do", arguments: 0..<8)
  func totality(seed: UInt64) {
    var random = RandomSource(seed: seed)
    for _ in 0..<250 {
      let words = anyWords(&random)
      do throws(UsageError) {
        _ = try Sample.parser.parse(words)
      } catch {
        #expect(error.text.hasPrefix("Error: ") && error.text.contains("\nUsage: movies"))
        #expect(error.usage != nil)
        #expect(!error.text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
      }
    }
  }

  @Test("a help flag in front always gives help")
  func help() throws {
    var random = RandomSource(seed: 21)
    for _ in 0..<250 {
      let words = anyWords(&random)
      let cut = words.firstIndex(of: "--") ?? words.endIndex
      let place = Int.random(in: 0...cut, using: &random)
      guard case .help = try Sample.parser.parse(words[..<place] + ["--help"] + words[place...])
      else {
        Issue.record("no help for \(words)")
        continue
      }
    }
  }

  @Test("any value comes back as it was given")
  func roundTrip() throws {
    var random = RandomSource(seed: 33)
    for _ in 0..<300 {
      let text = random.text(upTo: 20)
      #expect(try Sample.command(["favorite", "--", text]).arguments == [text])
      guard !text.isEmpty else { continue }
      let command = try Sample.command(["list", "--actor=\(text)"])
      #expect(command.text(Sample.actor)?.utf8.elementsEqual(text.utf8) == true)
    }
  }

  @Test("the order of options and arguments does not matter")
  func order() throws {
    var random = RandomSource(seed: 8)
    let options = [["--sort", "added"], ["-r"], ["--limit=3"], ["--db", "x"], ["-q"], ["-0"]]
    for _ in 0..<100 {
      let words = options.shuffled(using: &random).flatMap(\.self)
      let command = try Sample.command(["list"] + words)
      #expect(command.text(Sample.sort) == "added")
      #expect(command.integer(Sample.limit) == 3)
      #expect(command.text(Sample.database) == "x")
      #expect([Sample.reverse, Sample.quiet, Sample.null].allSatisfy(command.has))
    }
  }
}
