internal import MovieSQLite

/// The way in which a database can be read without touching it.
struct Sight: ~Copyable {
  var connection: Connection
  /// What the connection was opened with.
  let location: Connection.Location
  /// The copy that is read, `nil` where the file itself is.
  private(set) var copy: PrivateCopy?
  private(set) var isEmpty = false
  /// What the file must be after each read, where no lock keeps writers away from it.
  let assumption: FileState?

  private init(
    _ connection: consuming Connection, at location: Connection.Location,
    copy: consuming PrivateCopy? = nil, isEmpty: Bool = false, assumption: FileState? = nil
  ) {
    self.connection = connection
    self.location = location
    self.copy = copy
    self.isEmpty = isEmpty
    self.assumption = assumption
  }

  /// Whether what was read up to here is what was written.
  var isReliable: Bool { assumption?.isCurrent != false }

  /// Ends it with a copy of all that is committed.
  mutating func privateCopy(
    of path: String, in parent: String?
  ) throws(StoreError) -> PrivateCopy {
    if let copy = copy.take() { return copy }
    let made = try PrivateCopy(in: parent)
    if isEmpty { return made }
    try made.fill(from: &connection, path: path)
    if !isReliable { throw .busy(path: path) }
    return made
  }

  /// A file of no bytes.
  static func ofNothing(_ path: String) throws(StoreError) -> Sight {
    do {
      return Sight(
        try begun(.memory, timeout: LockTimeout(milliseconds: 0)), at: .memory, isEmpty: true)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Looks again where other programs change the files while the way is sought.
  static func of(
    _ path: String, _ timeout: LockTimeout, mayCopy: Bool, _ parent: String?
  ) throws(StoreError) -> Sight {
    for _ in 0..<5 {
      let database = try HeldDatabase(path: path, timeout: timeout)
      if let sight = try inPlace(database, timeout) { return sight }
      if !mayCopy { break }
      let copy = try PrivateCopy(in: parent)
      if try copy.fill(from: database) { return try of(copy, path, timeout) }
      if !timeout.wait() { break }
    }
    throw .busy(path: path)
  }

  /// - Returns: `nil` where the file cannot be read where it is.
  private static func inPlace(
    _ database: borrowing HeldDatabase, _ timeout: LockTimeout
  ) throws(StoreError) -> Sight? {
    guard let look = database.look else { return nil }
    let assumption = look == .asImmutable ? database.parts.database : nil
    do {
      let location = Connection.Location.untouched(database.realPath, look)
      let connection = try begun(location, timeout: timeout)
      return assumption?.isCurrent == false
        ? nil : Sight(connection, at: location, assumption: assumption)
    } catch {
      if assumption?.isCurrent == false || needsWriting(error) { return nil }
      throw StoreError(error, path: database.path)
    }
  }

  private static func of(
    _ copy: consuming PrivateCopy, _ path: String, _ timeout: LockTimeout
  ) throws(StoreError) -> Sight {
    do {
      let location = Connection.Location.file(copy.path)
      return Sight(try begun(location, timeout: timeout), at: location, copy: copy)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// A connection that has read, and so has met whatever is in its way.
  private static func begun(
    _ location: Connection.Location, timeout: LockTimeout
  ) throws -> Connection {
    var connection = try Opening.connection(to: location, timeout: timeout)
    try Opening.refuseChanges(on: &connection)
    _ = try connection.read { transaction throws(SQLiteError) in
      try transaction.integer("SELECT count(*) FROM sqlite_schema")
    }
    return connection
  }

  /// Whether the file cannot be read where it is: a journal must be rolled back, or shared memory be
  /// made or mended first.
  private static func needsWriting(_ error: any Error) -> Bool {
    guard let code = (error as? SQLiteError)?.code.primary else { return false }
    return code == .readOnly || code == .cannotOpen || code == .lockingProtocol
  }
}
