/// How far into a quotation a word of bash is, and how text goes on from there.
enum BashQuoting: Equatable {
  case none
  case single
  case double
  /// `$'…'`, in which a backslash escapes.
  case escaping

  /// The text as it must be written here, so that the shell takes it for itself.
  ///
  /// - Parameter isWhole: whether the word ends with it, and so the quotation.
  func written(_ text: String, isWhole: Bool = true) -> String {
    let body = text.unicodeScalars.map(written).joined()
    switch self {
    case .none: return text.unicodeScalars.first == "~" ? "\\" + body : body
    case .single, .escaping: return isWhole ? body + "'" : body
    case .double: return isWhole ? body + "\"" : body
    }
  }

  private func written(_ scalar: Unicode.Scalar) -> String {
    switch self {
    case .none: Self.isPlain(scalar) ? "\(scalar)" : "\\\(scalar)"
    case .single: scalar == "'" ? "'\\''" : "\(scalar)"
    case .escaping: scalar == "'" || scalar == "\\" ? "\\\(scalar)" : "\(scalar)"
    case .double:
      switch scalar {
      case "\"", "$", "`", "\\": "\\\(scalar)"
      // Between double quotes nothing keeps it from being a reference to the history.
      case "!": "\"\\!\""
      default: "\(scalar)"
      }
    }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", ",", "/", "+", "%", "~": true
    default: scalar.value >= 0x80
    }
  }
}
