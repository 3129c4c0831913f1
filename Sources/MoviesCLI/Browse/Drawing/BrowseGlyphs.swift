internal import MovieTerminal

/// The signs that the browser draws beside texts of the catalog.
package struct BrowseGlyphs: Hashable, Sendable {
  /// Whether the locale's characters are UTF-8; else the signs are ASCII.
  package let isUTF8: Bool

  package init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

  var star: String { Glyphs(isUTF8: isUTF8).star }
  var separator: String { isUTF8 ? " › " : " > " }
  var ellipsis: String { Glyphs(isUTF8: isUTF8).ellipsis }

  func arrow(_ arrow: String, else word: String) -> String { isUTF8 ? arrow : word }
}
