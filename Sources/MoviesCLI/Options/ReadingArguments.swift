internal import MovieArguments
internal import MovieFormats
internal import MovieInterchange
internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// How lists of movies are read.
struct ReadingArguments: ParsableArguments {
  @Option(
    name: "--preset",
    help: ArgumentHelp(
      "The service of the files, or 'none'; by default, their columns tell it.",
      valueName: "service", suggestedFor: ["--from", "--source", "--service"]))
  var preset: PresetName?
  @Option(
    name: "--user",
    help: ArgumentHelp("The user whose rows are used, of files with several.", valueName: "id"))
  var user: String?
  @Flag(name: "--lists", help: "Import lists of a service, with their names as tags.")
  var lists = false
  @Option(
    name: "--series",
    help: ArgumentHelp(
      "'keep' imports titles of a history that can be those of episodes.", valueName: "action"))
  var series = SeriesAction.hold
  @Option(
    name: "--map",
    help: ArgumentHelp(
      "The column of a field: 'title=Name', or 'rating=Stars:5' with the highest rating.",
      valueName: "field=column", suggestedFor: ["--column", "--rename"]))
  var mappings: [FieldMapping] = []
  @Option(
    name: "--scale",
    help: ArgumentHelp(
      "The highest rating of the file, such as 5; '0..5' if 0 is a rating and not none.",
      valueName: "highest"))
  var scale: RatingScale?
  @Option(
    name: "--split",
    help: ArgumentHelp(
      "The character between the names of a cast or directors, such as ','.", valueName: "c"))
  var split: SingleCharacter?
  @Option(
    name: "--delimiter",
    help: ArgumentHelp(
      "The text between columns, or 'tab'; by default, that of the header.", valueName: "text",
      suggestedFor: ["--separator", "--sep"]))
  var delimiter: String?
  @Option(name: "--encoding", help: "The encoding of a file without a byte order mark.")
  var encoding = ReadingOptions.Encoding.utf8
  @Option(
    name: "--date-order",
    help: "The order of day and month in dates such as 5/2/2024.")
  var dateOrder: ReadingOptions.DateOrder?
  @Option(
    name: "--time-zone",
    help: ArgumentHelp(
      "The zone in which times become days, such as 'Europe/Berlin'.", valueName: "zone",
      suggestedFor: ["--timezone", "--tz"]))
  var timeZone: TimeZoneName?
  @Flag(name: "--title-as-is", help: "Keep a year in parentheses as part of titles.")
  var titleAsIs = false
  @Option(
    name: "--keep",
    help: ArgumentHelp(
      "Keep these fields as attributes, or 'all'; those of known keys are always kept.",
      valueName: "a,b,…", suggestedFor: ["--fields", "--attributes"]))
  var keeps: [KeptNames] = []
  @Option(
    name: "--drop",
    help: ArgumentHelp(
      "Ignore these fields, including known ones such as 'rating'.",
      valueName: "a,b,…", suggestedFor: ["--exclude", "--ignore"]))
  var drops: [KeptNames] = []

  /// The names of all options; `nil` without one.
  var keep: KeptNames? { KeptNames(keeps) }
  var drop: KeptNames? { KeptNames(drops) }

  enum SeriesAction: String, CaseIterable, ExpressibleByArgument {
    case hold, keep
  }

  func validate() throws {
    if let delimiter, delimiter.isEmpty || !delimiter.utf8.allSatisfy({ 0x01..<0x80 ~= $0 }) {
      throw ValidationError("'--delimiter' requires ASCII characters.")
    }
    for field in mappings.map(\.mapping.field)
    where mappings.count(where: { $0.mapping.field == field }) > 1 {
      throw ValidationError("'--map' names '\(field)' twice. Use one column.")
    }
    for column in mappings.map(\.mapping.column)
    where mappings.count(where: { $0.mapping.column.lowercased() == column.lowercased() }) > 1 {
      throw ValidationError("'--map' names the column '\(column)' twice. Use it for one field.")
    }
    if scale != nil, mappings.contains(where: { $0.mapping.scale != nil }) {
      throw ValidationError("'--scale' and the scale in '--map' exclude each other. Use one.")
    }
    let dropped = Set((drop?.names ?? []).compactMap(KeptFields.key))
    if let name = keep?.names.first(where: { KeptFields.key(of: $0).map(dropped.contains) == true })
    {
      throw ValidationError("'--keep' and '--drop' both name '\(name)'. Use one.")
    }
    if let field = mappings.map(\.mapping.field).first(where: { name in
      dropped.contains { $0.name == name }
    }) {
      throw ValidationError("'--map' and '--drop' both name '\(field)'. Use one.")
    }
  }

