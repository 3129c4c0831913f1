import MovieFormats

/// A parser of untrusted bytes, with properties that hold for any bytes.
package enum FuzzTarget: String, CaseIterable, Sendable {
  case json, ndjson, csv, tsv, detection
  case cells, lists, nfo, zip, gzip
  case arguments, help
  case keys, text, table
  case references, search, attributes, values, database
  case messages
  case changes, settings

  /// Parses the bytes and checks the properties.
  ///
  /// - Throws: A ``FuzzFinding`` if a property does not hold, and any unexpected error.
  package func check(_ bytes: [UInt8]) throws {
    switch self {
    case .json: try checkInterchange(bytes, .json)
    case .ndjson: try checkInterchange(bytes, .ndjson)
    case .csv: try checkInterchange(bytes, .csv)
    case .tsv: try checkInterchange(bytes, .tsv)
    case .detection: try checkInterchange(bytes, nil)
    case .cells: try checkCells(bytes)
    case .lists: try checkList(bytes)
    case .nfo: try checkNFO(bytes)
    case .zip, .gzip: try checkArchive(bytes)
    case .arguments: try checkArguments(bytes)
    case .help: try checkHelp(bytes)
    case .keys: try checkKeys(bytes)
    case .text: try checkText(bytes)
    case .table: try checkTable(bytes)
    case .references: try checkReferences(bytes)
    case .search: try checkSearch(bytes)
    case .attributes: try checkAttributes(bytes)
    case .values: try checkValues(bytes)
    case .database: try checkDatabase(bytes)
    case .messages: try checkMessages(bytes)
    case .changes: try checkChanges(bytes)
    case .settings: try checkSettings(bytes)
    }
  }
}

/// A property that does not hold.
package struct FuzzFinding: Error, CustomStringConvertible {
  package let description: String
}

func require(_ condition: Bool, _ property: @autoclosure () -> String) throws(FuzzFinding) {
  if !condition { throw FuzzFinding(description: "does not hold: " + property()) }
}

/// The bytes as text, with U+FFFD for invalid UTF-8.
func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

/// Whether the texts have the same bytes. Equal strings can have different bytes.
func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
