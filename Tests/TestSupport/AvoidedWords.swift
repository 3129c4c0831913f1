// A plain build compiles this target too, and static toolchains have no Testing.
#if canImport(Testing)
  import Foundation

  /// Words that messages, help and documentation avoid, because a plain term exists: repair, rebuild,
  /// next to, directory, movie.
  package enum AvoidedWords {
    private static let words = [
      "mend(?:s|ed|ing|able)?", "heal(?:s|ed)?", "anew", "wholly", "thus", "lest", "thereof",
      "beside", "nobody", "somebody", "whoever", "strangers?", "parted", "films?", "folders?",
      "took back", "tak(?:e|es|en|ing) back", "way back", "brought",
      "br(?:ing|ings) (?:it|them) up",
      "at once", "of its own", "tells?", "is told", "are told", "lays? aside", "laid aside",
      "puts? back", "wish(?:es|ed)?", "hears? of", "nothing but", "as it was", "as they were",
      "is there", "are there", "not there", "is to be", "are to be", "save for", "ailments?",
    ]

    /// The avoided words of a text, in order, in lower case.
    package static func found(in text: String) throws -> [String] {
      let pattern = try NSRegularExpression(
        pattern: "\\b(?:\(words.joined(separator: "|")))\\b", options: .caseInsensitive)
      return pattern.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap {
        Range($0.range, in: text).map { text[$0].lowercased() }
      }
    }
  }
#endif
