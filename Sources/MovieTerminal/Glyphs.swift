/// The signs that output is drawn with beside texts of the user's.
package struct Glyphs: Hashable, Sendable {
  /// Whether the locale's characters are UTF-8; else the signs are ASCII.
  package let isUTF8: Bool

  package init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

  package var star: String { isUTF8 ? "★" : "*" }
  package var ellipsis: String { isUTF8 ? "…" : "~" }

  /// Before a line of a tree, below which others follow.
  package var branch: String { isUTF8 ? "├─ " : "|- " }
  /// Before the last line of a branch.
  package var lastBranch: String { isUTF8 ? "└─ " : "+- " }
  /// Beside lines between two of a branch.
  package var trunk: String { isUTF8 ? "│  " : "|  " }
}
