import MovieTerminal
import TestSupport
import Testing

@Suite("Properties of keys", .limited) struct KeyDecoderProperties {
  private static let pieces: [[UInt8]] =
    [
      "j", "é", "日", "😀", "\r", "\t", "\u{3}", "\u{7F}", "\u{1B}", "\u{1B}[A", "\u{1B}OB",
      "\u{1B}[3~", "\u{1B}[15~", "\u{1B}[[E", "\u{1B}[1;5C", "\u{1B}[M", "\u{1B}]0;t\u{7}",
      "\u{1B}P1\u{1B}\\", "\u{1B}[200~", "\u{1B}[201~", "[", "~", "O", "\\",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xF0, 0x9F]]

  private func bytes(_ random: inout RandomSource) -> [UInt8] {
    let count = Int.random(in: 0...12, using: &random)
    return (0..<count).flatMap { _ in Self.pieces.randomElement(using: &random) ?? [] }
  }

  @Test("where the bytes are parted changes nothing", arguments: 0..<20 as Range<UInt64>)
  func parted(seed: UInt64) {
    var random = RandomSource(seed: seed)
    for _ in 0..<100 {
      let bytes = bytes(&random)
      var whole = KeyDecoder()
      let keys = whole.decode(bytes)
      let last = whole.finish()
      for place in bytes.indices {
        var halves = KeyDecoder()
        let parted = halves.decode(bytes[..<place]) + halves.decode(bytes[place...])
        #expect(parted == keys, "\(bytes) at \(place)")
        #expect(halves.finish() == last, "\(bytes) at \(place)")
      }
      var single = KeyDecoder()
      #expect(bytes.flatMap { single.decode([$0]) } == keys, "\(bytes)")
    }
  }

  @Test("outside a paste, ^C is heard", arguments: 0..<20 as Range<UInt64>)
  func interrupt(seed: UInt64) {
    var random = RandomSource(seed: seed)
    for _ in 0..<100 {
      var decoder = KeyDecoder()
      let bytes = bytes(&random)
      _ = decoder.decode(bytes + Array("\u{1B}[201~".utf8))
      _ = decoder.finish()
      _ = decoder.decode(Array("\u{1B}[1;".utf8.prefix(Int.random(in: 0...4, using: &random))))
      #expect(decoder.decode([3]).last == .control("c"), "\(bytes)")
    }
  }

  @Test("there are never more keys than bytes, and none is forgotten", arguments: 0..<256)
  func counted(byte: Int) {
    for second in UInt8.min...UInt8.max {
      var decoder = KeyDecoder()
      let keys = decoder.decode([UInt8(byte), second])
      let count = keys.count + (decoder.finish() == nil ? 0 : 1)
      #expect((1...2).contains(count), "\(byte) \(second)")
    }
  }
}
