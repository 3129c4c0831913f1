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
      Migration.all, on: SampleCatalog.all.map { ($0.name, $0.create) }, progress: progress)
  }
}

/// Small catalogs with edge cases.
extension SampleCatalog {
  package static let all = [empty, edgeCases, largeCast]

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
