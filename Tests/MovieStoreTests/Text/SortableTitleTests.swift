import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct SortableTitleTests {
  @Test(
    "A sortable title is folded and has no leading article",
    arguments: [
      ("The Score", "score"), ("A Bug's Life", "bug's life"), ("An Education", "education"),
      ("El Mariachi", "mariachi"), ("La La Land", "la land"), ("Las Acacias", "acacias"),
      ("Le Samouraï", "samourai"), ("Les Misérables", "miserables"), ("Los Olvidados", "olvidados"),
      ("Un Prophète", "prophete"), ("Una Mujer", "mujer"), ("THE MATRIX", "matrix"),
      ("Thé Vert", "vert"), ("The", "the"), ("A", "a"), ("the  ", "the"), ("The \u{301}", "the"),
      ("The The", "the"), ("The   Score", "score"), ("The\u{A0}Score", "score"),
      ("The\tScore", "score"), ("\u{3000}The Score\n", "score"), ("Theory", "theory"),
      ("The-Score", "the-score"), ("L'Avventura", "l'avventura"), ("A.I.", "a.i."),
      ("Der Himmel", "der himmel"), ("", ""), (" \t ", ""), ("\u{301}", ""), (" \u{301} ", ""),
      ("An American in Paris", "american in paris"), ("東京物語", "東京物語"), ("The 39 Steps", "39 steps"),
      ("A\u{200B}B", "a\u{200B}b"), ("\u{1F}x", "\u{1F}x"),
    ])
  func table(title: String, sortable: String) {
    #expect(SortableTitle.of(title).bytes == sortable.bytes)
  }

  @Test("A sortable title has no surrounding white space")
  func trimmed() {
    for text in Generated.texts {
      let sortable = SortableTitle.of("The " + text + " ").unicodeScalars
      #expect(sortable.first?.properties.isWhitespace != true)
      #expect(sortable.last?.properties.isWhitespace != true)
    }
  }

  @Test("A sortable title is empty only if folding leaves white space")
  func empty() {
    for text in Generated.texts {
      let isBlank = Folding.fold(text).unicodeScalars.allSatisfy(\.properties.isWhitespace)
      #expect(SortableTitle.of(text).isEmpty == isBlank)
    }
  }

  @Test("Ignores case, accents, surrounding white space and one article")
  func equalTitles() {
    for text in Generated.texts where !Folding.fold(text).contains(where: \.isWhitespace) {
      let sortable = SortableTitle.of(text)
      #expect(SortableTitle.of(" \(text)\n").bytes == sortable.bytes)
      if !sortable.isEmpty { #expect(SortableTitle.of("Las \(text)").bytes == sortable.bytes) }
    }
  }
}
