/// Rows that a list needs.
package struct BrowseRequest: Hashable, Sendable {
  package let query: BrowseQuery
  package let place: Place
  /// How many to each side at most.
  package let rows: Int

  /// Where in the order rows are wanted.
  package enum Place: Hashable, Sendable {
    case first, last
    case after(BrowseRow)
    case before(BrowseRow)
    /// Around the first of these that is in the list; where none is, around the last.
    case around([BrowseRow])
  }
}

/// Rows that were read for a request, as one state of the catalog has them.
package struct BrowseAnswer: Hashable, Sendable {
  package var rows: [BrowseRow]
  package var hasMoreBefore = false
  package var hasMoreAfter = false
  /// What the list is of, as it is now; `nil` where it is not in the catalog any more.
  package var subject: BrowseSubject?
  /// Of the rows that were asked for, those that are not in the catalog any more.
  package var gone: Set<BrowseRow.ID> = []

  package init(rows: [BrowseRow], subject: BrowseSubject?) {
    self.rows = rows
    self.subject = subject
  }
}
