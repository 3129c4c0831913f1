internal import MovieStore

/// The words for what differs between two states of a movie.
enum MovieDifference {
  /// Such as `rating 8 (was 7); favorite`.
  static func text(from before: Movie, to after: Movie) -> String {
    before.differences(to: after).map(text).joined(separator: "; ")
  }

  private static func text(_ difference: FieldDifference) -> String {
    let isTitle = difference.field == .title
    let name = difference.field == .cast ? "actors" : difference.field.name
    if difference.field == .favorite {
      return difference.after.isEmpty ? "not a favorite" : "favorite"
    }
    if let form = form(of: difference) { return "\(name) \(form)" }
    func text(_ values: [AttributeValue]) -> String {
      let text = values.map(\.description).joined(separator: ", ")
      return isTitle ? "'\(text)'" : text
    }
    let (old, new) = (text(difference.before), text(difference.after))
    return (new.isEmpty ? "no \(name)" : "\(name) \(new)") + (old.isEmpty ? "" : " (was \(old))")
  }

  /// What differs in values that look the same.
  private static func form(of difference: FieldDifference) -> String? {
    let (before, after) = (difference.before, difference.after)
    if before == after { return difference.field == .title ? "sorted otherwise" : "with other ids" }
    // Strings with the same characters are equal.
    if before.map(\.description) != after.map(\.description) { return nil }
    return before.allSatisfy(\.isText) ? "in another Unicode form" : "in another form"
  }

  /// A line about a value of one state, such as `rating: 8`.
  struct Line {
    /// `-` for one that only the state before has, `+` for one that only that after has.
    let mark: String
    let text: String
  }

  /// The values that differ. Of a list, those that only one state has.
  static func lines(from before: Movie?, to after: Movie?) -> [Line] {
    guard let movie = before ?? after else { return [] }
    let none = Movie(id: movie.id, title: movie.title)
    return (before ?? none).differences(to: after ?? none).flatMap(lines)
  }

  private static func lines(of difference: FieldDifference) -> [Line] {
    let name = difference.field.name
    if let form = form(of: difference) { return [Line(mark: "~", text: "\(name) \(form)")] }
    let before = values(difference.before, of: difference.field)
    let after = values(difference.after, of: difference.field)
    let (old, new) = (Set(before.map(ByteString.init)), Set(after.map(ByteString.init)))
    let removed = before.filter { !new.contains(ByteString($0)) }
    let added = after.filter { !old.contains(ByteString($0)) }
    // Only the order differs.
    let isOrder = removed.isEmpty && added.isEmpty
    func lines(_ mark: String, _ all: [String], _ differing: [String]) -> [Line] {
      (isOrder ? [all.joined(separator: ", ")] : differing)
        .map { Line(mark: mark, text: "\(name): \($0)") }
    }
    return lines("-", before, removed) + lines("+", after, added)
  }

  /// The values as text: a cast as a whole, and of a note its lines.
  private static func values(_ values: [AttributeValue], of field: AttributeKey) -> [String] {
    let texts = values.map(\.description)
    if field == .favorite { return texts.map { _ in "yes" } }
    if field == .cast { return texts.isEmpty ? [] : [texts.joined(separator: ", ")] }
    return texts.flatMap {
      $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    }
  }
}
