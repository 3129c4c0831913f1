import MovieStore
import MovieSync
import MovieSystem
import TestSupport
import Testing

/// The law by which replicas merge what they know about a movie.
@Suite(.limited) struct MergeLawTests {
  /// Replicas that change one movie, and merge states of each other in between.
  private struct Replicas {
    var random: RandomSource
    var states: [MovieState]
    private var time: Int64 = 1_000
    /// Times that clocks show besides those that pass; another program can have stored any.
    var strangeTimes: [Int64] = []

    init(seed: UInt64) {
      random = RandomSource(seed: seed)
      var state = MovieState(origins: ["r0-1"])
      state.change(to: MovieDraft(title: "Heat")) { _ in SyncStamp(time: 1, replica: "r0") }
      states = Array(repeating: state, count: 3)
    }

    mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    mutating func step() {
      let replica = number(below: 3)
      var state = states[replica]
      // Clocks differ.
      time += Int64(number(below: 40)) - 15
      let isStrange = !strangeTimes.isEmpty && number(below: 2) == 0
      let time = isStrange ? strangeTimes[number(below: strangeTimes.count)] : time
      switch number(below: 5) {
      case 0: state.merge(states[number(below: 3)])
      case 1: state.delete()
      case 2: state.origins.insert("r\(replica)-\(number(below: 3))")
      default:
        var draft = state.draft.draft
        switch number(below: 4) {
        case 0: draft.title = "Title \(number(below: 4))"
        case 1: draft.isFavorite.toggle()
        case 2: draft.cast = (0..<number(below: 3)).map { "Actor \($0)" }
        default:
          draft.attributes[.rating] = [[], [.integer(7)], [.real(8.5)]][number(below: 3)]
          draft.attributes.tags = ["a", "b", "é", "e\u{301}"].filter { _ in number(below: 2) == 0 }
        }
        state.change(to: draft) { _ in SyncStamp(time: time, replica: "r\(replica)") }
      }
      states[replica] = state
    }
  }

  private static func merged(_ states: [MovieState]) -> MovieState {
    states.dropFirst().reduce(into: states[0]) { $0.merge($1) }
  }

  /// Expects neither the order nor the number of merges to matter.
  ///
  /// - Returns: The merged states.
  private static func expectLaw(_ states: [MovieState]) -> MovieState {
    let all = merged(states)
    #expect(merged([states[2], states[0], states[1]]) == all)
    #expect(merged([states[1], merged([states[2], states[0]])]) == all)
    #expect(merged([all, states[1], all]) == all)
    return all
  }

  private static let seeds = 1...UInt64(Tier.amount(12, full: 40))

  @Test("Merging is commutative, associative and idempotent", arguments: seeds)
  func law(seed: UInt64) throws {
    var replicas = Replicas(seed: seed)
    for _ in 0..<Tier.amount(25, full: 100) {
      replicas.step()
      let all = Self.expectLaw(replicas.states)
      #expect(all.json.bytes == Self.merged(replicas.states.reversed()).json.bytes)
    }
  }

  /// The ends of the numbers, and those of the times that a file can have.
  private static let endTimes: [Int64] = [
    .min, -1, 0, Clock.microseconds, Clock.microseconds + SyncStamp.aheadLimit,
    SyncStamp.times.upperBound, .max,
  ]

  @Test("Times at the ends of their range break no law", arguments: seeds)
  func lawAtEnds(seed: UInt64) {
    var replicas = Replicas(seed: seed)
    replicas.strangeTimes = Self.endTimes
    for _ in 0..<25 {
      replicas.step()
      let states = replicas.states
      let all = Self.expectLaw(states)
      for time in Self.endTimes {
        var (limited, absorbing) = (all, states[0])
        limited.limitTimes(to: SyncStamp(time: time, replica: "z"), after: time)
        absorbing.absorb(states[1], at: "r0")
        #expect(limited.values(areThoseOf: all))
      }
    }
  }

