internal import MovieArguments
internal import MovieStore

/// `migrate schema`: of a version, or of a file.
enum SchemaCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let answer = try answer(of: session)
    try session.startPager()
    try session.print([answer])
    return .done
  }

  private static func answer(of session: Session) throws -> MigrationAnswer {
    let named = try session.namedFiles().first
    if let named, let number = number(in: named) {
      let version = try version(number, named, session)
      let sql = try Migrator.schema(of: version)
      return MigrationAnswer(.schema(sql, version: version), file: nil)
    }
    return try session.answer(about: named, orSaying: .schema(nil, version: nil)) { migrator in
      let version = session.wantsJSON ? try migrator.status().version : nil
      return .schema(try migrator.schema(), version: version)
    }
  }

  /// The digits of `3` and `v3`; any other name is a file's.
  private static func number(in text: String) -> Substring? {
    let digits = text.utf8.first == UInt8(ascii: "v") ? text.dropFirst() : text[...]
    return digits.utf8.allSatisfy { 0x30...0x39 ~= $0 } && !digits.isEmpty ? digits : nil
  }

  private static func version(
    _ number: Substring, _ text: String, _ session: Session
  ) throws -> SchemaVersion {
    if let version = Int(number).flatMap(SchemaVersion.init(rawValue:)) { return version }
    throw UsageError.invalidValue(
      text, for: Command.schemaArgument,
      advice: ". Please provide a version from \(Options.versions.lowerBound) to "
        + "\(Options.versions.upperBound), or a file such as './\(text)'."
    ).located(at: session.command.usage)
  }
}
