internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// A step of a migration as a row.
struct StepRecord: Tabular {
  let step: MigrationStep

  private static let version = Column("version", minimumWidth: 7)
  private static let summary = Column("summary", minimumWidth: 16)
  private static let kind = Column("kind", minimumWidth: 7)
  private static let rows = Column("rows", isNumber: true)
  private static let losses = Column("losses")
  private static let seconds = Column("seconds", isNumber: true)

  /// Of steps that are yet to be done.
  static let plannedColumns = [version, summary, kind, rows, losses]
  /// Of steps that were done.
  static let doneColumns = [version, summary, rows, seconds]
  /// Of steps that were tried.
  static let rehearsedColumns = [version, summary, rows, seconds, losses]

  func text(of column: Column) -> String {
    switch column.name {
    case "version": "v\(step.version.rawValue)"
    case "summary": step.title
    case "kind": step.kind.rawValue
    case "rows": "\(step.rows)"
    case "losses": step.losses.text
    default: step.seconds.map { Formatting.seconds($0) } ?? ""
    }
  }

  func label(of column: Column, _ glyphs: Glyphs) -> String {
    column.name == "rows" ? Formatting.grouped(step.rows) : text(of: column)
  }
}

extension MigrationStep {
  /// What the step does; the summary describes the upgrade.
  var title: String { direction == .up ? summary : "revert: \(summary)" }
}
