internal import MovieArguments
internal import MovieStore
internal import MovieStoreMaintenance
internal import MovieSystem

/// The options for what a migration may use.
struct MigrationBudget: ParsableArguments {
  @Option(
    name: "--max-time",
    help: ArgumentHelp("Fail if the migration takes longer: 5s, 500ms or 2min.", valueName: "time"))
  var time: TimeLimit?
  @Option(
    name: "--max-memory",
    help: ArgumentHelp("Fail if it uses more memory: 64MB or 64MiB.", valueName: "size"))
  var memory: ByteLimit?
  @Option(
    name: "--max-space",
    help: ArgumentHelp(
      "Fail if it uses more disk space: a size, or 2x the size of the file.", valueName: "size"))
  var space: SpaceLimit?

  var isEmpty: Bool { time == nil && memory == nil && space == nil }

  /// Returns what the migration used above the limits.
  func findings(for rehearsal: MigrationRehearsal) -> [Finding] {
    let step = rehearsal.steps.max { ($0.duration ?? .zero) < ($1.duration ?? .zero) }
    let part = step.flatMap { step in
      step.duration.map { "; the step to \(step.version.name) took \(Self.text($0))" }
    }
    var problems: [String] = []
    if let time, rehearsal.duration > time.duration {
      problems.append("took \(Self.text(rehearsal.duration)), more than \(time.text)\(part ?? "")")
    }
    if let memory {
      if let peak = rehearsal.peakMemory {
        if peak > memory.bytes {
          problems.append("used \(Formatting.bytes(peak)) of memory, more than \(memory.text)")
        }
      } else {
        problems.append("used an unknown amount of memory: '/proc' is not mounted")
      }
    }
    if let space, rehearsal.peakBytes > space.bytes(of: rehearsal.bytesBefore) {
      problems.append(
        "used \(Formatting.bytes(rehearsal.peakBytes)) of disk space, more than \(space.text)")
    }
    return problems.map {
      Finding(.budget, "the migration from \(rehearsal.from.text) to \(rehearsal.to.name) \($0)")
    }
  }

  private static func text(_ duration: Duration) -> String {
    "\(Formatting.seconds(duration.seconds)) s"
  }
}

extension CheckReport {
  /// Adds the check of what the upgrade used.
  func checked(_ budget: MigrationBudget) -> CheckReport {
    if budget.isEmpty { return self }
    var report = self
    report.checks.append(
      Check("budget") { rehearsals.first.map(budget.findings) ?? [.nothingMigrated] })
    return report
  }
}

extension Finding {
  /// A check of a migration, without one.
  static let nothingMigrated = Finding(
    .migration, "not checked, because nothing was migrated", severity: .note)
}

/// A positive number and its unit, such as `64MB`.
private struct Quantity {
  let number: Double
  let unit: String

  init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(digits), number > 0, number < 1e15 else { return nil }
    self.number = number
    unit = text[digits.endIndex...].trimmingPrefix(" ").lowercased()
  }
}

/// A duration such as `5s`.
struct TimeLimit: ExpressibleByArgument {
  private static let units = ["ms": 0.001, "s": 1, "min": 60, "m": 60, "h": 3600]

  let text: String
  let duration: Duration

  init?(argument: String) {
    guard let quantity = Quantity(argument), let seconds = Self.units[quantity.unit] else {
      return nil
    }
    (text, duration) = (argument, .seconds(min(quantity.number * seconds, 1e9)))
  }

  static func expectedArgument(insteadOf argument: String) -> String? {
    "a time above 0 such as 5s, 500ms or 2min"
  }
}

/// A number of bytes such as `64MB`. Units of ten are decimal, `MiB` and such are binary.
struct ByteLimit: ExpressibleByArgument {
  private static let units: [String: Double] = [
    "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "kib": 0x1p10, "mib": 0x1p20, "gib": 0x1p30,
  ]

  let text: String
  let bytes: Int

  init?(argument: String) {
    guard let quantity = Quantity(argument), let unit = Self.units[quantity.unit] else {
      return nil
    }
    (text, bytes) = (argument, Int(min(quantity.number * unit, 1e18)))
  }

  static func expectedArgument(insteadOf argument: String) -> String? {
    "a size above 0 such as 64MB or 64MiB"
  }
}

/// A number of bytes, or a multiple of the size of the file such as `2x`.
enum SpaceLimit: ExpressibleByArgument {
  case size(ByteLimit)
  case multiple(Double, text: String)

  init?(argument: String) {
    if let quantity = Quantity(argument), quantity.unit == "x" {
      self = .multiple(quantity.number, text: argument)
    } else {
      guard let limit = ByteLimit(argument: argument) else { return nil }
      self = .size(limit)
    }
  }

  func bytes(of fileSize: Int) -> Int {
    switch self {
    case .size(let limit): limit.bytes
    case .multiple(let factor, _): Int(min(Double(fileSize) * factor, 1e18))
    }
  }

  var text: String {
    switch self {
    case .size(let limit): limit.text
    case .multiple(_, let text): "\(text) the size of the file"
    }
  }

  static func expectedArgument(insteadOf argument: String) -> String? {
    "a multiple of the size of the file such as 2x, or a size such as 500MB"
  }
}
