/// temp
public struct MovieDraft: Sendable, Hashable {
  /// t
  public let title: String
  /// t
  public let cast: [String]
  /// t
  public let isFavorite: Bool
  /// t
  public init(title: String, cast: [String] = [], isFavorite: Bool = false) {
    self.title = title; self.isFavorite = isFavorite
    var seen: Set<ExactText> = []
    self.cast = cast.filter { seen.insert(ExactText($0)).inserted }
  }
}
