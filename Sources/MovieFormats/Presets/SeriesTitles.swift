internal import MovieStore
internal import MovieSystem

/// A title of a streaming service, such as `Dark: Season 1: Secrets`.
private struct EpisodeTitle {
  /// The texts between colons.
  let pieces: [Substring]
  /// The position of the first piece that is a season or an episode for sure.
  var surePiece: Int?
  /// The position of the first piece with a word that movies use, too, such as `Part 2`.
  var part: Int?
  /// Whether the title ends with an episode in parentheses.
  var endsInEpisode = false

  init(_ title: String) {
    pieces = title.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "：" }
      .map { Substring(String($0).trimmed) }
    for (index, piece) in pieces.enumerated().dropFirst() {
      switch EpisodeWords.kind(of: piece, isLast: index == pieces.count - 1) {
      case .sure: surePiece = surePiece ?? index
      case .part: part = part ?? index
      case nil: break
      }
    }
    if title.last == ")" || title.last == "）",
      let start = title.lastIndex(where: { $0 == "(" || $0 == "（" })
    {
      endsInEpisode = EpisodeWords.kind(of: title[start...].dropFirst().dropLast()) != nil
    }
  }

  /// Whether the service left out the names: such as `: : `.
  var isEmpty: Bool { pieces.allSatisfy(\.isEmpty) }

  /// The text before the piece.
  func beginning(before piece: Int) -> String {
    Folding.fold(pieces[..<piece].joined(separator: ":"))
  }
}

/// Which titles of a history are those of episodes, as all of its titles tell.
///
/// The source is 5,333 titles of four histories.
package struct SeriesTitles: Hashable, Sendable {
  /// What stands before a season.
  private var series: Set<String> = []
  /// The first titles with each beginning.
  private var titles: [String: Set<UInt64>] = [:]

  /// A beginning that so many titles share is that of a series.
  private static let titleCount = 3
  private static let limit = 1 << 18

  enum Answer {
    case movie, episode
    /// Perhaps an episode.
    case held
    /// Without any name.
    case untitled
  }

  /// Takes a title into account.
  mutating func add(_ text: String) {
    let title = EpisodeTitle(text)
    guard title.pieces.count > 1, titles.count < Self.limit else { return }
    let piece = title.surePiece ?? title.part.flatMap { $0 < title.pieces.count - 1 ? $0 : nil }
    if let piece { series.insert(title.beginning(before: piece)) }
    for count in 1..<min(title.pieces.count, Self.pieceLimit) {
      let beginning = title.beginning(before: count)
      if titles[beginning, default: []].count < Self.titleCount {
        titles[beginning, default: []].insert(Folding.fold(text).utf8.span.fnv1a)
      }
    }
  }

  private static let pieceLimit = 5

  /// Whether many titles have the beginning.
  private func areMany(_ beginning: String) -> Bool {
    titles[beginning]?.count ?? 0 >= Self.titleCount
  }

  /// What a title is.
  func answer(_ text: String) -> Answer {
    let title = EpisodeTitle(text)
    if title.surePiece != nil || title.endsInEpisode { return .episode }
    if title.pieces.count < 2 { return .movie }
    if title.isEmpty { return .untitled }
    if let part = title.part {
      return part < title.pieces.count - 1 || areMany(title.beginning(before: part))
        ? .episode : .held
    }
    let isSeries = (1..<title.pieces.count).contains {
      series.contains(title.beginning(before: $0))
    }
    return isSeries || areMany(title.beginning(before: 1)) ? .held : .movie
  }
}

/// The words of seasons and episodes.
private enum EpisodeWords {
  enum Kind {
    case sure
    /// Movies have such words, too.
    case part
  }

  /// What a text is that consists of such words and numbers.
  ///
  /// - Parameter isLast: Whether no other piece follows: a Roman number is then that of a movie.
  static func kind(of text: Substring, isLast: Bool = false) -> Kind? {
    guard text.utf8.count <= byteLimit else { return nil }
    let folded = Folding.fold(String(text))
    if limited.contains(folded.filter { $0.isLetter || $0.isNumber }) { return .sure }
    var (hasNumber, kind): (Bool, Kind?) = (false, nil)
    for token in tokens(of: folded) {
      if numbers.contains(token) || token.isDigits {
        hasNumber = true
      } else if !isLast, !hasNumber, kind != nil, romanNumbers.contains(token) {
        hasNumber = true
      } else if hasNumber && ordinals.contains(token) || kind != nil && letters.contains(token) {
        // Such as 1B, or 2. A part with a letter has no other number.
        hasNumber = true
      } else if seasons.contains(token) {
        kind = .sure
      } else if parts.contains(token) {
        kind = kind ?? .part
      } else if !["第", "der", "de", "의"].contains(token) {
        return nil
      }
    }
    return hasNumber ? kind : nil
  }

