/// What generated titles and names are made of, and what is known of them.
///
/// One title in three has the article "The ", and one tail in four a "the": together half of the
/// titles have ``broadText``. No other word has these three letters in a row.
package enum FilmWords {
  static let articles = ["The ", "The ", "A ", "La ", "", ""]

  static let adjectives = words(
    "Amber Bitter Careless Crooked Distant Endless Faithful Gilded Hollow Idle Jealous Kindred "
      + "Luminous Moonlit Nameless Óscar's Patient Reckless Sleepless Wandering")

  static let nouns = words(
    "Archive Balcony Caravan Detective Équipe Ferry Garden Harbor Island Juror Kitchen Lantern "
      + "Meadow Neighbor Orchard Pianist Quarry Señora Tailor Voyage")

  /// Each with the space before it.
  static let tails = [
    " of the Coast", " in the Rain", " under the Bridge", " and the Lynx", " of Lisbon",
    " of Ashes", " in Kyoto", " at Midnight", " Revisited", " II", " III", " Without Mercy", "", "",
    "", "",
  ]

  static let syllables = words(
    "al an ar bel bo ca cor da del di do el en fa fi ga gor ha ia jo ka la li lo ma mi mo na né no "
      + "ol pa ra ri ro sa si ta te vi")

  /// In about half of the titles.
  package static let broadText = "the"
  /// In about a quarter of the titles, and too short for the index.
  package static let twoLetters = "of"
  /// In no title.
  package static let absentText = "giraffe"
  /// In no title, and too short for the index: every title is read.
  package static let absentLetters = "qz"
  /// In as few titles, whatever the size of the catalog.
  package static let selectiveText = "zanzibar"
  package static let selectiveHits = 4
  static let rareTail = " in Zanzibar"

  /// Whether the film of the number is one of those with ``selectiveText``.
  static func isRare(_ number: Int) -> Bool { number < 200 && number % 50 == 9 }

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}
