internal import MovieArguments
internal import MovieStore
internal import MovieSystem

/// `restore`.
enum RestoreCommand {
  static func run(_ session: inout Session) throws -> ExitStatus {
    let file = try session.command.arguments.first.map { try session.requireFilePath($0) } ?? ""
    let path = try session.databaseFile
    if DatabaseLocation.isSamePlace(file, path) {
      throw session.misuse("'\(file)' is the database itself. Use another file.")
    }
    guard FileMetadata.exists(file) else {
      throw CommandError.missingFile("the backup '\(file)' does not exist. Check the path.")
    }
    let restoration = try restoration(of: path, from: file)
    try session.tellFindings(restoration.findings)
    let (content, version) = (Self.content(of: restoration), restoration.version)
    if session.command.has(Options.dryRun) {
      try restoration.requireReplaceable()
      if session.command.has(Options.plainJSON) {
        try session.write(Self.json(nil, restoration, from: file, to: path))
      }
      try session.say("would restore \(content) from '\(file)' to '\(path)'")
      return .done
    }
    if try !confirms(restoration, from: file, to: path, session) {
      try session.say("nothing was changed")
      return .notFound
    }
    let report = try run(restoration, from: file, session)
    // Printed even with '--quiet': the user needs the name to find the copy.
    if let kept = report.kept { try session.complain("saved the previous database as '\(kept)'") }
    if session.command.has(Options.plainJSON) {
      let json = Self.json(report, restoration, from: file, to: path)
      try session.printing(afterChange: true) { try session.write(json) }
    }
    try session.say(
      "restored \(content) to '\(path)' in \(Formatting.seconds(report.seconds, decimals: 1)) s")
    if version < .newest {
      try session.say(
        "to upgrade the schema, run: movies migrate --db \(ShellQuoting.quoted(path))")
    }
    return .done
  }

  private static func restoration(
    of path: String, from file: String
  ) throws -> Restoration {
    do {
      return try Restoration(of: path, from: file)
    } catch .damaged(_, let detail) {
      throw CommandError.damagedBackup(
        "the backup '\(file)' is damaged (\(detail)). Nothing was changed. Use another backup.")
    }
  }

  private static func run(
    _ restoration: Restoration, from file: String, _ session: Session
  ) throws -> Restoration.Report {
    let source = restoration.source
    do {
      return try session.showingProgress("restoring") { progress in
        try restoration.run { try progress($0.bytes, $0.totalBytes) }
      }
    } catch StoreError.replaced(source) {
      throw CommandError.notFound(
        "the backup '\(file)' was changed or removed after it was checked. Nothing was changed. "
          + "Run the command again.")
    }
  }

  private static func content(of restoration: Restoration) -> String {
    "\(Formatting.pluralized(Int(restoration.counts.movies), "movie")) (schema v\(restoration.version.rawValue))"
  }

  /// Asks only if a database would be replaced.
  private static func confirms(
    _ restoration: Restoration, from file: String, to path: String, _ session: Session
  ) throws -> Bool {
    guard FileMetadata.exists(path), !session.command.has(Options.yes) else { return true }
    let new = "the \(Formatting.pluralized(Int(restoration.counts.movies), "movie")) in '\(file)'"
    let question =
      switch try restoration.replacedMovieCount() {
      case nil: "Replace '\(path)', which is not a readable catalog, with \(new)?"
      case 0: "Replace '\(path)', which has no movies, with \(new)?"
      case let old?:
        "Replace the \(Formatting.pluralized(Int(old), "movie")) in '\(path)' with \(new)?"
      }
    return try session.confirms(
      question, orElse: "Replacing '\(path)' requires confirmation. Pass '--yes'.")
  }

  private static func json(
    _ report: Restoration.Report?, _ restoration: Restoration, from file: String,
    to path: String
  ) -> JSONWriter {
    var json = JSONWriter()
    json.beginObject()
    json.add("command", "restore")
    json.add("file", path)
    json.add("backup", file)
    json.add("version", Int64(restoration.version.rawValue))
    json.add("movies", restoration.counts.movies)
    json.add("kept", report?.kept)
    json.add("seconds", report?.seconds)
    json.endObject()
    return json
  }
}

extension Session {
  /// Prints one object.
  func write(_ json: JSONWriter) throws {
    try streams.output.write(json: json.bytes)
    try streams.output.write("\n")
    try streams.output.flush()
  }
}
