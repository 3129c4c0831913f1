internal import MovieSQLite
internal import MovieSystem

/// The way in which a database can be read without touching it.
struct Sight: ~Copyable {
  var connection: Connection
  /// What the connection was opened with.
  let location: Connection.Location
  /// The copy that is read, `nil` where the file itself is.
  private(set) var copy: TemporaryCopy?
  private(set) var isEmpty = false
  /// What the file must be after each read, where no lock keeps writers away from it.
  let assumption: FileMetadata?

  private init(
    _ connection: consuming Connection, at location: Connection.Location,
    copy: consuming TemporaryCopy? = nil, isEmpty: Bool = false, assumption: FileMetadata? = nil
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
  ) throws(StoreError) -> TemporaryCopy {
    if let copy = copy.take() { return copy }
    let made = try TemporaryCopy(in: parent)
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
      let database = try LockedDatabase(path: path, timeout: timeout)
      if let sight = try inPlace(database, timeout) { return sight }
      if !mayCopy { break }
      let copy = try TemporaryCopy(in: parent)
      if try copy.fill(from: database) { return try of(copy, path, timeout) }
      if !timeout.wait() { break }
    }
    throw .busy(path: path)
  }

  /// - Returns: `nil` where the file cannot be read where it is.
  private static func inPlace(
    _ database: borrowing LockedDatabase, _ timeout: LockTimeout
  ) throws(StoreError) -> Sight? {
    guard let look = database.look else { return nil }
    let assumption = look == .immutable ? database.parts.database : nil
    do {
      let location = Connection.Location.readOnly(database.realPath, look)
      let connection = try begun(location, timeout: timeout)
      return assumption?.isCurrent == false
        ? nil : Sight(connection, at: location, assumption: assumption)
    } catch {
      if assumption?.isCurrent == false || needsWriting(error) { return nil }
      throw StoreError(error, path: database.path)
    }
  }

  private static func of(
    _ copy: consuming TemporaryCopy, _ path: String, _ timeout: LockTimeout
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
    var connection = try ConnectionSetup.connection(to: location, timeout: timeout)
    try ConnectionSetup.setQueryOnly(on: &connection)
    _ = try connection.read { transaction throws(SQLiteError) in
      try transaction.fetchInt("SELECT count(*) FROM sqlite_schema")
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
