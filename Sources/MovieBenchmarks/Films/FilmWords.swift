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
  /// In one title of ``rarity``.
  package static let selectiveText = "zanzibar"
  static let rareTail = " in Zanzibar"
  static let rarity = 400

  /// Titles of so many that have ``selectiveText``.
  package static func selectiveHits(in count: Int) -> Int { (count + rarity / 2) / rarity }

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}
