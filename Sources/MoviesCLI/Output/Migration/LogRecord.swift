internal import MovieStore
internal import MovieSystem
internal import MovieTerminal

/// A migration that was done, as a row.
struct LogRecord: Tabular {
  let entry: MigrationLogEntry

  static let columns = [
    Column("time", minimumWidth: 20), Column("step", minimumWidth: 8),
    Column("rows", isNumber: true), Column("seconds", isNumber: true), Column("program"),
    Column("sqlite", minimumWidth: 6),
  ]

  func text(of column: Column) -> String {
    switch column.name {
    case "time": entry.time
    case "step": step
    case "rows": "\(entry.rows.movies)"
    case "seconds": Formatting.seconds(entry.seconds)
    case "program": entry.program
    default: entry.sqlite
    }
  }

  func label(of column: Column, _ glyphs: Glyphs) -> String {
    column.name == "rows" ? Formatting.grouped(entry.rows.movies) : text(of: column)
  }

  private var step: String {
    switch entry.event {
    case .up: "up to v\(entry.version.rawValue)"
    case .down: "down to v\(entry.version.rawValue)"
    case .adopted: "log started at v\(entry.version.rawValue)"
    }
  }
}
