internal import MovieStore
internal import MovieSystem

/// A line of a change file: it has a state, the sequence of its change, and a checksum of the line
/// before it.
package struct SyncLine: Hashable {
  /// The number of the change of states.
  package let sequence: Int64
  package let checksum: String

  package init(sequence: Int64, checksum: String) {
    (self.sequence, self.checksum) = (sequence, checksum)
  }
}

/// The texts of lines in the settings.
extension SyncLine: CustomStringConvertible {
  package var description: String { "\(sequence):\(checksum)" }

  /// Returns `nil` for a text of another form.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let sequence = Int64(parts[0]),
      SyncTables.sequences.contains(sequence)
    else { return nil }
    self.init(sequence: sequence, checksum: String(parts[1]))
  }
}

extension SyncLine {
  private enum Member {
    static let sequence = "sequence"
    static let checksum = "checksum"
  }

  private static let checksumStart = ",\"\(Member.checksum)\":\""

  /// - Parameter state: A state as it is stored.
  static func bytes(
    _ number: Int64, _ state: [UInt8]
  ) -> (line: SyncLine, bytes: [UInt8]) {
    let (sum, bytes) = bytes(
      withChecksum: Array("{\"\(Member.sequence)\":\(number),".utf8) + state.dropFirst())
    return (SyncLine(sequence: number, checksum: sum), bytes)
  }

  /// Returns an object as a line with its checksum as the last member.
  fileprivate static func bytes(
    withChecksum object: [UInt8]
  ) -> (checksum: String, line: [UInt8]) {
    let sum = checksum(of: object)
    return (sum, object.dropLast() + "\(checksumStart)\(sum)\"}\n".utf8)
  }

  private static func checksum(of line: [UInt8]) -> String {
    String(line.span.fnv1a, radix: 16)
  }

  /// The checksum of a line; `nil` if it has none, or another one than its bytes.
  fileprivate static func checksum(in bytes: [UInt8]) -> String? {
    guard let quote = bytes.dropLast(2).lastIndex(of: .quote),
      case let end = quote + 1 - checksumStart.utf8.count, end > 0,
      bytes[end...quote].elementsEqual(checksumStart.utf8),
      case let sum = checksum(of: bytes[..<end] + [.rightBrace]),
      bytes[(quote + 1)...].elementsEqual((sum + "\"}").utf8)
    else { return nil }
    return sum
  }

  /// Returns `nil` for a line that is not whole, or not valid.
  static func parse(_ bytes: [UInt8]) -> (line: SyncLine, state: MovieState)? {
    guard let sum = checksum(in: bytes), let json = JSONValue(bytes),
      let number = json[Member.sequence]?.integer,
      SyncTables.sequences.contains(number),
      let state = MovieState(json, ignoring: [Member.sequence, Member.checksum])
    else { return nil }
    return (SyncLine(sequence: number, checksum: sum), state)
  }
}

/// The first line of a change file: it tells the format and the replica.
struct SyncHeader {
  let replica: String
  /// The replicas that it knew.
  let known: Set<String>
  /// The number of lines that were written with it. These have all movies of the replica.
  let lines: Int64
  /// The name of the machine that wrote it.
  let machine: String?
  /// The history up to the first sync of the catalog.
  let history: HistoryMarks?

  init(_ settings: SyncSettings, lines: Int64, history: HistoryMarks?) {
    (replica, known) = (settings.replica, settings.known)
    (self.lines, self.history, machine) = (lines, history, CurrentProcess.hostName)
  }
}

extension SyncHeader {
  private enum Member {
    static let format = SyncTables.fileMember
    static let replica = "replica"
    static let known = "known"
    static let lines = "lines"
    static let machine = "machine"
    static let history = "history"
    static let checksum = "checksum"
  }

  private static let version: Int64 = 1

  /// Returns `nil` for a damaged line and any other line, such as that of a later version of the
  /// format. The history of a line without a checksum is ignored, because it could delete movies.
  init?(_ line: [UInt8]) {
    guard let json = JSONValue(line), json[Member.format]?.integer == Self.version,
      let replica = json[Member.replica]?.text, SyncSettings.isName(replica),
      let lines = (json[Member.lines] ?? .integer(0)).nonnegativeInteger,
      case let known = json[Member.known]?.array?.compactMap(\.text) ?? [],
      known.allSatisfy(SyncSettings.isName)
    else { return nil }
    (self.replica, self.known, self.lines) = (replica, Set(known), lines)
    machine = json[Member.machine]?.text
    if json[Member.checksum] == nil {
      history = nil
      return
    }
    if SyncLine.checksum(in: line) == nil { return nil }
    history = json[Member.history].flatMap { HistoryMarks($0) }
    if history == nil, json[Member.history] != nil { return nil }
  }

  /// Whether the line can be what a crash or a full disk left of a first line: its start, or
  /// nothing.
  static func canBeDamaged(_ line: [UInt8]) -> Bool {
    let start = Array("{\"\(Member.format)\"".utf8)
    let length = min(start.count, line.count)
    return line.allSatisfy { $0 == 0 } || line.prefix(length).elementsEqual(start.prefix(length))
  }

  /// Whether the line is the first one of a file of a later version.
  static func isNewer(_ line: [UInt8]) -> Bool {
    (JSONValue(line)?[Member.format]?.integer).map { $0 > Self.version } ?? false
  }

  var bytes: [UInt8] {
    var members: [JSONValue.Member] = [
      .init(key: Member.format, value: .integer(Self.version)),
      .init(key: Member.replica, value: .text(replica)),
      .init(key: Member.known, value: .array(known.sorted().map(JSONValue.text))),
      .init(key: Member.lines, value: .integer(lines)),
    ]
    if let machine { members.append(.init(key: Member.machine, value: .text(machine))) }
    if let history { members.append(.init(key: Member.history, value: history.json)) }
    return SyncLine.bytes(withChecksum: JSONValue.object(members).bytes).line
  }
}