  @Test("A time that no clock shows is refused in every field", arguments: Self.endTimes)
  func timeOfField(time: Int64) {
    let fields = ["ADDED", "REMOVED", "TITLE", "RATING", "IN", "OUT", "FIRST"]
    let text = """
      {"origins":["a-1"],"added":{"a":ADDED},"removed":{"a":REMOVED},\
      "values":{"title":[["Heat"],TITLE,"a"],"rating":[[8],RATING,"a"]},\
      "lists":{"tag":{"x":[{"a":IN},{"a":OUT},FIRST,"a"]}}}
      """
    for field in fields {
      var json = text
      for other in fields { json.replace(other, with: other == field ? "\(time)" : "5") }
      let state = JSONValue(Array(json.utf8)).flatMap { MovieState($0) }
      #expect((state != nil) == SyncStamp.times.contains(time), "\(json)")
      if let state { #expect(state.latestTime == max(time, 5), "\(json)") }
    }
  }

  @Test("A state is the same after it was written and read", arguments: seeds)
  func json(seed: UInt64) throws {
    var replicas = Replicas(seed: seed)
    for _ in 0..<25 {
      replicas.step()
      let bytes = replicas.states[0].json.bytes
      let state = try #require(JSONValue(bytes).flatMap { MovieState($0) })
      #expect(state == replicas.states[0])
      #expect(state.json.bytes == bytes)
    }
  }

  private static func state(_ draft: MovieDraft) -> MovieState {
    var state = MovieState(origins: ["a-1"])
    state.change(to: draft) { _ in SyncStamp(time: 1, replica: "a") }
    return state
  }

  private static func change(
    _ state: MovieState, by replica: String, at time: Int64, _ body: (inout MovieDraft) -> Void
  ) -> MovieState {
    var (state, draft) = (state, state.draft.draft)
    body(&draft)
    state.change(to: draft) { _ in SyncStamp(time: time, replica: replica) }
    return state
  }

  @Test("Of a single value, the later change counts")
  func registers() {
    let first = Self.state(MovieDraft(title: "Heat"))
    let one = Self.change(first, by: "a", at: 20) { $0.attributes.rating = 7 }
    let other = Self.change(first, by: "b", at: 10) {
      $0.attributes.rating = 8
      $0.isFavorite = true
    }
    let draft = Self.merged([one, other]).draft.draft
    #expect(draft.attributes.rating == 7 && draft.isFavorite)
  }

  @Test("A value that was added outlasts a removal that had not seen it, and keeps its place")
  func lists() {
    let first = Self.state(MovieDraft(title: "Heat", attributes: [.tag: ["a", "b"]]))
    let removed = Self.change(first, by: "a", at: 30) { $0.attributes.tags = ["b"] }
    let added = Self.change(first, by: "b", at: 10) { $0.attributes.tags += ["c"] }
    #expect(Self.merged([removed, added]).draft.draft.attributes.tags == ["b", "c"])
    let again = Self.change(
      Self.change(first, by: "b", at: 10) { $0.attributes.tags = ["b"] }, by: "b", at: 20
    ) {
      $0.attributes.tags += ["a"]
    }
    #expect(Self.merged([removed, again]).draft.draft.attributes.tags == ["a", "b"])
  }

  @Test("A deletion counts less than a change that it had not seen")
  func deletions() {
    let first = Self.state(MovieDraft(title: "Heat"))
    var deleted = first
    deleted.delete()
    #expect(!Self.merged([first, deleted]).presence.isPresent)
    let changed = Self.change(first, by: "b", at: 5) { $0.isFavorite = true }
    let merged = Self.merged([deleted, changed])
    #expect(merged.presence.isPresent && merged.draft.draft.isFavorite)
    var seen = changed
    seen.delete()
    #expect(!Self.merged([deleted, changed, seen]).presence.isPresent)
  }

  @Test("Values that were lost, and not removed, stay")
  func losses() {
    let first = Self.state(
      MovieDraft(title: "Heat", isFavorite: true, attributes: [.rating: [8], .tag: ["a"]]))
    var state = first
    state.change(to: MovieDraft(title: "Heat"), filling: true) { _ in
      SyncStamp(time: 9, replica: "a")
    }
    #expect(state == first)
  }

  @Test("A value that was added again stays one when its times are limited")
  func limitedTimes() {
    let tagged = Self.change(Self.state(MovieDraft(title: "Heat")), by: "a", at: 70) {
      $0.attributes.tags = ["x"]
    }
    let removed = Self.change(tagged, by: "a", at: 75) { $0.attributes.tags = [] }
    let again = Self.change(removed, by: "a", at: 80) { $0.attributes.tags = ["x"] }
    for (state, tags) in [(tagged, ["x"]), (removed, []), (again, ["x"])] {
      var state = state
      state.limitTimes(to: SyncStamp(time: 60, replica: "z"), after: 60)
      #expect(state.draft.draft.attributes.tags == tags && state.presence.isPresent)
      #expect(state.latestTime == 60)
    }
  }

  @Test("Values that a merge keeps are later than those of the other movie, not than later edits")
  func absorbed() {
    let draft = MovieDraft(title: "Heat", attributes: [.rating: [5]])
    let kept = Self.state(draft)
    let other = Self.change(Self.state(MovieDraft(title: "Hitze")), by: "b", at: 50) {
      $0.attributes.rating = 6
    }
    let edited = Self.change(kept, by: "c", at: 60) { $0.attributes.rating = 8 }
    var merged = kept
    merged.absorb(other, at: "a")
    #expect(merged.draft.draft.title == "Heat" && merged.draft.draft.attributes.rating == 5)
    merged.merge(other)
    #expect(merged.draft.draft.attributes.rating == 5)
    merged.merge(edited)
    #expect(merged.draft.draft.attributes.rating == 8)
  }

  @Test("Values over the limits of a movie stay in the state")
  func overflow() {
    var state = Self.state(MovieDraft(title: "Heat"))
    for replica in ["a", "b", "c"] {
      let other = Self.change(Self.state(MovieDraft(title: "Heat")), by: replica, at: 5) {
        $0.attributes.tags = (0..<400).map { "\(replica)\($0)" }
      }
      state.merge(other)
    }
    let (draft, overflow) = state.draft
    #expect(overflow == [.tag] && draft.attributes.tags.count == 1_000)
    #expect(state.lists[.tag]?.count == 1_200)
  }

  @Test("Members of a newer version are kept and passed on")
  func newerVersion() throws {
    let text =
      #"{"origins":["a-1"],"added":{"a":1},"removed":{},"values":{"title":[["Heat"],1,"a"]},"#
    let newer = try #require(
      JSONValue(Array((text + #""poster":{"url":["x",1.50]}}"#).utf8)).flatMap { MovieState($0) })
    var older = try #require(
      JSONValue(Array((text.dropLast() + "}").utf8)).flatMap { MovieState($0) })
    older.merge(newer)
    #expect(
      String(decoding: older.json.bytes, as: UTF8.self).hasSuffix(#""poster":{"url":["x",1.50]}}"#))
  }

  @Test(
    "Text that is not a state is refused",
    arguments: [
      "", "{}", "[]", "{\"origins\":[]}", "nul", "{\"origins\":[\"a\"],\"added\":{\"a\":\"x\"}}",
      #"{"origins":["a"],"added":{},"removed":{},"values":{}}"#,
      #"{"origins":["a"],"added":{},"removed":{},"values":{"title":[[],1,"a"]}}"#,
      #"{"origins":["a"],"added":{},"removed":{},"values":{"title":[["x"]]}}"#,
    ]
      + [
        #""title":[["  "],1,"a"]"#, #""title":[["a\u0000b"],1,"a"]"#, #""title":[[""],1,"a"]"#,
        #""title":[[5],1,"a"]"#, #""title":[["x","y"],1,"a"]"#,
        #""title":[["\#(String(repeating: "x", count: 16_385))"],1,"a"]"#,
        #""title":[["x"],1,"a"],"year":[["next"]]"#, #""title":[["x"],1,"a"],"year":[[1868]]"#,
        #""title":[["x"],1,"a"],"rating":[[99]]"#, #""title":[["x"],1,"a"],"rating":[[1e999]]"#,
        #""title":[["x"],1,"a"],"rating":[[7,8]]"#, #""title":[["x"],1,"a"],"mykey":[[" x"]]"#,
        #""title":[["x"],1,"a"],"letterboxd":[["javascript:alert(1)"]]"#,
        #""title":[["x"],1,"a"],"Bad Key":[["v"]]"#, #""title":[["x"],1,"a"],"":[["v"]]"#,
        #""title":[["x"],1,"a"],"has":[["v"]]"#, #""title":[["x"],1,"a"],"tag":[["v"]]"#,
        #""title":[["x"],1,"a"],"favorite":[[2]]"#, #""title":[["x"],1,"a"],"cast":[["A",5]]"#,
        #""title":[["x"],1,"a"],"cast":[["A"," "]]"#,
        #""title":[["x"],1,"a"]},"lists":{"tag":{"":[{},{}]}"#,
        #""title":[["x"],1,"a"]},"lists":{"watched":{"soon":[{},{}]}"#,
        #""title":[["x"],1,"a"]},"lists":{"year":{"1995":[{},{}]}"#,
        #""title":[["x"],1,"a"]},"lists":{"cast":{"A":[{},{}]}"#,
        #""title":[["x"],1,"a"]},"lists":[""#,
      ].map { #"{"origins":["a"],"added":{"a":1},"removed":{},"values":{\#($0)}}"# })
  func invalid(text: String) {
    #expect(JSONValue(Array(text.utf8)).flatMap { MovieState($0) } == nil)
  }

  @Test("JSON is read and written without changes, and anything else is refused")
  func values() {
    for text in [
      "null", "true", "[]", "{}", #"{"a":[1,-2.50,1e9,"x\n\"\\é"],"":{"b":false}}"#,
    ] {
      #expect(JSONValue(Array(text.utf8)).map { String(decoding: $0.bytes, as: UTF8.self) } == text)
    }
    #expect(JSONValue(Array(#" [ "\u00e9\ud83c\udfac\/" ] "#.utf8)) == .array([.text("é🎬/")]))
    for text in [
      "", "[1,]", "{\"a\"}", "{1:2}", "\"\\x\"", "\"\\ud83c\"", "[", "1 2", "nan", "0x1",
      "\"a\nb\"",
      String(repeating: "[", count: 99),
    ] {
      #expect(JSONValue(Array(text.utf8)) == nil, "\(text)")
    }
  }
}

extension MovieState {
  /// Whether limiting times changed none of the single values.
  fileprivate func values(areThoseOf other: MovieState) -> Bool {
    registers.mapValues(\.values) == other.registers.mapValues(\.values)
  }
}
