import Foundation
import MovieStore
import TestSupport
import Testing

@Suite(.limited) struct FoldingTests {
  @Test(
    "Folding lowers case, removes accents and replaces special letters",
    arguments: [
      ("", ""), ("The Score", "the score"), ("AMÉLIE", "amelie"), ("Zürich", "zurich"),
      ("İstanbul", "istanbul"), ("I\u{307}stanbul", "istanbul"), ("ısırgan", "ısırgan"),
      ("ΟΔΥΣΣΕΥΣ", "οδυσσευσ"), ("Οδυσσεύς", "οδυσσευσ"), ("ς", "σ"),
      ("\u{1FF}", "o"), ("o\u{338}\u{301}", "o"), ("\u{F8}\u{301}", "o"), ("\u{1FE}", "o"),
      ("Łódź", "lodz"), ("Øresund", "oresund"), ("Đorđe", "dorde"), ("Straße", "strasse"),
      ("STRAẞE", "strasse"), ("Ænima", "aenima"), ("\u{1FC}", "ae"), ("Œuvre", "oeuvre"),
      ("Ångström", "angstrom"), ("\u{212B}", "a"), ("\u{2126}", "ω"), ("ﬁn", "ﬁn"),
      ("ДЖ Й", "дж и"), ("日本語", "日本語"), ("が", "か"), ("שָׁלוֹם", "שלום"),
      ("مُحَمَّد", "محمد"), ("a\u{301}\u{308}\u{327}b", "ab"), ("\u{301}\u{308}", ""),
      ("한", "한"), ("👩‍👧", "👩‍👧"), ("❤️", "❤"), ("कि", "कि"), ("\r\n", "\r\n"), ("a\0B", "a\0b"),
    ])
  func table(text: String, folded: String) {
    #expect(Folding.fold(text).bytes == folded.decomposedStringWithCanonicalMapping.bytes)
  }

  @Test("Folding is idempotent")
  func idempotent() {
    for text in Generated.texts {
      let folded = Folding.fold(text)
      #expect(Folding.fold(folded).bytes == folded.bytes, "\(text.unicodeScalars.map(\.value))")
    }
  }

  @Test("NFC and NFD spellings fold to the same text")
  func normalForms() {
    for text in Generated.texts {
      let composed = Folding.fold(text.precomposedStringWithCanonicalMapping)
      let decomposed = Folding.fold(text.decomposedStringWithCanonicalMapping)
      #expect(composed.bytes == decomposed.bytes, "\(text.unicodeScalars.map(\.value))")
    }
  }

  @Test("Upper and lower case fold to the same text")
  func upperCase() {
    for text in Generated.texts {
      #expect(Folding.fold(text).bytes == Folding.fold(text.lowercased()).bytes)
    }
  }

  @Test("Folded text has no nonspacing marks and no ASCII capitals")
  func nothingLeft() {
    for text in Generated.texts {
      for scalar in Folding.fold(text).unicodeScalars {
        #expect(scalar.properties.generalCategory != .nonspacingMark)
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
