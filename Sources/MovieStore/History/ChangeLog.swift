/// What a store changed lately, by transaction.
final class ChangeLog {
  /// The most transactions to keep; 0 keeps none, and notes nothing.
  var limit = 0 {
    didSet { forgetOldest() }
  }
  private(set) var transactions: [CatalogTransaction] = []
  private var underWay: [MovieChange] = []
  private var latest = 0

  /// Notes a change of the transaction under way.
  func note(_ change: @autoclosure () -> MovieChange) {
    if limit > 0 { underWay.append(change()) }
  }

  /// Takes the changes of the transaction under way for done, or for taken back.
  func end(isKept: Bool) {
    defer { underWay = [] }
    guard isKept, !underWay.isEmpty else { return }
    latest += 1
    transactions.append(CatalogTransaction(id: latest, changes: underWay))
    forgetOldest()
  }

  private func forgetOldest() {
    if transactions.count > limit { transactions.removeFirst(transactions.count - limit) }
  }
}
