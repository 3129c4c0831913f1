import Foundation
import MovieFormats
import MovieStore
import MovieSystem
import TestSupport
import Testing

@Suite struct XMLElementsTests {
  private static let sample = """
    \u{FEFF}<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>\r
    <!-- created by tinyMediaManager -->\r
    <movie xmlns='a'>\r
      <Title>Heat &amp; D&#xFC;st</Title>\r
      <ratings><rating name="imdb" max="10"><value>8.3</value></rating></ratings>\r
      <genre>Crime</genre><plot><![CDATA[A <b>thief</b> & a cop]]></plot><genre>Drama</genre>\r
      <uniqueid default="true" type='imdb'>tt0113277</uniqueid>\r
      <actor><name>Al Pacino</name><role>Vincent "Hanna" \\ é</role></actor>\r
      <actor><name>Robert De Niro</name><role/></actor>\r
    </movie>\r
    https://www.imdb.com/title/tt0113277/\r

    """

  // MARK: Examples

  @Test("reads a sample")
  func readsASample() throws {
    let json = try convert(Self.sample)
    #expect(
      json == #"""
        {"movie": {"title": "Heat & Düst", "ratings": {"rating": {"value": "8.3"}}, \#
        "genre": ["Crime", "Drama"], "plot": "A <b>thief</b> & a cop", \#
        "uniqueid:imdb": "tt0113277", "actor": [{"name": "Al Pacino", \#
        "role": "Vincent \"Hanna\" \\ é"}, {"name": "Robert De Niro", "role": ""}]}, \#
        "url": "https://www.imdb.com/title/tt0113277/"}
        """#)
    #expect(object(json) != nil)
  }

  @Test(arguments: [
    ("<a/>", #"{"a": ""}"#),
    ("<a></a>", #"{"a": ""}"#),
    ("<a > \n </a >", #"{"a": ""}"#),
    (" \n<a>\t b \r\n</a>", #"{"a": "b"}"#),
    ("<a>b\r\nc\rd\te</a>", #"{"a": "b\nc\nd\te"}"#),
    ("<a>b&#13;&#10;c</a>", #"{"a": "b\r\nc"}"#),
    ("<A><B>c</B><b>d</b></A>", #"{"a": {"b": ["c", "d"]}}"#),
    ("<a><b>1</b><c/><b>2</b><b>3</b></a>", #"{"a": {"b": ["1", "2", "3"], "c": ""}}"#),
    ("<a>x<b>y</b>z</a>", #"{"a": {"b": "y"}}"#),
    ("<a><b type=\"X\">1</b><b>2</b></a>", #"{"a": {"b:x": "1", "b": "2"}}"#),
    ("<a><b type = ' x '/><b type='x'/></a>", #"{"a": {"b:x": ["", ""]}}"#),
    ("<a><b type=''/></a>", #"{"a": {"b": ""}}"#),
    (#"<a><b type='"\'/></a>"#, #"{"a": {"b:\"\\": ""}}"#),
    ("<a type='b'/>", #"{"a": ""}"#),
    ("<a b='>\"'>c</a>", #"{"a": "c"}"#),
    ("<a b=\"'\" c='&lt;'>d</a>", #"{"a": "d"}"#),
    ("<a>&lt;&gt;&amp;&quot;&apos;</a>", #"{"a": "<>&\"'"}"#),
    ("<a>&amp;lt;</a>", #"{"a": "&lt;"}"#),
    ("<a>&#65;&#x42;&#x1F3AC;&#00000067;</a>", #"{"a": "AB🎬C"}"#),
    ("<a>b<!-- <c> -- & -->d<?e <f?>g</a>", #"{"a": "bdg"}"#),
    ("<a><![CDATA[]]>b<![CDATA[<c>&d;]]]]></a>", #"{"a": "b<c>&d;]]"}"#),
    ("<?b?><!----><a/>", #"{"a": ""}"#),
    ("<é:_-.1/>", #"{"é:_-.1": ""}"#),
    ("<a/></b> & <!DOCTYPE", #"{"a": ""}"#),
    ("<a/>http:// https://b/c?d=e&f<g http://h", #"{"a": "", "url": "https://b/c?d=e&f"}"#),
    ("<url>a</url>http://b", #"{"url": ["a", "http://b"]}"#),
    ("\n https://a/b/\r\n", #"{"url": "https://a/b/"}"#),
    ("See \"http://a\\b\".", #"{"url": "http://a\\b"}"#),
    ("<a/>\u{1B}\u{0} http://b\u{1B}", #"{"a": "", "url": "http://b"}"#),
  ])
  func reads(_ xml: String, as json: String) throws {
    #expect(try convert(xml) == json)
    #expect(object(json) != nil)
  }

  @Test(arguments: [
    ("", 1, 1, "expected an XML document or an address, found none"),
    ("\u{FEFF} text http://", 1, 2, "expected an XML document or an address, found text"),
    ("<a>", 1, 4, "expected '</a>', found the end of the document"),
    ("<a>\né<b>é</a>", 2, 6, "expected '</b>', found '</a'"),
    ("<a></A>", 1, 4, "expected '</a>', found '</A'"),
    ("</a>", 1, 1, "expected an element, found '</a'"),
    ("<!-- a -->b", 1, 11, "expected an element, found 'b'"),
    ("<!-- a ", 1, 8, "expected '-->', found the end of the document"),
    ("<a><?b", 1, 7, "expected '?>', found the end of the document"),
    ("<a><![CDATA[b]]", 1, 16, "expected ']]>', found the end of the document"),
    ("<3", 1, 2, "expected a name, found '3'"),
    ("< a>", 1, 2, "expected a name, found white space"),
    ("<a", 1, 3, "expected '>', found the end of the document"),
    ("<a/ >", 1, 3, "expected '>', found '/'"),
    ("<a></a b>", 1, 8, "expected '>', found 'b'"),
    ("<a b>", 1, 5, "expected '=', found '>'"),
    ("<a b=c>", 1, 6, "expected a quotation mark, found 'c'"),
    ("<a b='c>\n<d>", 2, 1, "expected a quotation mark, found '<'"),
    ("<a b='c'd='e'/>", 1, 9, "expected '>', found 'd'"),
    ("<a b='c' b='d'/>", 1, 10, "expected the attribute 'b' once, found another"),
    ("<a b='&c;'/>", 1, 7, "expected an entity such as '&amp;' or '&#233;', found '&c;'"),
    ("<a>&nbsp;</a>", 1, 4, "expected an entity such as '&amp;' or '&#233;', found '&nbsp;'"),
    ("<a>b & c</a>", 1, 6, "expected an entity such as '&amp;', found '&'"),
    ("<a>&#xD800;</a>", 1, 4, "expected an entity such as '&amp;' or '&#233;', found '&#xD800;'"),
    ("<a>&#0;</a>", 1, 4, "expected an entity such as '&amp;' or '&#233;', found '&#0;'"),
    ("<!DOCTYPE a><a/>", 1, 1, "expected a document without a DOCTYPE, found '<!DOCTYPE'"),
    ("<a><!ENTITY b 'c'></a>", 1, 4, "expected a document without a DOCTYPE, found '<!ENTITY'"),
    ("<![CDATA[a]]><a/>", 1, 1, "expected a document without a DOCTYPE, found '<![CDATA[a]]'"),
    ("<a>\nb\u{0}</a>", 2, 2, "expected text, found a control character"),
  ])
  func refuses(_ xml: String, line: Int, column: Int, message: String) {
    expectProblem(Array(xml.utf8), line: line, column: column, message: message)
  }

  @Test(arguments: [
    [0xFF, 0xFE], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
  ])
  func refusesInvalidUTF8(_ bytes: [UInt8]) {
    expectProblem(
      Array("<a>\né".utf8) + bytes + Array("</a>".utf8), line: 2, column: 2,
      message: "expected UTF-8 text, found the byte 0x\(String(bytes[0], radix: 16).uppercased()), "
        + "which is not valid UTF-8")
  }

  @Test("refuses entities that grow")
  func refusesEntitiesThatGrow() {
    let levels = (1..<10).map { level in
      "<!ENTITY lol\(level) \"" + String(repeating: "&lol\(level - 1);", count: 10) + "\">"
    }
    let xml = "<!DOCTYPE lolz [<!ENTITY lol0 \"lol\">\(levels.joined())]><lolz>&lol9;</lolz>"
    expectProblem(
      Array("<?xml version='1.0'?>\n\(xml)".utf8), line: 2, column: 1,
      message: "expected a document without a DOCTYPE, found '<!DOCTYPE'")
  }

  @Test("limits the depth")
  func limitsTheDepth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    let json = try convert(nested(64))
    #expect(json.count { $0 == "{" } == 64)
    #expect(object(json) != nil)
    for depth in [65, 66, 100_000] {
      expectProblem(
        Array(nested(depth).utf8), line: 1, column: 193,
        message: "expected at most 64 elements inside each other")
    }
  }

  @Test("limits the bytes")
  func limitsTheBytes() throws {
    let spaces = String(repeating: " ", count: XMLElements.byteLimit - 4)
    #expect(try convert("<a/>\(spaces)") == #"{"a": ""}"#)
    expectProblem(
      Array("<a/>\(spaces) ".utf8), line: 1, column: 1,
      message: "expected at most 4.0 MiB, found more")
  }

  @Test("shortens problems")
  func shortensProblems() {
    let name = String(repeating: "é", count: 100_000)
    expectProblem(
      Array("<a></\(name)>".utf8), line: 1, column: 4,
      message: "expected '</a>', found '</\(name.prefix(40))…'")
  }

  // MARK: Large documents

  @Test(arguments: ["<a/>", "&#9;", "<!---->", "<![CDATA[]]>", "<a b='' c=''/>", "http://\n", "\\"])
  func readsManyOf(_ part: String) throws {
    let parts = String(repeating: part, count: 100_000 / part.utf8.count)
    let duration = try ContinuousClock().measure { _ = try convert("<r>\(parts)</r>\(parts)") }
    #expect(duration < .seconds(10))
  }

  @Test("reads many different elements")
  func readsManyDifferentElements() throws {
    let names = (0..<10_000).map { "n\($0)" }
    let json = try convert("<r>\(names.map { "<\($0)/>" }.joined())</r>")
    #expect((object(json)?["r"] as? [String: String])?.count == names.count)
  }

  @Test("reads many attributes")
  func readsManyAttributes() throws {
    let attributes = (0..<10_000).map { " n\($0)=''" }.joined()
    #expect(try convert("<r><a\(attributes) type='b'/></r>") == #"{"r": {"a:b": ""}}"#)
  }

  // MARK: Encodings

  @Test(
    "a document is read in the encoding that it has",
    arguments: [
      (.utf8, "<?xml version='1.0'?>"), (.utf16LittleEndian, "\u{FEFF}<?xml version='1.0'?>"),
      (.utf16BigEndian, "\u{FEFF}"), (.isoLatin1, "<?xml version='1.0' encoding='ISO-8859-1'?>"),
      (.windowsCP1252, "<?xml version='1.0' encoding=\"windows-1252\" ?>"),
      (.isoLatin2, "<?xml version='1.0'\r\n encoding = 'iso-8859-2'?>"),
      (.utf8, "<?xml version='1.0' encoding='utf-16'?>"),
      (.utf8, "<?xml version='1.0' encoding='shift_jis'?>"),
      (.utf8, "\u{FEFF}<?xml version='1.0' encoding='windows-1251'?>"),
    ] as [(String.Encoding, String)])
  func encodings(encoding: String.Encoding, start: String) throws {
    let text = start + "<movie><title>Né</title></movie>"
    #expect(try title(try #require(text.data(using: encoding))) == "Né")
  }

  @Test("the declaration comes before the options, and an unknown encoding has advice")
  func declaredEncoding() throws {
    let start = "<?xml version='1.0' encoding='KOI8-R'?><movie><title>a"
    let bytes = Data(start.utf8) + [0xC1] + Data("</title></movie>".utf8)
    #expect(try title(bytes, ReadingOptions(encoding: .windows1252)) == "aа")
    let other =
      Data(start.replacing("KOI8-R", with: "shift_jis").utf8) + bytes.dropFirst(start.count)
    let error = #expect(throws: InterchangeError.self) { try title(other) }
    #expect(
      error?.description
        == "a.nfo:1:58: the document is in the encoding 'shift_jis', which cannot be read; convert it "
        + "first: iconv -f shift_jis -t UTF-8 <file> > <new file>")
  }

  @Test("text in any encoding has an address")
  func addressInText() throws {
    let art: [UInt8] = [0xB0, 0xDB, 0x1A, 0x0A, 0xFF]
    let json = try XMLElements.json(of: art + Array(" http://a/b".utf8) + art)
    #expect(String(decoding: json, as: UTF8.self) == #"{"url": "http://a/b"}"#)
    expectProblem(
      art, line: 1, column: 1, message: "expected an XML document or an address, found text")
  }

  // MARK: Libraries

  /// The titles of a library, the kinds of its other elements, and its problems.
  private func library(_ text: String) throws -> [String] {
    var reader = InterchangeReader(
      source: ByteSource(bytes: Array(text.utf8)), fileName: "videodb.xml",
      ReadingOptions().choosing("nfo:library"), isXML: true)
    var lines: [String] = []
    while let record = try reader.next() {
      do { lines.append("\(reader.recordLine) \(try record.get().title)") } catch {
        lines.append("\(error)" + (error.hidesRest ? " …" : ""))
      }
    }
    return lines + reader.facts.otherKinds.map { "\($0.name) \($0.count)" }
  }

  @Test(
    "each movie of a library is a record",
    arguments: [
      ("<videodb/>", []),
      ("<?xml version='1.0'?><!-- --><VideoDB> </videodb> x", []),
      (
        """
        <videodb><version>1</version>
        <movie><title>A</title></movie><!-- --><movie><title>B</title><year>1999</year></movie>

        <tvshow><title>S</title><episodedetails><title>E</title></episodedetails></tvshow>
        <musicvideo/><movie><title>C</title></movie><paths><path>p</path></paths>
        </videodb>
        """, ["2 A", "2 B", "5 C", "TV series 1", "other media 1"]
      ),
      (
        "<videodb>\n<movie/><movie><title>A</title></movie></videodb>",
        ["videodb.xml:2:1: expected a 'title', found none", "2 A"]
      ),
      (
        "<videodb><movie><title>A</title></movie>\n<movie><title>B</titl></movie></videodb>",
        ["1 A", "videodb.xml:2:16: expected '</title>', found '</titl' …"]
      ),
      (
        "<videodb>\n<movie><title>A</title></movie>",
        ["2 A", "videodb.xml:2:32: expected '</videodb>', found the end of the document …"]
      ),
      ("<videodb></movie>", ["videodb.xml:1:12: expected '</videodb>', found '</movie' …"]),
      ("<videodb>a", ["videodb.xml:1:10: expected '</videodb>', found 'a' …"]),
    ] as [(String, [String])])
  func libraries(text: String, lines: [String]) throws {
    #expect(try library(text) == lines)
  }

  @Test("the limit of a library is that of each movie")
  func largeLibrary() throws {
    let plot = "<plot>" + String(repeating: "a", count: XMLElements.byteLimit / 4) + "</plot>"
    let movie = "<movie><title>A</title>\(plot)</movie>\n"
    let series = "<tvshow>" + String(repeating: "<a>\(plot)</a>", count: 5) + "</tvshow>"
    let text = "<videodb>\n" + String(repeating: movie, count: 5) + series
    #expect(
      try library(text + "</videodb>") == ["2 A", "3 A", "4 A", "5 A", "6 A", "TV series 1"])
    let large = "<movie>" + String(repeating: plot, count: 5) + "</movie>"
    #expect(
      try library("<videodb>\n\(movie)\(large)</videodb>")
        == ["2 A", "videodb.xml:3:1: expected at most 4.0 MiB, found more …"])
  }

  @Test("a document without a declaration is read in the encoding of the options")
  func chosenEncoding() throws {
    let bytes = try #require("<movie><title>Amélie</title></movie>".data(using: .windowsCP1252))
    #expect(try title(bytes, ReadingOptions(encoding: .windows1252)) == "Amélie")
    let error = #expect(throws: InterchangeError.self) { try title(bytes) }
    #expect(
      error?.description
        == "a.nfo:1:17: expected UTF-8 text, found the byte 0xE9, which is not valid UTF-8")
  }

  private func title(
    _ data: Data, _ options: ReadingOptions = ReadingOptions()
  ) throws -> String? {
    var reader = InterchangeReader(
      source: ByteSource(bytes: Array(data)), fileName: "a.nfo",
      options.choosing("nfo:movie"), isXML: true)
    return try reader.next()?.get().title
  }

  // MARK: Properties

  @Test("reads generated documents", arguments: 0..<UInt64(Tier.amount(10, full: 300)))
  func readsGeneratedDocuments(seed: UInt64) throws {
    var generator = Generator(seed: seed)
    let root = GeneratedElement(using: &generator)
    let xml = "<?xml version='1.0'?>\n\(root.xml(using: &generator))\n"
    let expected = [root.name.lowercased(): root.value] as NSDictionary
    #expect(object(try convert(xml)) as NSDictionary? == expected, "\(xml)")
  }

  @Test("reads or refuses every prefix")
  func readsOrRefusesEveryPrefix() throws {
    let bytes = Array(Self.sample.utf8)
    let end = try #require(Self.sample.range(of: "</movie>")).upperBound
    let length = Self.sample[..<end].utf8.count
    for count in 0..<bytes.count {
      #expect(isRead(Array(bytes[..<count])) == (count >= length), "\(count)")
    }
  }

  @Test("reads or refuses every suffix")
  func readsOrRefusesEverySuffix() throws {
    let bytes = Array(Self.sample.utf8)
    for count in 0..<bytes.count { _ = isRead(Array(bytes[count...])) }
  }

  @Test("reads or refuses every changed byte", .fullTier, arguments: 0..<8)
  func readsOrRefusesEveryChangedByte(part: Int) {
    let bytes = Array("<a b='c'>&#9;<d><![CDATA[e]]></d><!--f--><g type=\"h\"/>é</a> http://i".utf8)
    for index in stride(from: part, to: bytes.count, by: 8) {
      for byte in 0...UInt8.max {
        var changed = bytes
        changed[index] = byte
        _ = isRead(changed)
      }
    }
  }

  @Test("reads or refuses changes of the sample", .fullTier, arguments: 0..<8)
  func readsOrRefusesChangesOfTheSample(part: Int) {
    let bytes = Array(Self.sample.utf8)
    for index in stride(from: part, to: bytes.count, by: 8) {
      for byte in "<>&/!'\u{0}".utf8 {
        var changed = bytes
        changed[index] = byte
        _ = isRead(changed)
      }
      var shortened = bytes
      shortened.remove(at: index)
      _ = isRead(shortened)
    }
  }

  // MARK: Helpers

  private func convert(_ xml: String) throws -> String {
    let json = try XMLElements.json(of: Array(xml.utf8))
    return try #require(String(validating: json, as: UTF8.self))
  }

  /// Whether a document is read. What is read must be JSON, and a problem must have a location.
  private func isRead(_ bytes: [UInt8]) -> Bool {
    do {
      let json = try XMLElements.json(of: bytes)
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(json)) }
      return true
    } catch {
      #expect(
        error.location.line >= 1 && error.location.column >= 1
          && error.message.hasPrefix("expected "))
      return false
    }
  }

  private func object(_ json: String) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(json.utf8))) as? [String: Any]
  }

  private func expectProblem(
    _ xml: [UInt8], line: Int, column: Int, message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do {
      _ = try XMLElements.json(of: xml)
      Issue.record("read", sourceLocation: sourceLocation)
    } catch {
      #expect(error.message == message, sourceLocation: sourceLocation)
      #expect(
        "\(error.location.line):\(error.location.column)" == "\(line):\(column)",
        sourceLocation: sourceLocation)
    }
  }
}
