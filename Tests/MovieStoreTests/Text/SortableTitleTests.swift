import Foundation
import MovieStore
import StoreTestSupport
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

  /// The titles are stored with these texts.
  @Test(
    "A sortable title has no nonspacing marks of any script",
    arguments: [
      ("กินรี", "กนร"), ("กุนรี", "กนร"), ("कुल", "कल"), ("মিনার", "মিনার"), ("తెలుగు", "తలుగు"),
      ("ភ្នំពេញ", "ភនពេញ"), ("தமிழ்", "தமிழ"), ("မြန်မာ", "မြနမာ"), ("བོད་སྐད", "བད་སད"), ("ガメラ", "カメラ"),
      ("パン", "ハン"), ("Мой дом", "мои дом"), ("Їжак", "іжак"), ("Ў", "у"), ("Ёлка", "елка"),
      ("Kış Masalı", "kıs masalı"), ("IŞIK YOLU", "isik yolu"), ("İstanbul", "istanbul"),
      ("ı", "ı"),
      ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"), ("أحمد", "احمد"), ("ΟΔΥΣΣΕΥΣ", "οδυσσευσ"),
      ("Łódź Straße Æon œuvre Øre Đorđe", "lodz strasse aeon oeuvre ore dorde"), ("ﬁn", "ﬁn"),
      ("The กิน", "กน"), ("ܫܠܳܡܳܐ", "ܫܠܡܐ"), ("❤️ 1️⃣", "❤ 1⃣"), ("≠", "="),
      ("한국", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"),
    ])
  func marks(title: String, sortable: String) {
    #expect(SortableTitle.of(title).bytes == sortable.bytes)
    #expect(Movie(id: 1, title: title).sortableTitle.bytes == sortable.bytes)
  }

  @Test("The folding of sortable titles agrees with the definition")
  func folding() {
    let letters = ["ς": "σ", "ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe"]
    func folded(_ text: String) -> [UInt8] {
      text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars.filter {
        $0.properties.generalCategory != .nonspacingMark
      }.flatMap { Array((letters[String($0)] ?? String($0)).utf8) }
    }
    let firstPlane = (UInt32(0)...0xFFFF).compactMap(Unicode.Scalar.init).map(String.init)
    var differing: [String] = []
    for text in Generated.texts + firstPlane
    where Folding.foldForSorting(text).bytes != folded(text) {
      differing.append(text)
    }
    #expect(differing.isEmpty)
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
      let folded = Folding.foldForSorting(text)
      let isBlank = folded.unicodeScalars.allSatisfy(\.properties.isWhitespace)
      #expect(SortableTitle.of(text).isEmpty == isBlank)
    }
  }

  @Test("Ignores case, accents, surrounding white space and one article")
  func equalTitles() {
    for text in Generated.texts
    where !Folding.foldForSorting(text).contains(where: \.isWhitespace) {
      let sortable = SortableTitle.of(text)
      #expect(SortableTitle.of(" \(text)\n").bytes == sortable.bytes)
      if !sortable.isEmpty { #expect(SortableTitle.of("Las \(text)").bytes == sortable.bytes) }
    }
  }
}
