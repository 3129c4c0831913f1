internal import MovieSQLite

/// Actors by the numbers that the batches give their names: found in the catalog, or put in, when a
/// movie has them first.
struct ActorIDResolver: ~Copyable {
  private var find: Statement
  private var inserter: RowInserter
  private var ids: RowIDAllocator
  private var names = PackedStrings()
  /// The id of the actor of each name, 0 before it is known.
  private var known: [Int64] = []
  /// Whether the catalog may have an actor of a new name.
  private(set) var mayBeThere: Bool

  /// Actors put in.
  private(set) var newCount = 0

  /// - Parameter showsEach: whether an actor is to be there for queries as soon as it is put in.
  init(showsEach: Bool, in transaction: borrowing Transaction) throws(SQLiteError) {
    let find = try transaction.prepare("SELECT id FROM ActorModel WHERE name = ?")
    let inserter = try RowInserter(
      into: "ActorModel(id, name)", columns: 2, rows: showsEach ? 1 : 100, in: transaction)
    let ids = try RowIDAllocator(of: "ActorModel", in: transaction)
    let mayBeThere = try transaction.fetchInt("SELECT EXISTS (SELECT 1 FROM ActorModel)") != 0
    self.mayBeThere = mayBeThere
    self.find = find
    self.inserter = inserter
    self.ids = ids
  }

  /// Whether numbers that begin anew may be of names that were met before.
  var mustLookAgain: Bool { names.count > 0 }

  /// Learns the new names of a batch.
  mutating func take(_ batch: MovieBatch) {
    if batch.beginsNames, mustLookAgain {
      mayBeThere = true
      names = PackedStrings()
      known.removeAll(keepingCapacity: true)
    }
    names.append(batch.newNames)
    known.append(contentsOf: repeatElement(0, count: batch.newNames.count))
  }

  mutating func id(ofName number: Int) throws(SQLiteError) -> Int64 {
    if known[number] != 0 { return known[number] }
    let found = try existing(number)
    let id = if let found { found } else { try added(number) }
    known[number] = id
    return id
  }

  private mutating func existing(_ number: Int) throws(SQLiteError) -> Int64? {
    guard mayBeThere else { return nil }
    let (bytes, range) = (names.bytes, names.range(at: number))
    try find.bind(bytes.span.extracting(range), at: 1)
    let id = try find.step() ? find.integer(at: 0) : nil
    try find.reset()
    return id
  }

  private mutating func added(_ number: Int) throws(SQLiteError) -> Int64 {
    let (bytes, range) = (names.bytes, names.range(at: number))
    let id = try ids.next()
    try inserter.add(id)
    try inserter.add(bytes.span.extracting(range))
    newCount += 1
    return id
  }

  mutating func finish() throws(SQLiteError) { try inserter.finish() }
}
