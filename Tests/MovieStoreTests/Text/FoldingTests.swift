import Foundation
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

@Suite(.limited) struct FoldingTests {
  /// Generated texts, some of them with marks that are letters and others that are not.
  private static let texts: [String] = {
    let alphabet = Array(
      "иуіИЙЎЇйўїéıIİกเจाकुカガハ\u{306}\u{308}\u{301}\u{323}\u{E34}\u{E48}\u{93C}\u{94D}\u{3099}\u{309A}\u{5B8}م\u{64F}"
        .unicodeScalars)
    var random = RandomSource(seed: 11)
    let marked = (0..<300).map { _ in
      String(
        String.UnicodeScalarView(
          (0..<6).compactMap { _ in alphabet.randomElement(using: &random) }))
    }
    return Generated.texts + marked
  }()

  @Test(
    "Folding lowers case, removes accents and replaces special letters",
    arguments: [
      ("", ""), ("The Score", "the score"), ("AMÉLIE", "amelie"), ("Zürich", "zurich"),
      ("İstanbul", "istanbul"), ("I\u{307}stanbul", "istanbul"), ("ısırgan", "isirgan"),
      ("Kış", "kis"), ("KIŞ", "kis"),
      ("ΟΔΥΣΣΕΥΣ", "οδυσσευσ"), ("Οδυσσεύς", "οδυσσευσ"), ("ς", "σ"),
      ("\u{1FF}", "o"), ("o\u{338}\u{301}", "o"), ("\u{F8}\u{301}", "o"), ("\u{1FE}", "o"),
      ("Łódź", "lodz"), ("Øresund", "oresund"), ("Đorđe", "dorde"), ("Straße", "strasse"),
      ("STRAẞE", "strasse"), ("Ænima", "aenima"), ("\u{1FC}", "ae"), ("Œuvre", "oeuvre"),
      ("Ångström", "angstrom"), ("\u{212B}", "a"), ("\u{2126}", "ω"), ("ﬁn", "ﬁn"),
      ("日本語", "日本語"), ("שָׁלוֹם", "שלום"), ("\u{FB2A}", "ש"), ("Việt", "viet"), ("Ἀθῆναι", "αθηναι"),
      ("أحمد", "احمد"), ("القُرْآن", "القران"), ("≠", "="),
      ("مُحَمَّد", "محمد"), ("a\u{301}\u{308}\u{327}b", "ab"), ("\u{301}\u{308}", ""),
      ("한", "한"), ("👩‍👧", "👩‍👧"), ("❤️", "❤"), ("कि", "कि"), ("1️⃣", "1\u{20E3}"), ("\r\n", "\r\n"),
      ("a\0B", "a\0b"),
    ])
  func table(text: String, folded: String) {
    #expect(Folding.fold(text).bytes == folded.decomposedStringWithCanonicalMapping.bytes)
  }

