/// The real movies that are part of the program.
package enum BundledMovies {
  /// A movie. The year and the country are used only to check the list.
  package struct Entry: Sendable, Equatable {
    package let title: String
    package let year: Int
    package let country: String
    /// Principal cast in billing order.
    package let cast: [String]
  }

  /// All movies, by year and title.
  package static var all: [Entry] { lines.split(separator: "\n").compactMap(entry) }

  /// Parses `Title|Year|Country|Name; Name; Name`.
  private static func entry(_ line: Substring) -> Entry? {
    let parts = line.split(separator: "|")
    guard parts.count == 4, let year = Int(parts[1]) else { return nil }
    return Entry(
      title: String(parts[0]), year: year, country: String(parts[2]), cast: names(parts[3]))
  }

  private static func names(_ text: Substring) -> [String] {
    text.split(separator: ";").map { String($0.drop(while: { $0 == " " })) }
  }
}
