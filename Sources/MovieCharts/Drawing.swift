internal import MovieSystem
internal import MovieTerminal

/// The shapes of a chart as SVG. Lengths are in pixels; colors are classes of the palette.
package struct Drawing {
  /// The height of a line of text.
  static let lineHeight = 20.0

  struct Rectangle {
    let x, y, width, height: Double
  }

  enum Anchor: String {
    case start, middle, end
  }

  let width: Double
  let height: Double
  private var elements: [String] = []

  init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

  mutating func addText(
    _ text: String, x: Double, y: Double, anchor: Anchor = .start, class name: Palette.Role = .text
  ) {
    if text.isEmpty { return }
    let place = anchor == .start ? "" : " text-anchor=\"\(anchor)\""
    elements.append(
      "<text class=\"\(name)\" x=\"\(Self.number(x))\" y=\"\(Self.number(y))\"\(place)>"
        + "\(Markup.escaped(text))</text>")
  }

  /// Adds rectangles of one color.
  mutating func addRectangles(_ rectangles: [Rectangle], class name: Palette.Role) {
    if rectangles.isEmpty { return }
    let path = rectangles.map { rectangle in
      let (width, height) = (Self.number(rectangle.width), Self.number(rectangle.height))
      return
        "M\(Self.number(rectangle.x)) \(Self.number(rectangle.y))h\(width)v\(height)h-\(width)z"
    }
    elements.append("<path class=\"\(name)\" d=\"\(path.joined())\"/>")
  }

  /// Adds columns of squares of one color: a dashed line for each, which takes fewer bytes than
  /// rectangles.
  ///
  /// - Parameter pitch: The distance between the upper edges of two squares.
  mutating func addSquares(
    _ columns: [(x: Double, y: Double, count: Int)], size: Double, pitch: Double,
    class name: Palette.Role
  ) {
    if columns.isEmpty { return }
    let path = columns.map { column in
      let length = Double(column.count) * pitch
      return "M\(Self.number(column.x + size / 2)) \(Self.number(column.y))v\(Self.number(length))"
    }
    let dash = "\(Self.number(size)) \(Self.number(pitch - size))"
    let style = "stroke-width=\"\(Self.number(size))\" stroke-dasharray=\"\(dash)\""
    elements.append("<path class=\"\(name)\" \(style) d=\"\(path.joined())\"/>")
  }

  /// The width for which a text is planned, which no usual font exceeds by much.
  static func width(of text: String) -> Double { text.reduce(0) { $0 + width(of: $1) } }

  private static func width(of character: Character) -> Double {
    let columns = DisplayWidth.columns(of: character)
    if columns != 1 { return Double(columns) * 6.5 }
    return switch character {
    case "m", "w", "M", "W", "@", "%", "…": 12
    case "<", ">", "+", "=", "~", "#": 10
    case "i", "j", "l", "t", "f", "r", "I", ".", ",", ":", "'", "(", ")", "-", " ": 5
    default: character.isUppercase ? 9 : 7.7
    }
  }

  /// The text, or as much of it as is planned for the width with an ellipsis.
  static func fitted(_ text: String, to limit: Double) -> String {
    var width = 0.0
    let start = text.prefix { character in
      width += Self.width(of: character)
      return width <= limit
    }
    return start.endIndex == text.endIndex ? text : "\(start)…"
  }

  /// A number with at most one decimal.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }

  // MARK: Documents

  /// An element of a page, whose style has the colors.
  func svg(_ title: String, _ summary: String) -> String {
    start(width, height) + content(title, summary) + shapes + "</svg>\n"
  }

  /// A file with its own colors, and the title above the shapes.
  func file(_ title: String, _ summary: String) -> String {
    let (margin, heading) = (16.0, 28.0)
    let (width, height) = (width + 2 * margin, height + 2 * margin + heading)
    let size = "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\" "
    let offset = "\(Self.number(margin)) \(Self.number(margin + heading))"
    return start(width, height, "xmlns=\"http://www.w3.org/2000/svg\" \(size)")
      + content(title, summary) + "<style>\(Palette.fileStyle)</style>\n"
      + "<rect class=\"\(Palette.Role.page)\" width=\"100%\" height=\"100%\"/>\n"
      + "<text class=\"heading\" x=\"\(Self.number(margin))\" y=\"30\">"
      + "\(Markup.escaped(title))</text>\n"
      + "<g transform=\"translate(\(offset))\">\n\(shapes)</g>\n</svg>\n"
  }

  private func start(_ width: Double, _ height: Double, _ attributes: String = "") -> String {
    "<svg \(attributes)viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\" role=\"img\">\n"
  }

  private func content(_ title: String, _ summary: String) -> String {
    "<title>\(Markup.escaped(title))</title>\n<desc>\(Markup.escaped(summary))</desc>\n"
  }

  private var shapes: String { elements.map { $0 + "\n" }.joined() }
}
