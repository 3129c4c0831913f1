import Foundation
import MovieSystem
import TestSupport
import Testing

@Suite(.limited) struct Base64Tests {
  @Test(
    "encodes the examples of RFC 4648",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func examples(text: String, expected: String) {
    #expect(Base64.encoded(Array(text.utf8)) == expected)
  }

  @Test("encodes every length and byte as Foundation does")
  func everyByte() {
    let all = (UInt8.min...UInt8.max).map(\.self) + (UInt8.min...UInt8.max).reversed()
    for count in 0...all.count {
      let bytes = Array(all.prefix(count))
      #expect(Base64.encoded(bytes) == Data(bytes).base64EncodedString())
    }
  }
}