  @Test(
    "Marks that are letters remain, and are joined with the letter before them",
    arguments: [
      ("ДЖ Й", "дж й"), ("и\u{306}", "й"), ("И\u{323}\u{306}\u{301}", "й"), ("Їжак", "їжак"),
      ("Ў", "ў"), ("у\u{306}", "ў"), ("Ё", "е"), ("Ѝ", "и"), ("е\u{306}", "е"), ("и\u{308}", "и"),
      ("ガ", "ガ"), ("カ\u{3099}", "ガ"), ("ぱ", "ぱ"), ("ハ\u{309A}\u{301}", "パ"),
      ("กินรี", "กินรี"), ("ก่า", "ก่า"), ("कुल", "कुल"), ("न\u{93C}", "ऩ"), ("क़", "क\u{93C}"),
      ("हिन्दी", "हिन्दी"), ("কুল", "কুল"), ("తెలుగు", "తెలుగు"), ("ភ្នំពេញ", "ភ្នំពេញ"),
      ("தமிழ்", "தமிழ்"), ("ගෙ\u{DCA}", "ගේ"), ("မြန်မာ", "မြန်မာ"), ("བོད་སྐད", "བོད་སྐད"),
      ("ܫܠܳܡܳܐ", "ܫܠܳܡܳܐ"), ("\u{E34}", "\u{E34}"), ("ᠮ\u{180B}", "ᠮ"), ("ក\u{17B4}", "ក"),
      ("한국", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"),
    ])
  func letters(text: String, folded: String) {
    #expect(Folding.fold(text).bytes == folded.bytes)
  }

  @Test("Folding keeps all letters and marks of scripts in which marks are letters")
  func keepsMarks() {
    let scripts: [ClosedRange<UInt32>] = [
      0x0700...0x086F, 0x0900...0x109F, 0x1700...0x17FF, 0x1900...0x1AAF, 0x1B00...0x1C7F,
      0x3041...0x30FF, 0xA800...0xAADF, 0x11000...0x1137F,
    ]
    var random = RandomSource(seed: 5)
    for script in scripts {
      let letters = script.compactMap(Unicode.Scalar.init).filter {
        !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isUppercase
      }
      for _ in 0..<50 {
        let text = String(
          String.UnicodeScalarView(
            (0..<6).compactMap { _ in letters.randomElement(using: &random) }))
        #expect(
          Folding.fold(text).decomposedStringWithCanonicalMapping.bytes
            == text.decomposedStringWithCanonicalMapping.bytes, "\(text.unicodeScalars)")
      }
    }
  }

  @Test(
    "Latin letters fold as they do before other characters", arguments: 1...3 as ClosedRange<UInt64>
  )
  func latin(seed: UInt64) {
    var random = RandomSource(seed: seed)
    // Any other character leads to the folding of all scripts.
    let other = "\u{2019}"
    for value in 0x20...0x17F as ClosedRange<UInt32> {
      var text = ""
      for value in [value, .random(in: 0x20...0x17F, using: &random)] {
        Unicode.Scalar(value).map { text.unicodeScalars.append($0) }
      }
      #expect((Folding.fold(text) + other).bytes == Folding.fold(text + other).bytes)
      let sorted = Folding.foldForSorting(text)
      #expect((sorted + other).bytes == Folding.foldForSorting(text + other).bytes)
    }
  }

  @Test("Folding is idempotent")
  func idempotent() {
    for text in Self.texts {
      let folded = Folding.fold(text)
      #expect(Folding.fold(folded).bytes == folded.bytes, "\(text.unicodeScalars.map(\.value))")
    }
  }

  @Test("NFC and NFD spellings fold to the same text")
  func normalForms() {
    for text in Self.texts {
      let composed = Folding.fold(text.precomposedStringWithCanonicalMapping)
      let decomposed = Folding.fold(text.decomposedStringWithCanonicalMapping)
      #expect(composed.bytes == decomposed.bytes, "\(text.unicodeScalars.map(\.value))")
    }
  }

  @Test("Upper and lower case fold to the same text")
  func upperCase() {
    for text in Self.texts {
      #expect(Folding.fold(text).bytes == Folding.fold(text.lowercased()).bytes)
    }
  }

  @Test("Folded text has no accents and no ASCII capitals")
  func nothingLeft() {
    for text in Self.texts {
      for scalar in Folding.fold(text).unicodeScalars {
        #expect(!("\u{300}"..."\u{36F}").contains(scalar))
        #expect(!("A"..."Z").contains(scalar))
      }
    }
  }

  @Test("Folding every character of the first plane is idempotent, in both normal forms")
  func firstPlane() {
    var differing: [UInt32] = []
    for value in UInt32(0)...0xFFFF where !(0xAC00...0xD7A3).contains(value) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let folded = Folding.fold(String(scalar))
      let decomposed = String(scalar).decomposedStringWithCanonicalMapping
      if Folding.fold(folded).bytes != folded.bytes
        || Folding.fold(decomposed).bytes != folded.bytes
      {
        differing.append(value)
      }
    }
    #expect(differing.isEmpty)
  }
}
