/// The signs that the browser draws beside texts of the catalog.
package struct BrowseSigns: Hashable, Sendable {
  /// Whether the locale's characters are UTF-8; else the signs are ASCII.
  package let isUTF8: Bool

  package init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

  var star: String { isUTF8 ? "★" : "*" }
  var separator: String { isUTF8 ? " › " : " > " }
  var ellipsis: String { isUTF8 ? "…" : "~" }

  func arrow(_ arrow: String, else word: String) -> String { isUTF8 ? arrow : word }
}
