/// Real films that the program carries with it.
package struct BundledMovies: Sendable {
  /// A film: what the catalog takes of it, and what its list is checked by.
  package struct Film: Sendable, Equatable {
    package let title: String
    package let year: Int
    package let country: String
    /// Principal cast in billing order.
    package let cast: [String]
  }

  /// Every film, by year and title.
  package static var all: [Film] { lines.split(separator: "\n").compactMap(film) }

  /// `Title|Year|Country|Name; Name; Name`.
  private static func film(_ line: Substring) -> Film? {
    let parts = line.split(separator: "|")
    guard parts.count == 4, let year = Int(parts[1]) else { return nil }
    return Film(
      title: String(parts[0]), year: year, country: String(parts[2]), cast: names(parts[3]))
  }

  private static func names(_ text: Substring) -> [String] {
    text.split(separator: ";").map { String($0.drop(while: { $0 == " " })) }
  }
}
