/// SQL with the values of its parameters.
///
/// An interpolated value becomes a parameter, never text of the statement:
///
/// ```swift
/// let sql: SQL = "SELECT title FROM MovieModel WHERE id = \(id)"
/// ```
///
/// An interpolated `SQL` is inserted with its own values. Text of the program itself, such as the name
/// of a table, is inserted with `\(raw: name)`.
package struct SQL: Hashable, Sendable, ExpressibleByStringInterpolation {
  package private(set) var text: String
  /// The values of the parameters `?`, in order.
  package private(set) var values: [DatabaseValue]

  package init(stringLiteral text: String) { self.init(raw: text) }

  package init(stringInterpolation sql: StringInterpolation) {
    text = sql.text
    values = sql.values
  }

  /// - Parameter raw: Text of the program itself. It must not contain text from a user or a file.
  package init(raw text: String) {
    self.text = text
    values = []
  }

  package static func joined(_ parts: [SQL], separator: String) -> SQL {
    var sql = SQL(raw: parts.map(\.text).joined(separator: separator))
    sql.values = parts.flatMap(\.values)
    return sql
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var values: [DatabaseValue] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    package mutating func appendInterpolation(_ value: some DatabaseValueConvertible) {
      text += "?"
      values.append(value.databaseValue)
    }

    /// Interpolates a value, or `NULL`.
    package mutating func appendInterpolation(orNull value: (some DatabaseValueConvertible)?) {
      if let value { appendInterpolation(value) } else { text += "NULL" }
    }

    package mutating func appendInterpolation(_ sql: SQL) {
      text += sql.text
      values += sql.values
    }

    package mutating func appendInterpolation(raw: some LosslessStringConvertible) {
      text += "\(raw)"
    }
  }
}

extension String {
  /// The text as an SQL identifier in double quotes.
  package var quotedIdentifier: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}

/// A value of a parameter, or the result of a function that SQL calls.
package enum DatabaseValue: Hashable, Sendable {
  case integer(Int64)
  case real(Double)
  case text(String)
  /// The bytes of a text, which need not be valid UTF-8.
  case utf8([UInt8])
}

/// A type whose values can be parameters of a statement.
package protocol DatabaseValueConvertible {
  var databaseValue: DatabaseValue { get }
}

extension DatabaseValue: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue { self }
}
extension Int64: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue { .integer(self) }
}
extension Int: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue { .integer(Int64(self)) }
}
extension Bool: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue { .integer(self ? 1 : 0) }
}
extension Double: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue { .real(self) }
}
extension String: DatabaseValueConvertible {
  package var databaseValue: DatabaseValue { .text(self) }
}
