public import MovieStore
public import MovieStoreMaintenance

extension Migrator {
  /// Checks the built-in migrations on built-in sample catalogs, in memory.
  ///
  /// A new file must have the same schema as a migrated one, and a migration from any version to
  /// any other, up or down, must lose only the data that its steps declare.
  ///
  /// - Parameter progress: A closure that is called before each check. An error that it throws ends
  ///   the checks and is rethrown.
  /// - Returns: The checks and their findings.
  /// - Throws: Any error that `progress` throws; otherwise `StoreError`: `storage`. Problems of the
  ///   migrations are reported as findings, not as errors.
  public static func verifyMigrations(
    progress: (OperationProgress) throws -> Void = { _ in }
  ) throws -> CheckReport {
    try verify(
      Migration.all, on: SampleCatalog.all.map(\.migrationSample), progress: progress)
  }
}

/// Small catalogs with edge cases.
extension SampleCatalog {
  package static let all = [empty, edgeCases, hostile, largeCast]

  package var migrationSample: MigrationSample {
    MigrationSample(
      name: name, hasInvalidCasts: rows.contains { !$0.isMigratable }, create: create)
  }

  package static let empty = SampleCatalog(name: "no movies", rows: [])

  package static let edgeCases = SampleCatalog(
    name: "edge cases",
    rows: [
      Row(title: "The", cast: #"["Ann Article"]"#, isFavorite: true),
      Row(title: "  The  Double  Spaces ", cast: #"["Bo  Space", " Bo  Space ", "Bo Space"]"#),
      Row(title: "İstanbul", cast: #"["İpek Işık", "ipek ışık"]"#),
      Row(
        title: "Ame\u{301}lie", cast: #"["Zoe\#u{301} Noël", "Zoé Noe\#u{308}l"]"#,
        isFavorite: true),
      Row(title: "Amélie", cast: #"["Zoé Noël", "Zoe\u0301 No\u00ebl"]"#),
      Row(title: "Nobody", cast: "[]"),
      Row(title: "Twice", cast: #"["C", "A", "C", "B", "A"]"#, isFavorite: true),
      Row(title: "Twice", cast: #"["B", "A"]"#),
      Row(title: "", cast: #"["", " ", "\t"]"#),
      Row(
        title: "Quotes ' \" and \\",
        cast: #"["O'Neil \"Q\"", "back\\slash", "\\u0041", "a;b,c"]"#),
      Row(title: "Line\nBreak\tTab", cast: #"["new\nline", "[]", "{}", "null", "1"]"#),
      Row(title: "名探偵 👩‍👩‍👧 שלום", cast: #"["三船 敏郎", "\ud83d\ude00", "👨‍👩‍👧"]"#),
      Row(title: "\u{1B}]0;owned\u{7}\u{202E}gnp.exe", cast: #"["\u001b[31mRed", "\u202e"]"#),
      Row(title: "ß Straße ǿ Æther", cast: ##"[ "spaced" , "out" ]"##),
      Row(title: "A Cast of 300", cast: cast(of: 300, names: 300)),
    ],
    attributes: [
      ("year", .integer(1997)), ("rating", .real(8.5)), ("tag", .text("heist")),
      ("tag", .text("a, \"b\"\n; 'c'")), ("note", .text("Ame\u{301}lie 👩‍👩‍👧")),
      ("third", .real(1 / 3)), ("largest", .integer(.max)),
    ])

  /// What other programs can have written, also casts that v4 cannot store.
  package static let hostile = SampleCatalog(
    name: "hostile",
    rows: [
      Row(title: "'); DROP TABLE Movie; --", cast: #"["Robert'); DROP TABLE Actor; --"]"#),
      Row(title: String(repeating: "Long ", count: 20_000), cast: "[]", isFavorite: true),
      Row(title: "NUL\0and more", cast: #"["\u0001\u001f\u007f"]"#, isFavorite: true),
      Row(title: "\u{FEFF}\u{200B}", cast: #"["\#u{FEFF}", "\#u{200B}", "\#u{FFFD}"]"#),
      Row(title: "%s %n {0} $(id) `id` ${HOME}", cast: #"["*", "%", "_", "?", ":a", "@a", "$a"]"#),
      Row(title: "NUL", cast: #"["NUL\u0000and more"]"#, isMigratable: false),
      Row(title: "A number", cast: "[1]", isMigratable: false),
      Row(title: "No name", cast: #"["Ann", null]"#, isMigratable: false),
      Row(title: "An object", cast: #"[{"name": "Ann"}]"#, isMigratable: false),
      Row(title: "Not JSON", cast: #"[Ann"]"#, isMigratable: false),
    ],
    attributes: [
      ("note", .text("'; DELETE FROM MovieAttribute; --")), ("smallest", .integer(.min)),
      ("tiny", .real(.leastNonzeroMagnitude)), ("huge", .real(.greatestFiniteMagnitude)),
    ])

  /// A cast of 10,000, a tenth of them repeated.
  package static let largeCast = SampleCatalog(
    name: "a cast of 10,000",
    rows: [
      Row(title: "Crowd", cast: cast(of: 10_000, names: 9_000)),
      Row(title: "After the Crowd", cast: #"["Extra 9", "Extra 1"]"#, isFavorite: true),
    ])

  /// Returns the JSON of a cast of numbered names, which repeat after `names` entries.
  private static func cast(of count: Int, names: Int) -> String {
    "[" + (0..<count).map { "\"Extra \($0 % names)\"" }.joined(separator: ",") + "]"
  }
}