  /// The options for what the files decided and a part of their records may not decide.
  func undecidedOptions(_ facts: [SourceFacts]) -> [String] {
    let hasScale = options().decidesScale
    let scale = hasScale ? nil : facts.compactMap(\.scale).first
    let order = dateOrder == nil ? facts.compactMap(\.dateOrder).first : nil
    return [scale.map { "--scale \($0)" }, order.map { "--date-order \($0.rawValue)" }]
      .compactMap(\.self)
  }

  /// Whether an option was passed.
  var areGiven: Bool { options() != ReadingArguments().options() || timeZone != nil }

  /// - Parameter format: The format of the files; by default, it is detected.
  func options(format: InterchangeFormat? = nil) -> ReadingOptions {
    var options = ReadingOptions(
      format: format, keeping: keep?.fields ?? .named([]),
      ignoring: drop?.names ?? [], encoding: encoding,
      delimiter: delimiter.map { ["tab", "\\t"].contains($0) ? "\t" : $0 },
      mappings: mappings.map(\.mapping), scale: scale, castSeparator: split?.text,
      keepsTitles: titleAsIs, dateOrder: dateOrder, preset: preset?.name, user: user,
      includesLists: lists)
    options.keepsSeries = series == .keep
    return options
  }

  /// Makes times days of the chosen time zone, or else of the one in which earlier ones were.
  func useTimeZone(of store: borrowing Catalog) throws {
    guard let zone = try timeZone?.name ?? store.importTimeZone else { return }
    guard Clock.hasTimeZone(zone) else {
      throw CommandError.usage(
        "this system does not know the time zone '\(zone)' of the catalog's earlier imports. Install the "
          + "time zones (tzdata), or pass '--time-zone <zone>'.")
    }
    Clock.use(timeZone: zone)
  }
}

/// The value of `--preset`.
struct PresetName: ExpressibleByArgument {
  let name: String

  init?(argument: String) {
    guard ImportPreset.isChoice(argument) else { return nil }
    name = argument
  }

  static func expectedArgument(insteadOf argument: String) -> String? {
    if let preset = ImportPreset.named(argument.prefix { $0 != ":" }.lowercased()) {
      return "'\(preset.name)', or with a kind of file: "
        + preset.kinds.map { "'\(preset.name):\($0)'" }.joined(separator: ", ")
    }
    return "one of " + ImportPreset.all.map(\.name).joined(separator: ", ") + ", none"
  }
}

/// The value of `--map`.
struct FieldMapping: ExpressibleByArgument {
  let mapping: ReadingOptions.Mapping

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let field = Self.field(parts[0]) else { return nil }
    var (column, scale): (String, RatingScale?) = (parts[1], nil)
    if let colon = column.lastIndex(of: ":"),
      let found = RatingScale(String(column[column.index(after: colon)...]))
    {
      (column, scale) = (String(column[..<colon]), found)
    }
    if column.isEmpty || scale != nil && field != AttributeKey.rating.name { return nil }
    mapping = ReadingOptions.Mapping(field: field, column: column, scale: scale)
  }

  private static func field(_ name: String) -> String? {
    if ["title", "cast", "favorite"].contains(name) { return name }
    do { return try AttributeKey(name).name } catch { return nil }
  }

  static func expectedArgument(insteadOf argument: String) -> String? {
    "'<field>=<column>', such as 'title=Name'; only 'rating' has a scale, as in 'rating=Stars:5'"
  }
}

/// The name of a time zone that the system knows.
struct TimeZoneName: ExpressibleByArgument {
  let name: String

  init?(argument: String) {
    guard Clock.hasTimeZone(argument) else { return nil }
    name = argument
  }

  static func expectedArgument(insteadOf argument: String) -> String? {
    "a time zone of this system, such as 'Europe/Berlin' or 'UTC'"
  }
}

/// One ASCII character.
struct SingleCharacter: ExpressibleByArgument {
  let text: String

  init?(argument: String) {
    guard argument.utf8.count == 1 else { return nil }
    text = argument
  }

  static func expectedArgument(insteadOf argument: String) -> String? { "one ASCII character" }
}

extension RatingScale: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }

  package static func expectedArgument(insteadOf argument: String) -> String? {
    "the highest rating, such as 5 or 100, or '0..5' if 0 is a rating"
  }
}

extension ReadingOptions.Encoding: ExpressibleByArgument {
  package init?(argument: String) { self.init(name: argument) }

  package static func expectedArgument(insteadOf argument: String) -> String? {
    "one of \(allValueStrings.joined(separator: ", ")), or convert the file first (iconv -f "
      + "\(ShellQuoting.quoted(argument)) -t UTF-8 <file> > <new file>)"
  }
}

extension ReadingOptions.DateOrder: ExpressibleByArgument {}
