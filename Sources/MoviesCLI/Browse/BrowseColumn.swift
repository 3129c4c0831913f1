package import MovieStore
internal import MovieTerminal

/// A part of the rows of movies, beside the marks and the title.
package enum BrowseColumn: Hashable, Sendable {
  case id, cast
  case attribute(AttributeKey)

  static let standard: [BrowseColumn] = [
    .attribute(.year), .attribute(.rating), .attribute(.tag), .cast,
  ]

  var name: String {
    switch self {
    case .id: "id"
    case .cast: "cast"
    case .attribute(let key): key.name
    }
  }

  /// The width of a short value; `nil` for text, which shares the rest of the row.
  private var width: Int? {
    switch self {
    case .attribute(.year), .attribute(.rating): 4
    case .attribute(.runtime): 5
    case .attribute(.watched): 10
    case .id: 8
    case .cast, .attribute: nil
    }
  }

  /// - Parameter columns: The room. Only as much text as can be visible is made: a cast can have
  ///   thousands of names.
  private func text(of movie: Movie, filling columns: Int) -> String {
    switch self {
    case .id: return movie.id.description
    case .cast: return Self.joined(movie.cast.lazy.map(\.name), filling: columns)
    case .attribute(.watched): return movie.attributes[.watched].last?.description ?? ""
    case .attribute(let key):
      let mark = key == .tag ? "#" : ""
      let separator = key == .tag ? " " : ", "
      return Self.joined(
        movie.attributes[key].lazy.map { mark + $0.description }, separator, filling: columns)
    }
  }

  private static func joined(
    _ texts: some Sequence<String>, _ separator: String = ", ", filling columns: Int
  ) -> String {
    var joined = ""
    for text in texts where joined.count <= columns {
      joined += (joined.isEmpty ? "" : separator) + text
    }
    return joined
  }
}

extension BrowseColumn {
  /// The places of the parts of a row. They depend on the width alone, so that scrolling shifts
  /// nothing.
  struct Layout {
    /// The selection, the mark, the star and the mark of watched movies, one column each.
    static let titleColumn = 6
    private static let (widestTitle, leastDetail) = (60, 12)

    /// The width of the title.
    let title: Int
    /// The first column and the width of each short value.
    let values: [(column: BrowseColumn, at: Int, width: Int)]
    /// The columns that share the end of the row.
    private let details: [BrowseColumn]
    let detail: (at: Int, width: Int)?
    var hasYear: Bool { values.contains { $0.column == .attribute(.year) } }

    init(_ columns: [BrowseColumn], sortedBy order: BrowseOrder, width: Int) {
      var columns = columns
      var sorted: BrowseColumn?
      if case .attribute(let key) = order {
        sorted = .attribute(key)
        columns.removeAll { $0 == sorted }
        columns.insert(.attribute(key), at: 0)
      }
      details = columns.filter { $0.width == nil }
      var room = width - Self.titleColumn + 1
      // As many as leave half of the row for the title.
      var shown: [(BrowseColumn, width: Int)] = []
      var used = 0
      for column in columns {
        guard let width = column.width, used + width + 2 <= room / 2 else { continue }
        shown.append((column, width))
        used += width + 2
      }
      func share(_ room: Int) -> Int { room * 9 / 20 - 2 }
      // What the list is sorted by is always shown.
      if let sorted, details.first == sorted, share(room - used) < Self.leastDetail {
        (shown, used) = ([], 0)
      }
      room -= used
      let share = share(room)
      let hasDetail = !details.isEmpty && share >= Self.leastDetail
      title = hasDetail ? min(Self.widestTitle, room - share - 2) : room
      var at = Self.titleColumn + title + 2
      values = shown.map { column, width in
        defer { at += width + 2 }
        return (column, at, width)
      }
      detail = hasDetail ? (at, width - at + 1) : nil
    }

    func value(_ column: BrowseColumn, of movie: Movie) -> String {
      column.text(of: movie, filling: Self.widestTitle)
    }

    func detail(of movie: Movie, _ glyphs: Glyphs) -> String {
      guard let width = detail?.width else { return "" }
      return details.map { $0.text(of: movie, filling: width) }.filter { !$0.isEmpty }
        .joined(separator: glyphs.dot)
    }
  }
}
