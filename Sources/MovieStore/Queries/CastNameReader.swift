internal import MovieSQLite

/// Reads casts as names alone, for work that goes over the whole catalog.
///
/// Names are kept as bytes, by id: looking each up would read the table of actors in no order, over
/// and over.
struct CastNameReader: ~Copyable {
  /// The most bytes that are kept; names beyond are looked up.
  private static let mostBytes = 8 << 20
  /// The ids up to this one have a place among those kept.
  private static let mostIDs: Int64 = 1 << 20

  private var credits: Statement
  private var name: Statement
  private var bytes: [UInt8] = []
  /// Where the name of each id ends; it begins where the one before ends. No name is empty.
  private var ends: [UInt32] = [0]
  private var cast: [(position: Int64, actor: Int64)] = []

  init(in transaction: borrowing Transaction) throws(SQLiteError) {
    let credits = try transaction.prepare(
      "SELECT position, actorID FROM MovieActor WHERE movieID = ?")
    let name = try transaction.prepare("SELECT name FROM ActorModel WHERE id = ?")
    self.credits = credits
    self.name = name
  }

  /// Reads the names ahead, for when most of the catalog is going to be read.
  mutating func keepNames(in transaction: borrowing Transaction) throws(SQLiteError) {
    var names = try transaction.prepare(
      "SELECT id, name FROM ActorModel WHERE id BETWEEN 1 AND \(raw: Self.mostIDs) ORDER BY id")
    // Room is reserved, not used: growing would need it twice.
    bytes.reserveCapacity(Self.mostBytes + MovieDraft.textByteLimit)
    ends.reserveCapacity(Int(Self.mostIDs) + 1)
    while try names.step(), bytes.count < Self.mostBytes {
      while ends.count < names.integer(at: 0) { ends.append(UInt32(bytes.count)) }
      names.withText(at: 1) { bytes.append($0) }
      ends.append(UInt32(bytes.count))
    }
  }

  /// Calls the body with each name of the movie's cast, in billing order.
  mutating func forEachName(
    of movie: Int64, _ body: (Span<UInt8>) -> Void
  ) throws(SQLiteError) {
    cast.removeAll(keepingCapacity: true)
    try credits.bind(movie, at: 1)
    while try credits.step() { cast.append((credits.integer(at: 0), credits.integer(at: 1))) }
    try credits.reset()
    cast.sort { $0 < $1 }
    for index in cast.indices { try withName(of: cast[index].actor, body) }
  }

  private mutating func withName(
    of actor: Int64, _ body: (Span<UInt8>) -> Void
  ) throws(SQLiteError) {
    if actor > 0, actor < ends.count {
      let range = Int(ends[Int(actor) - 1])..<Int(ends[Int(actor)])
      if !range.isEmpty { return body(bytes.span.extracting(range)) }
    }
    try name.bind(actor, at: 1)
    if try name.step() { name.withText(at: 0, body) }
    try name.reset()
  }
}
