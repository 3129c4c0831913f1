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
    self.title = title; self.cast = cast; self.isFavorite = isFavorite
  }
}
