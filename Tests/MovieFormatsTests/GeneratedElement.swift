import Foundation

/// An element with random contents, which is written as XML in one of many ways.
struct GeneratedElement {
  let name: String
  private let type: String?
  private let text: String
  private let children: [GeneratedElement]

  init(using generator: inout Generator, depth: Int = 0) {
    name = ["a", "B", "id", "Actor", "x-1", "é"].randomElement(using: &generator)!
    type = depth > 0 ? [nil, nil, "imdb", "T&M\"'"].randomElement(using: &generator)! : nil
    text = generator.text()
    let count =
      depth < 5 && Bool.random(using: &generator) ? Int.random(in: 0...5, using: &generator) : 0
    children = (0..<count).map { _ in Self(using: &generator, depth: depth + 1) }
  }

  private var key: String {
    let text = type.map { "\(name):\($0)" } ?? name
    return String(text.map { $0.isASCII ? Character($0.lowercased()) : $0 })
  }

  /// What JSON has for the element.
  var value: Any {
    if children.isEmpty {
      return text.trimmingCharacters(in: CharacterSet(charactersIn: " \t\r\n"))
    }
    var members: [String: Any] = [:]
    for (key, elements) in Dictionary(grouping: children, by: \.key) {
      members[key] = elements.count == 1 ? elements[0].value : elements.map(\.value)
    }
    return members
  }

  func xml(using generator: inout Generator) -> String {
    var tag = name
    for (name, value) in [("default", "true"), ("type", type), ("lang", "<é>")] {
      guard let value, name == "type" || Bool.random(using: &generator) else { continue }
      let quote = ["'", "\""].randomElement(using: &generator)!
      tag += space(using: &generator) + name + (Bool.random(using: &generator) ? "=" : " =\n")
      tag += quote + escaped(value, using: &generator) + quote
    }
    if Bool.random(using: &generator) { tag += space(using: &generator) }
    if children.isEmpty, text.isEmpty, Bool.random(using: &generator) { return "<\(tag)/>" }
    return "<\(tag)>\(contents(using: &generator))</\(name)>"
  }

  private func contents(using generator: inout Generator) -> String {
    var parts = children.map { $0.xml(using: &generator) }
    let index = Int.random(in: 0...parts.count, using: &generator)
    parts.insert(escapedText(using: &generator), at: index)
    if Bool.random(using: &generator) { parts.insert("<!-- <c> & ' -->", at: 0) }
    if Bool.random(using: &generator) { parts.append("<?php echo '</a>' ?>") }
    return parts.joined(separator: children.isEmpty ? "" : space(using: &generator))
  }

  private func escapedText(using generator: inout Generator) -> String {
    if Bool.random(using: &generator) { return escaped(text, using: &generator) }
    return "<![CDATA[" + text.replacingOccurrences(of: "]]>", with: "]]]]><![CDATA[>") + "]]>"
  }

  private func escaped(_ text: String, using generator: inout Generator) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let names: [Unicode.Scalar: String] = [
        "<": "lt", ">": "gt", "&": "amp", "'": "apos", "\"": "quot",
      ]
      let digits = String(scalar.value, radix: 16, uppercase: Bool.random(using: &generator))
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: result += "&#\(scalar.value);"
      case 1: result += "&#x\(digits);"
      default: result += names[scalar].map { "&\($0);" } ?? String(scalar)
      }
    }
    return result
  }

  private func space(using generator: inout Generator) -> String {
    [" ", "\n", "\r\n", "\t "].randomElement(using: &generator)!
  }
}
