/// A part of the program that meets bytes of strangers, with what must hold whatever they are.
package enum FuzzTarget: String, CaseIterable, Sendable {
  case json, ndjson, csv, tsv, detection
  case arguments, help
  case keys, text, table
  case references, search, schema, database

  /// Gives the part the bytes.
  ///
  /// - Throws: where what it makes of them is wrong: a ``FuzzFinding``, or an error that nobody was
  ///   to meet.
  package func check(_ bytes: [UInt8]) throws {
    switch self {
    case .json: try checkInterchange(bytes, .json)
    case .ndjson: try checkInterchange(bytes, .ndjson)
    case .csv: try checkInterchange(bytes, .csv)
    case .tsv: try checkInterchange(bytes, .tsv)
    case .detection: try checkInterchange(bytes, nil)
    case .arguments: try checkArguments(bytes)
    case .help: try checkHelp(bytes)
    case .keys: try checkKeys(bytes)
    case .text: try checkText(bytes)
    case .table: try checkTable(bytes)
    case .references: try checkReferences(bytes)
    case .search: try checkSearch(bytes)
    case .schema: try checkSchema(bytes)
    case .database: try checkDatabase(bytes)
    }
  }
}

/// A claim that did not hold.
package struct FuzzFinding: Error, CustomStringConvertible {
  package let description: String
}

func require(_ condition: Bool, _ claim: @autoclosure () -> String) throws(FuzzFinding) {
  if !condition { throw FuzzFinding(description: "not so: " + claim()) }
}

/// The bytes as text, in which U+FFFD stands for what is no UTF-8.
func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

/// The bytes that a text has: equal texts may have others.
func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