  private static let byteLimit = 80

  /// The words and numbers of a text; a number ends a word, and so do the characters before and
  /// after a number in Chinese and Japanese.
  private static func tokens(of text: String) -> [String] {
    var (tokens, last): ([String], Unicode.Scalar?) = ([], nil)
    for scalar in text.unicodeScalars {
      let isWordPart =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.generalCategory == .nonspacingMark
      defer { last = isWordPart ? scalar : nil }
      guard isWordPart else { continue }
      let isNew = last.map { isBoundary($0, scalar) } ?? true
      if isNew { tokens.append("") }
      tokens[tokens.count - 1].unicodeScalars.append(scalar)
    }
    return tokens
  }

  private static func isBoundary(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
    func kind(_ scalar: Unicode.Scalar) -> Int {
      if "0"..."9" ~= scalar { return 0 }
      if scalar == "第" { return 1 }
      return "一二三四五六七八九十".unicodeScalars.contains(scalar) ? 2 : 3
    }
    return kind(left) != kind(right)
  }

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map { Folding.fold(String($0)) })
  }

  private static let numbers = words(
    """
    one two three four five six seven eight nine ten eleven twelve first second third fourth fifth \
    sixth seventh eighth ninth tenth eins ein zwei drei vier fünf sechs sieben acht neun zehn erste \
    erster erstes zweite zweiter zweites dritte dritter vierte fünfte un une deux trois quatre cinq \
    sept huit neuf dix premier première deuxième troisième quatrième uno una dos tres cuatro cinco \
    seis siete ocho nueve diez primer primero primera segundo segunda tercero tercera due tre quattro \
    cinque sei otto nove dieci primo prima secondo seconda terzo terza um uma dois duas três quatro \
    sete oito dez primeiro primeira terceiro terceira een twee drie vier vijf zes zeven negen tien \
    eerste tweede derde en et to pierwszy pierwsza drugi druga trzeci trzecia czwarty czwarta piąty \
    první druhý druhá druhé třetí čtvrtý čtvrtá pátý pátá birinci ikinci üçüncü dördüncü beşinci bir \
    iki üç dört beş первый первая второй вторая третий третья один два три \
    一 二 三 四 五 六 七 八 九 十 十一 十二
    """)
  private static let romanNumbers = words("i ii iii iv v vi vii viii ix x xi xii")
  private static let ordinals = words("st nd rd th er re ère e ème ste de º ª o a")
  private static let letters = words("a b c d")

  private static let seasons = words(
    """
    season seasons series episode episodes s e ep staffel folge saison épisode épisodes temporada \
    temporadas episodio episodios série stagione stagioni episodi episódio seizoen aflevering sæson \
    afsnit säsong avsnitt sesong episod kausi jakso sezon odcinek sezóna řada epizoda évad epizód \
    rész sezonul sezonul episodul сезон серия эпизод серія κύκλος σεζόν επεισόδιο الموسم الحلقة \
    עונה פרק シーズン シリーズ エピソード 話 시즌 에피소드 화 季 集 mùa tập musim ซีซั่น ตอนที่
    """)

  private static let parts = words(
    """
    part parts chapter chapters volume vol book collection teil kapitel band buch partie chapitre \
    livre tome chapitres chap kap bind svazek svazky bölüm parte capítulo capitolo volumen \
    libro livro deel hoofdstuk boek del bok osa luku kirja \
    część rozdział tom księga část díl kapitola kniha kötet fejezet könyv часть глава том книга \
    μέρος κεφάλαιο τόμος الجزء الفصل パート 章 部 卷 巻 파트 장 부 phần bagian kısım
    """)

  /// Words that need no number, without spaces and hyphens.
  private static let limited: Set<String> = Set(
    """
    limitedseries miniseries miniserie miniseriet miniserien minisérie serielimitada sérielimitada \
    sérielimitée minisorozat minisarja miniserial минисериал мінісеріал limitedserie リミテッドシリーズ \
    ミニシリーズ 리미티드시리즈 迷你剧 迷你劇 限定系列 限定剧 限定劇 μίνισειρά minidizi miniseriál theepicminiseries specials \
    pilot pilotepisode pilotfolge pilotbölüm pilotaflevering pilotafsnit pilotavsnitt pilotti \
    pilottijakso piloto pilote episodiopilota episodiopiloto pilotnídíl пилот
    """.split(separator: " ").map { Folding.fold(String($0)).filter { $0.isLetter || $0.isNumber } }
  )
}
