import MovieArguments
import TestSupport
import Testing

@Suite("Bash lexer", .limited)
struct BashLexerTests {
  @Test(
    "splits a command line into its words and the last one",
    arguments: [
      ("", [], ""), ("movies", [], "movies"), ("movies ", ["movies"], ""),
      ("movies show a\\ b", ["movies", "show"], "a b"),
      ("movies show \"a b", ["movies", "show"], "a b"),
      ("movies show 'a b", ["movies", "show"], "a b"),
      ("movies show 'a'\\''b' ", ["movies", "show", "a'b"], ""),
      ("m \"a\\\"b\\c\\$\" x", ["m", "a\"b\\c$"], "x"),
      ("m '' x", ["m", ""], "x"), ("m $'a\\'b' x", ["m", "a'b"], "x"), ("m $\"a b", ["m"], "a b"),
      ("m --x=\"a b\"c", ["m"], "--x=a bc"), ("m a\\", ["m"], "a"), ("m\ta\nb", ["m", "a"], "b"),
      ("m >a b", ["m"], "b"), ("m 2>a b", ["m"], "b"), ("m a> b c", ["m", "a"], "c"),
      ("m <<<a b", ["m"], "b"), ("m $x", ["m"], "$x"),
    ])
  func words(text: String, words: [String], last: String) {
    let lexer = BashLexer(text)
    #expect(lexer.words == words)
    #expect(lexer.last == last)
    #expect(!lexer.isRedirected)
  }

  @Test(
    "recognizes the file of a redirection",
    arguments: ["m > a", "m >", "m 2>a", "m < ", "m x >>'a b"])
  func redirection(text: String) { #expect(BashLexer(text).isRedirected) }

  @Test(
    "replaces the end of a word with the quoting at the cursor",
    arguments: [
      ("m the\\ g", "the\\ g", "The G", "The\\ G"), ("m \"the g", "the g", "The G", "The G\""),
      ("m 'x", "x", "It's", "It'\\''s'"), ("m \"x", "x", "a\"$`\\!b", "a\\\"\\$\\`\\\\\"\\!\"b\""),
      ("m $'x", "x", "It's \\", "It\\'s \\\\'"), ("m --o=x", "x", "--o=X Y", "X\\ Y"),
      ("m --o=x", "--o=x", "--o=X", "--o=X"), ("m a:b", "b", "A: B", "\\ B"),
      ("m ~", "~", "~ x", "\\~\\ x"), ("m ", "", "é;#", "é\\;\\#"),
    ])
  func replacement(line: String, end: String, word: String, text: String) {
    let found = BashLexer.replacement(ofEnd: end, in: line, by: word) {
      $0.lowercased() == $1.lowercased()
    }
    #expect(found == text)
  }

  @Test("replaces nothing if the words start differently")
  func differentStart() {
    let none = BashLexer.replacement(ofEnd: "b", in: "m a:b", by: "b:a") { $0 == $1 }
    #expect(none == nil)
    #expect(BashLexer.replacement(ofEnd: "x", in: "m a", by: "x") { $0 == $1 } == nil)
  }

  @Test("reads a replacement as the same word", arguments: ["", "'", "\"", "$'"])
  func roundTrip(quote: String) {
    var random = RandomSource(seed: 5)
    for _ in 0..<300 {
      let word = "x" + random.text(upTo: 12) + "!`$&(<~"
      let line = "m \(quote)"
      let text = BashLexer.replacement(ofEnd: "", in: line, by: word) { $0 == $1 }
      let read = BashLexer(line + (text ?? "") + " ")
      #expect(read.words.last.map { Array($0.utf8) } == Array(word.utf8), "\(line)\(text ?? "")")
    }
  }
}
