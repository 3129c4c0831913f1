/// What the locale says about the characters a terminal can show.
package enum TextEncoding {
  /// Whether the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set names UTF-8.
  ///
  /// - Parameter environment: looks a variable up by its name.
  package static func isUTF8(environment: (_ name: String) -> String?) -> Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let locale = environment(name), !locale.isEmpty else { continue }
      let folded = locale.lowercased()
      return folded.contains("utf-8") || folded.contains("utf8")
    }
    return false
  }
}
