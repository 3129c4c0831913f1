import MovieSQLite
import MovieStore
import TestSupport

/// A schema with unusual names and all kinds of SQLite objects, in pieces that can be formatted in many
/// ways.
struct GeneratedSchema {
  /// One token.
  enum Piece {
    case fixed(String)
    case name(String)
  }

  private(set) var statements: [[Piece]] = []
  private var random: RandomSource

  /// SQLite treats each as a different name.
  private static let names = [
    "a", "B1", "_", "movie", "select", "KEY", "Cast", "true", "strict", "begin", "end", "x", "e1",
    "été", "e\u{301}te\u{301}", "日本", "👩‍👧", "two words", "it's", "say \"so\"", "\"", "back`tick",
    "open[", "a]", "1st", "42", "", " ", "$", "a$b", "semi;colon", "-- no comment",
    "/* nor this */",
    "line\nfeed", "\u{FEFF}mark", "(", "a,b", ".", "new", "old", "INTEGER", "x'00'", "null",
  ]
  private static let texts = [
    "''", "'it''s'", "'\"'", "'-- no'", "'/*'", "'END;'", "';'", "'a\n  b'", "'é'", "'BEGIN'",
    "')'",
  ]

  init(_ random: inout RandomSource) {
    self.random = RandomSource(seed: random.next())
    let names = Self.names.shuffled(using: &self.random)
    let columns = Self.names.shuffled(using: &self.random)
    addTable(names[0], columns: Array(columns[0..<4]))
    addOtherTable(names[1], columns: Array(columns[4..<7]), parent: names[0])
    addIndexes(names[2], names[3], table: names[0], columns: columns)
    addView(names[4], table: names[0], columns: columns)
    addTrigger(names[5], table: names[0], columns: columns, target: names[1], column: columns[5])
    addTriggerOnView(names[6], view: names[4])
  }

  private mutating func text() -> String { Self.texts.randomElement(using: &random) ?? "''" }

  /// Splits words at spaces; an `@` stands for the next name.
  private mutating func add(_ template: String, _ names: String...) {
    var names = names[...]
    statements.append(
      template.split(separator: " ").map { word in
        switch word {
        case "@": .name(names.popFirst() ?? "")
        case "TEXT?": .fixed(text())
        default: .fixed(String(word))
        }
      })
  }

  private mutating func addTable(_ name: String, columns: [String]) {
    add(
      """
      CREATE TABLE @ ( @ INTEGER PRIMARY KEY AUTOINCREMENT , @ VARCHAR ( 10 ) NOT NULL DEFAULT TEXT? \
      CHECK ( @ <> TEXT? AND length ( @ ) >= - - 1 ) , \
      @ TEXT COLLATE NOCASE DEFAULT ( TEXT? || - 1.5e-3 ) , \
      @ GENERATED ALWAYS AS ( @ || TEXT? || x'00ff' ) STORED , \
      CONSTRAINT @ CHECK ( @ IN ( 1 , .5 , TEXT? ) OR @ IS NOT NULL ) )
      """, name, columns[0], columns[1], columns[1], columns[1], columns[2], columns[3], columns[1],
      columns[3], columns[2], columns[0])
  }

  private mutating func addOtherTable(_ name: String, columns: [String], parent: String) {
    add(
      """
      CREATE TABLE @ ( @ INTEGER REFERENCES @ ON DELETE CASCADE DEFERRABLE , @ TEXT DEFAULT TEXT? , \
      @ ANY , PRIMARY KEY ( @ , @ ) ) STRICT , WITHOUT ROWID
      """, name, columns[0], parent, columns[1], columns[2], columns[0], columns[1])
  }

  private mutating func addIndexes(
    _ name: String, _ other: String, table: String, columns: [String]
  ) {
    add(
      "CREATE UNIQUE INDEX @ ON @ ( @ COLLATE NOCASE DESC , @ ) WHERE @ <> TEXT?", name, table,
      columns[1], columns[2], columns[1])
    add(
      "CREATE INDEX @ ON @ ( lower ( @ ) || TEXT? , ~ @ & 0xFF )", other, table, columns[1],
      columns[0])
  }

  private mutating func addView(_ name: String, table: String, columns: [String]) {
    add(
      """
      CREATE VIEW @ ( @ , @ , @ ) AS WITH c ( n ) AS ( VALUES ( 1 ) ) SELECT t . @ , \
      CASE WHEN t . @ ->> '$.a' IS NULL THEN TEXT? ELSE - t . @ END , ( SELECT count ( * ) FROM c ) \
      FROM @ AS t , c ORDER BY 1 + n
      """, name, columns[0], columns[1], columns[2], columns[1], columns[1], columns[2], table)
  }

  private mutating func addTrigger(
    _ name: String, table: String, columns: [String], target: String, column: String
  ) {
    add(
      """
      CREATE TRIGGER @ AFTER UPDATE OF @ ON @ FOR EACH ROW WHEN new . @ <> old . @ OR TEXT? = '' \
      BEGIN INSERT INTO @ ( @ ) VALUES ( TEXT? || new . @ ) , ( TEXT? ) ON CONFLICT DO NOTHING ; \
      UPDATE @ SET @ = CASE WHEN @ > 1 THEN TEXT? ELSE 'x' END WHERE 0 ; END
      """, name, columns[1], table, columns[1], columns[1], target, column, columns[1], table,
      columns[1], columns[0])
  }

  private mutating func addTriggerOnView(_ name: String, view: String) {
    add("CREATE TRIGGER @ INSTEAD OF INSERT ON @ BEGIN SELECT TEXT? ; END", name, view)
  }
}

extension GeneratedSchema {
  /// Joins the pieces with spaces, names in double quotes.
  static func plainText(of pieces: [Piece]) -> String {
    pieces.map { piece in
      switch piece {
      case .fixed(let text): text
      case .name(let name): quoted(name, by: "\"")
      }
    }
    .joined(separator: " ")
  }

  /// Joins the pieces with any white space and comments, names in any quotes.
  static func text(of pieces: [Piece], _ random: inout RandomSource) -> String {
    let separators = [
      " ", "\n", "\t ", "  \r\n", " /* it's \"one\" */ ", " -- it's [another\n", " /**/",
    ]
    var text = ""
    for piece in pieces {
      switch piece {
      case .fixed(let fixed): text += fixed
      case .name(let name): text += written(name, &random)
      }
      text += separators.randomElement(using: &random) ?? " "
    }
    return text
  }

  private static func written(_ name: String, _ random: inout RandomSource) -> String {
    let isPlain = ["a", "B1", "_", "movie", "strict", "x", "e1", "été", "日本"].contains {
      $0.bytes == name.bytes
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0 where isPlain: return name
    case 1 where !name.contains("]"): return "[" + name + "]"
    case 2: return quoted(name, by: "`")
    default: return quoted(name, by: "\"")
    }
  }

  private static func quoted(_ name: String, by mark: String) -> String {
    mark + name.replacing(mark, with: mark + mark) + mark
  }
}
