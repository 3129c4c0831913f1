import MovieArguments
import TestSupport
import Testing

private struct MovieCompletion: CustomCompletion {}

@Suite("Completion", .limited)
struct CompletionTests {
  /// The completion of the last word of a line, which is empty after a space at the end.
  private func completion(_ line: String) -> Completion {
    let words = Sample.words(line)
    return Sample.parser.completion(of: words.last ?? "", after: words.dropLast())
  }

  private func text(_ source: Completion.Source) -> String {
    switch source {
    case .words(let words): words.map(\.text).joined(separator: " ")
    case .files: "<files>"
    case .custom(let custom): "<\(type(of: custom))>"
    }
  }

  private func candidates(_ line: String) -> String { text(completion(line).source) }

  @Test(
    "names of visible commands, and aliases if no name matches",
    arguments: [
      ("", "help list favorite three migrate"), ("l", "list"), ("li", "list"), ("ls", "ls"),
      ("st", "star"), ("x", ""), ("sec", ""), ("--quiet ", "help list favorite three migrate"),
      ("--db x m", "migrate"), ("--color never m", "migrate"), ("migrate ", "status"),
      ("migrate -n s", "status"),
      ("migrate status ", "--brief --db --color --quiet --version --help"),
      ("unknown ", ""), ("-- l", ""), ("list l", ""), ("migrate x s", ""),
    ])
  func commands(line: String, words: String) { #expect(candidates(line) == words) }

  @Test(
    "visible options of the command that are not given yet",
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
  func options(line: String, words: String) { #expect(candidates(line) == words) }

  @Test(
    "accepted values of options and arguments",
    arguments: [
      ("list --sort ", "title added relevance random"), ("list --sort r", "relevance random"),
      ("list -s r", "relevance random"), ("list -rs r", "relevance random"),
      ("list --sort=r", "relevance random"), ("list -s=r", "relevance random"),
      ("list --reverse=r", ""), ("list --unknown=r", ""), ("list --sort title r", ""),
      ("list --limit ", ""), ("three a 5 n", "name"), ("three a -5 n", "name"), ("three a n", ""),
      ("list --columns ", "id title actors"), ("list --columns id,t", "title"),
      ("list --columns=id,title,", "actors"), ("list --columns id,id", ""),
    ])
  func values(line: String, words: String) { #expect(candidates(line) == words) }

  @Test("names of commands and topics after 'help'")
  func help() {
    #expect(candidates("help ") == "list favorite three migrate formats options")
    #expect(candidates("help migrate ") == "status")
    #expect(candidates("help migrate status ") == "")
    #expect(candidates("help f") == "favorite formats")
    #expect(candidates("help nothing ") == "")
    #expect(candidates("help --q") == "--quiet")
  }

  @Test(
    "the prefix that stays and the partial value",
    arguments: [
      ("list --sort=r", "--sort=", "r"), ("list -s=r", "-s=", "r"), ("list --sort r", "", "r"),
      ("list --columns id,t", "id,", "t"), ("list --columns=id,t", "--columns=id,", "t"),
      ("list --actor=a=b", "--actor=", "a=b"),
    ])
  func parts(line: String, prefix: String, partial: String) {
    #expect(completion(line).prefix == prefix)
    #expect(completion(line).partial == partial)
  }

  @Test("files and custom values")
  func sources() {
    struct Arguments: ParsableArguments {
      @Argument(
        help: ArgumentHelp("One.", valueName: "movie"), completion: .custom(MovieCompletion()))
      var movie: String
      @Option(name: "--out", help: "Where to.", completion: .file) var out: String?
      @Option(name: "--text", help: "Anything.") var text: String?
    }
    let parser = CommandParser(root: SampleTool<Arguments>.self)
    func source(_ word: String, _ words: String...) -> String {
      text(parser.completion(of: word, after: words).source)
    }
    #expect(source("x") == "<MovieCompletion>")
    #expect(source("-x", "--") == "<MovieCompletion>")
    #expect(source("x", "one") == "")
    #expect(source("x", "--out") == "<files>")
    #expect(source("--out=x") == "<files>")
    #expect(source("x", "--text") == "")
  }

  @Test("the command has the options before the word, and the arguments are listed")
  func command() throws {
    let list = try #require(
      completion("--db a list --db=b --bogus -r --limit x --sort ").command as? SampleList)
    #expect(list.global.database == "b")
    #expect(list.global.color == .auto)
    #expect(list.page.reverse)
    #expect(list.page.limit == nil)
    #expect(completion("list --sort ").arguments == [])
    #expect(completion("favorite x -q -- -y --o").arguments == ["x", "-y"])
  }
}
