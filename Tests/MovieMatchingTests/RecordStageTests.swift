import MovieMatching
import MovieStore
import StoreTestSupport
import TestSupport
import Testing

/// The records that an import keeps until it knows what becomes of them.
@Suite(.limited) struct RecordStageTests {
  @Test(
    "A stage returns the drafts that it got, in their order",
    arguments: 1...4 as ClosedRange<UInt64>)
  func drafts(seed: UInt64) throws {
    var attributes = GeneratedAttributes(seed: seed)
    let drafts = try (0..<60).map { index in
      MovieDraft(
        title: index == 7 ? "" : "T\(index) é\u{301}\n\t\"",
        cast: (0..<(index % 5)).map { "N\($0) 名" },
        isFavorite: index % 3 == 0, attributes: try attributes.next())
    }
    try RecordStage.run { stage in
      var batch = RecordStage.Batch()
      for draft in drafts { batch.append(draft) }
      try stage.add(batch, of: 0)
      try stage.finish()
      let ids = Array(1...Int64(drafts.count))
      #expect(try stage.drafts(of: ids.reversed()) == drafts.reversed())
      let withoutCasts = drafts.map { draft in
        var draft = draft
        draft.cast = []
        return draft
      }
      #expect(try stage.drafts(of: ids, skipsCasts: true) == withoutCasts)
      var new: [MovieDraft] = []
      try stage.forEachNew { new.append($0) }
      #expect(new == drafts.filter { !$0.title.isEmpty })
    }
  }
}
