import MovieArguments
import TestSupport
import Testing

/// What is offered for the last word of a line; the word is empty after a space at the end.
private func offer(_ line: String) -> Completion.Offer {
  let words = Sample.words(line)
  return Sample.parser.completion(of: words.last ?? "", after: words.dropLast()).offer
}

private func texts(_ line: String) -> String {
  guard case .words(let words) = offer(line) else { return "\(offer(line))" }
  return words.map(\.text).joined(separator: " ")
}

@Suite("What can stand where a line is being typed", .limited) struct CompletionTests {
  @Test(
    "commands by their names, an alias where no name begins so, no hidden one",
    arguments: [
      ("", "list favorite three migrate help"), ("l", "list"), ("li", "list"), ("ls", "ls"),
      ("st", "star"), ("x", ""), ("sec", ""), ("--quiet ", "list favorite three migrate help"),
      ("--db x m", "migrate"), ("--color never m", "migrate"), ("migrate ", "status"),
      ("migrate -n s", "status"),
      ("migrate status ", "--brief --db --color --quiet --version --help"),
      ("unknown ", ""), ("-- l", ""), ("list l", ""), ("migrate x s", ""),
    ])
  func commands(line: String, words: String) { #expect(texts(line) == words) }

  @Test(
    "options that the command has, that help shows, and that were not given",
    arguments: [
      ("--", "--db --color --quiet --version --help"),
      ("-", "--db --color --quiet --version --help"),
      ("list --r", "--reverse"), ("list --co", "--color"), ("favorite --o", "--on --off"),
      ("list --reverse --r", ""), ("list -r --r", ""), ("list -qr --r", ""),
      ("list --limit 3 --l", ""),
      ("list --actor x --a", "--actor"), ("list --actor=x --a", "--actor"), ("list -r", "-r"),
      ("list -rq", ""), ("list -- --r", ""), ("favorite a --on", "--on"), ("list --on", ""),
      ("list --limit -", ""), ("list --sort -", ""), ("--generate", ""),
    ])
  func options(line: String, words: String) { #expect(texts(line) == words) }

  @Test(
    "choices where a value is expected, behind an equals sign too",
    arguments: [
      ("list --sort ", "title added relevance random"), ("list --sort r", "relevance random"),
      ("list -s r", "relevance random"), ("list -rs r", "relevance random"),
      ("list --sort=r", "relevance random"), ("list -s=r", "relevance random"),
      ("list --reverse=r", ""), ("list --unknown=r", ""), ("list --sort title r", ""),
      ("list --limit ", ""), ("three a 5 n", "name"), ("three a -5 n", "name"), ("three a n", ""),
      ("list --columns ", "id title actors"), ("list --columns id,t", "title"),
      ("list --columns=id,title,", "actors"), ("list --columns id,id", ""),
    ])
  func values(line: String, words: String) { #expect(texts(line) == words) }

  @Test("names of commands and topics behind help, as far as they lead somewhere")
  func help() {
    #expect(texts("help ") == "list favorite three migrate formats")
    #expect(texts("help migrate ") == "status")
    #expect(texts("help migrate status ") == "")
    #expect(texts("help f") == "favorite formats")
    #expect(texts("help nothing ") == "")
    #expect(texts("help --q") == "--quiet")
  }

  @Test(
    "what stays of the word, and what is typed of the value",
    arguments: [
      ("list --sort=r", "--sort=", "r"), ("list -s=r", "-s=", "r"), ("list --sort r", "", "r"),
      ("list --columns id,t", "id,", "t"), ("list --columns=id,t", "--columns=id,", "t"),
      ("list --actor=a=b", "--actor=", "a=b"),
    ])
  func kept(line: String, kept: String, typed: String) {
    let words = Sample.words(line)
    let completion = Sample.parser.completion(of: words.last ?? "", after: words.dropLast())
    #expect(completion.kept == kept)
    #expect(completion.typed == typed)
  }

  @Test("files and what the program looks up, where the table says so")
  func lookups() {
    let movie = ArgumentDescription(.text("movie"), help: "One.", completion: .lookup("movie"))
    let command = CommandDescription(
      "show", abstract: "Show.", arguments: [movie],
      options: [
        OptionDescription("out", value: .path("file"), help: "Where to."),
        OptionDescription("in", value: .text("file"), help: "From.", completion: .file),
        OptionDescription("no", value: .path("file"), help: "Never.", completion: .nothing),
      ])
    let root = CommandDescription("movies", abstract: "All.", subcommands: [command])
    let parser = ArgumentParser(root: root)
    func offer(_ word: String, _ words: String...) -> Completion.Offer {
      parser.completion(of: word, after: ["show"] + words).offer
    }
    #expect(offer("x") == .lookup("movie"))
    #expect(offer("-x", "--") == .lookup("movie"))
    #expect(offer("x", "one") == .words([]))
    #expect(offer("x", "--out") == .files)
    #expect(offer("--in=x") == .files)
    #expect(offer("x", "--no") == .words([]))
  }

  @Test("the values that were given before are known, the last one of each option")
  func given() {
    let words = ["--db", "a", "list", "--db=b", "--sort"]
    let completion = Sample.parser.completion(of: "", after: words)
    #expect(completion.text(Sample.database) == "b")
    #expect(completion.text(Sample.color) == nil)
    #expect(completion.texts(Sample.database) == ["a", "b"])
    #expect(completion.arguments == [])
    let favorite = Sample.parser.completion(of: "--o", after: ["favorite", "x", "-q", "--", "-y"])
    #expect(favorite.arguments == ["x", "-y"])
  }

  @Test("any words have an answer, and every word of it begins as typed", arguments: 0..<4)
  func totality(seed: UInt64) {
    var random = RandomSource(seed: seed)
    let known = ["list", "migrate", "help", "--sort", "-s", "--db", "-qr", "--", "-", "", "id,"]
    for _ in 0..<200 {
      let words = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        Bool.random(using: &random)
          ? known.randomElement(using: &random) ?? "" : random.text(upTo: 4)
      }
      let completion = Sample.parser.completion(of: words.last ?? "", after: words.dropLast())
      guard case .words(let found) = completion.offer else { continue }
      for word in found { #expect(word.text.utf8.starts(with: completion.typed.utf8)) }
    }
  }
}
