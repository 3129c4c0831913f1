extension String {
  /// The text with nothing in it that a terminal would act on, or that cannot be seen.
  var escapingControls: String {
    guard unicodeScalars.contains(where: \.isUnseen) else { return self }
    return unicodeScalars.map { $0.isUnseen ? $0.escaped : String($0) }.joined()
  }
}

extension Unicode.Scalar {
  fileprivate var isUnseen: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  fileprivate var escaped: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}
