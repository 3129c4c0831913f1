/// The words of a language in the lists that people keep: names of months and days, yes and no, and
/// names of columns.
///
/// To add a language, add a value to ``all``. All words are read without case and accents.
package struct ListLanguage: Sendable {
  /// The name in English.
  package let name: String
  /// The names of the months, separated by commas; a month can have several.
  fileprivate let months: String
  /// The names of the days of the week. In English, `RelativeDate` has them.
  fileprivate var weekdays = ""
  fileprivate let yes: String
  fileprivate let no: String
  /// What a status says of a movie that was seen, or that is to be seen, besides yes; separated by
  /// commas.
  fileprivate var seen = ""
  fileprivate var planned = ""
  /// The names of the column of each field, separated by commas; the better ones first. Spaces do
  /// not count.
  package let columns: KeyValuePairs<String, String>

  /// The languages, in the order in which a name that several have is read.
  package static let all = [
    english, german, french, spanish, italian, portuguese, dutch, polish, czech, russian, chinese,
    japanese,
  ]

  private static let english = ListLanguage(
    name: "English",
    months: """
      january, february, march, april, may, june, july, august, september, october, november, december
      """,
    yes: "yes y true t 1 x ✓ ✔ ✔️ ☑ ☑️ ✅ 🗹 [x] on watched seen checked done",
    no: "no n false f 0 never ☐ ⬜ ✗ ✘ ❌ [] unwatched unseen unchecked",
    seen: "finished, completed, complete, rewatched, once, twice",
    planned: """
      to watch, want to watch, plan to watch, planned to watch, planned, planning, watchlist, \
      queue, queued, wishlist, backlog, to see, want to see
      """,
    columns: [
      "title": """
      title, name, film, movie, film name, movie name, film title, movie title, english title, \
      title in english
      """,
      "cast": "cast, actors, starring",
      "favorite": "favorite, favourite, fav, favorites, favourites, liked, loved, ♥, ❤",
      "year": """
      year, release year, year released, year of release, year made, yr, released, release date, \
      date released
      """,
      // A further rating is that of the public.
      "rating": """
      my rating, your rating, our rating, my score, your score, our score, my stars, ours, rating, \
      score, stars, rating 10
      """,
      "watched": """
      watched, watched date, date watched, watched on, watch date, watched at, when watched, \
      last watched, seen, seen on, date seen, last seen, viewed, viewed on, date viewed, \
      viewing date, day watched, shown, date shown, screened, screening date, done, \
      date finished, finished, finished on, date, when
      """,
      "genre": "genre, genres",
      "director": "director, directors, directed by",
      "runtime": """
      runtime, runtime mins, runtime minutes, running time, length, duration, min, mins, minutes, \
      runtime min
      """,
      "tag": "tag, tags, labels",
      "note": "note, notes, comment, comments, my notes, review, my review, remarks, thoughts",
      "aka": "aka, original title",
      "imdb": "imdb, imdb id, imdb url, imdb link",
      "tmdb": "tmdb, tmdb id, tmdb url, tmdb link",
      "letterboxd": "letterboxd, letterboxd uri, letterboxd url, letterboxd link",
    ])

  private static let german = ListLanguage(
    name: "German",
    months: """
      januar jänner, februar, märz maerz mrz, april, mai, juni, juli, august, september, oktober, \
      november, dezember
      """,
    weekdays: "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag",
    yes: "ja wahr", no: "nein falsch",
    seen: "gesehen, geschaut, angesehen, fertig",
    planned:
      "geplant, noch sehen, noch nicht gesehen, zu sehen, will ich sehen, merkliste, anschauen",
    columns: [
      "@status": "Status, Stand",
      "title": "Titel, Filmtitel, Film, Name, Filmname", "aka": "Originaltitel",
      "year": "Jahr, Erscheinungsjahr, Produktionsjahr, Baujahr",
      "rating": "meine Bewertung, meine Wertung, Bewertung, Wertung, Note, Punkte, Sterne",
      "director": "Regie, Regisseur, Regisseurin", "cast": "Darsteller, Schauspieler, Besetzung",
      "watched": "gesehen am, gesehen, zuletzt gesehen, angesehen, Sehdatum, Datum",
      "genre": "Genre, Genres",
      "runtime": "Laufzeit, Dauer, Länge",
      "note": "Notizen, Notiz, Kommentar, Bemerkung, Anmerkung",
      "favorite": "Favorit, Lieblingsfilm", "tag": "Schlagwörter, Schlagworte, Stichwörter",
    ])

  private static let french = ListLanguage(
    name: "French",
    months: """
      janvier, février, mars, avril, mai, juin, juillet, août, septembre, octobre, novembre, décembre
      """,
    weekdays: "lundi mardi mercredi jeudi vendredi samedi dimanche",
    yes: "oui vrai", no: "non faux",
    seen: "vu, vue, terminé",
    planned: "à voir, prévu, envie de voir, pas encore vu",
    columns: [
      "@status": "statut, état",
      "title": "titre, titre français, film, nom, titre du film",
      "aka": "titre original, titre VO", "year": "année, année de sortie, date de sortie",
      "rating": "ma note, note, notation, étoiles",
      "director": "réalisateur, réalisatrice, réalisateurs, réalisation, réalisateur(s)",
      "cast": "acteurs, distribution, casting",
      "watched":
        "vu le, vu, vue, date de visionnage, visionné le, visionné, regardé le, regardé, date",
      "genre": "genre, genres", "runtime": "durée", "favorite": "favori, coup de cœur",
      "note": "commentaire, commentaires, notes, remarques, avis, critique",
      "tag": "étiquettes, mots-clés",
    ])

  private static let spanish = ListLanguage(
    name: "Spanish",
    months: """
      enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre setiembre, octubre, \
      noviembre, diciembre
      """,
    weekdays: "lunes martes miércoles jueves viernes sábado domingo",
    yes: "sí verdadero", no: "no falso",
    seen: "visto, vista, terminada",
    planned: "por ver, pendiente, quiero ver, para ver",
    columns: [
      "@status": "estado",
      "title": "título, película, pelicula, nombre, título en español", "aka": "título original",
      "year": "año, ano, año de estreno, estreno",
      "rating": "mi nota, mi puntuación, puntuación, nota, calificación, valoración, estrellas",
      "director": "director, directora, dirección, dirigida por",
      "cast": "reparto, actores, elenco",
      "watched":
        "vista el, visto el, fecha de visionado, fecha vista, vista, visto, visionado, fecha",
      "genre": "género, géneros", "runtime": "duración", "favorite": "favorita, favorito",
      "note": "notas, comentario, comentarios, reseña", "tag": "etiquetas",
    ])

  private static let italian = ListLanguage(
    name: "Italian",
    months: """
      gennaio, febbraio, marzo, aprile, maggio, giugno, luglio, agosto, settembre, ottobre, \
      novembre, dicembre
      """,
    weekdays: "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    yes: "sì vero", no: "no falso",
    seen: "visto, vista, finito",
    planned: "da vedere, voglio vedere, in programma",
    columns: [
      "@status": "stato",
      "title": "titolo, film, nome, titolo italiano", "aka": "titolo originale",
      "year": "anno, anno di uscita, uscita",
      "rating": "il mio voto, mio voto, voto, valutazione, punteggio, stelle",
      "director": "regia, regista", "cast": "attori, interpreti",
      "watched": "visto il, vista il, data visione, data di visione, visto, vista, visione, data",
      "genre": "genere, generi", "runtime": "durata", "favorite": "preferito, preferiti",
      "note": "note, commento, commenti, recensione", "tag": "etichette",
    ])

  private static let portuguese = ListLanguage(
    name: "Portuguese",
    months: """
      janeiro, fevereiro, março, abril, maio, junho, julho, agosto, setembro, outubro, novembro, \
      dezembro
      """,
    weekdays: "segunda terça quarta quinta sexta sábado domingo",
    yes: "sim verdadeiro", no: "não falso",
    seen: "visto, vista, assistido, assistida, concluído",
    planned: "para ver, quero ver, para assistir, quero assistir, planejado",
    columns: [
      "@status": "estado, status, situação",
      "title": "título, filme, nome, título em português", "aka": "título original",
      "year": "ano, ano de lançamento, lançamento",
      "rating": "minha nota, nota, avaliação, classificação, pontuação, estrelas",
      "director": "diretor, diretora, realizador, realizadora, direção, realização",
      "cast": "elenco, atores",
      "watched": """
      assistido em, visto em, data em que assisti, assistido, visto, assisti, data assistido, data
      """,
      "genre": "gênero, género, gêneros", "runtime": "duração", "favorite": "favorito, favoritos",
      "note": "notas, comentário, comentários, observações, resenha",
      "tag": "etiquetas, marcadores",
    ])

  private static let dutch = ListLanguage(
    name: "Dutch",
    months: """
      januari, februari, maart mrt, april, mei, juni, juli, augustus, september, oktober, november, \
      december
      """,
    weekdays: "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    yes: "ja waar", no: "nee onwaar",
    seen: "gezien, bekeken",
    planned: "te zien, nog kijken, nog zien, wil ik zien, gepland",
    columns: [
      "@status": "status",
      "title": "titel, film, naam, filmtitel", "aka": "originele titel, oorspronkelijke titel",
      "year": "jaar, jaartal, bouwjaar",
      "rating": """
      mijn beoordeling, mijn cijfer, beoordeling, cijfer, waardering, score, sterren
      """,
      "director": "regisseur, regie", "cast": "acteurs, rolverdeling",
      "watched": "gezien op, gezien, bekeken op, bekeken, datum gezien, datum",
      "genre": "genre, genres",
      "runtime": "speelduur, duur, lengte", "favorite": "favoriet",
      "note": "notitie, notities, opmerking, opmerkingen, commentaar", "tag": "labels, trefwoorden",
    ])

  private static let polish = ListLanguage(
    name: "Polish",
    months: """
      styczeń stycznia, luty lutego, marzec marca, kwiecień kwietnia, maj maja, czerwiec czerwca, \
      lipiec lipca, sierpień sierpnia, wrzesień września, październik października, \
      listopad listopada, grudzień grudnia
      """,
    weekdays: "poniedziałek wtorek środa czwartek piątek sobota niedziela",
    yes: "tak prawda", no: "nie fałsz",
    seen: "obejrzane, obejrzany, obejrzano, widziane",
    planned: "do obejrzenia, chcę obejrzeć, planowane, zaplanowane",
    columns: [
      "@status": "status, stan",
      "title": "tytuł, tytuł polski, film, nazwa", "aka": "tytuł oryginalny, oryginalny tytuł",
      "year": "rok, rok produkcji, rok premiery",
      "rating": "moja ocena, ocena, gwiazdki", "director": "reżyser, reżyseria",
      "cast": "obsada, aktorzy",
      "watched":
        "obejrzano, obejrzany, obejrzane, data obejrzenia, data seansu, obejrzałem, widziane, data",
      "genre": "gatunek, gatunki", "runtime": "czas trwania, długość",
      "favorite": "ulubiony, ulubione", "note": "notatka, notatki, komentarz, uwagi, recenzja",
      "tag": "tagi",
    ])

  private static let czech = ListLanguage(
    name: "Czech",
    months: """
      leden ledna, únor února, březen března, duben dubna, květen května, červen června, \
      červenec července, srpen srpna, září, říjen října, listopad listopadu, prosinec prosince
      """,
    weekdays: "pondělí úterý středa čtvrtek pátek sobota neděle",
    yes: "ano pravda", no: "ne nepravda",
    seen: "zhlédnuto, viděno, shlédnuto",
    planned: "chci vidět, vidět, k vidění, plánováno",
    columns: [
      "@status": "stav, status",
      "title": "název, film, český název, titul", "aka": "původní název, originální název",
      "year": "rok, rok vydání, rok výroby",
      "rating": "moje hodnocení, mé hodnocení, hodnocení, hvězdičky", "director": "režisér, režie",
      "cast": "herci, hrají, obsazení",
      "watched": "zhlédnuto, shlédnuto, viděno, datum zhlédnutí, viděl, viděno dne, datum",
      "genre": "žánr, žánry", "runtime": "délka, stopáž", "favorite": "oblíbený, oblíbené",
      "note": "poznámka, poznámky, komentář, recenze", "tag": "štítky",
    ])

  private static let russian = ListLanguage(
    name: "Russian",
    months: """
      январь января, февраль февраля, март марта, апрель апреля, май мая, июнь июня, июль июля, \
      август августа, сентябрь сентября, октябрь октября, ноябрь ноября, декабрь декабря
      """,
    weekdays: "понедельник вторник среда четверг пятница суббота воскресенье",
    yes: "да истина", no: "нет ложь",
    seen: "просмотрено, просмотрен, посмотрел, посмотрела, смотрел, видел",
    planned: "хочу посмотреть, посмотреть, буду смотреть, в планах, запланировано",
    columns: [
      "@status": "статус",
      "title": "название, фильм, русское название, название фильма, наименование",
      "aka": "оригинальное название, оригинал", "year": "год, год выпуска, год выхода",
      "rating": "моя оценка, оценка, моя оценка, балл, рейтинг",
      "director": "режиссёр, режиссер, режиссура",
      "cast": "актёры, актеры, в ролях",
      "watched": "дата просмотра, просмотрено, просмотрен, посмотрел, смотрел, когда смотрел, дата",
      "genre": "жанр, жанры", "runtime": "длительность, продолжительность, хронометраж",
      "favorite": "любимый, избранное", "note": "заметка, заметки, комментарий, комментарии, отзыв",
      "tag": "теги, метки",
    ])

  // Their dates have characters after the numbers, which `DateParts` reads.
  private static let chinese = ListLanguage(
    name: "Chinese", months: "", yes: "是", no: "否", columns: ["title": "标题, 片名"])
  private static let japanese = ListLanguage(
    name: "Japanese", months: "", yes: "はい", no: "いいえ", columns: [:])
}

// The words as they are compared.
extension ListLanguage {
  /// The month of a name, or of the start of at least three letters that only one month has.
  static func month(_ word: String) -> Int? {
    if let month = monthNames.firstIndex(where: { $0.contains(word) }) { return month + 1 }
    guard word.unicodeScalars.count >= 3 else { return nil }
    let months = monthNames.indices.filter { monthNames[$0].contains { $0.hasPrefix(word) } }
    return months.count == 1 ? months[0] + 1 : nil
  }

  /// Whether the word is the name of a day of the week, or its start of at least two letters: such
  /// a name repeats what the date says.
  static func isWeekday(_ word: String) -> Bool {
    word.unicodeScalars.count >= 2 && weekdayNames.contains { $0.hasPrefix(word) }
  }

  /// Yes or no; `nil` for any other word.
  static func isYes(_ word: String) -> Bool? { answers[word] }

  /// Whether a movie with the status is to be seen: `false` for one that was seen; `nil` for any
  /// other text.
  package static func isPlanned(_ status: String) -> Bool? { statuses[status] }

  private static let statuses: [String: Bool] = {
    var statuses: [String: Bool] = [:]
    for language in all {
      for text in language.seen.split(separator: ",") { statuses[folded(text)] = false }
      for text in language.planned.split(separator: ",") { statuses[folded(text)] = true }
    }
    return statuses
  }()

  private static func folded(_ text: Substring) -> String { Folding.fold(String(text)).trimmed }

  /// Whether a text is the name of a row of totals.
  package static func isSummary(_ text: String) -> Bool { summaries.contains(Folding.fold(text)) }

  private static let summaries = Set(
    """
    total totals sum average avg mean count summe gesamt durchschnitt anzahl totale somme moyenne \
    promedio suma media somma medie totaal gemiddelde som razem średnia łącznie celkem průměr součet \
    итого всего среднее сумма média soma
    """.split(separator: " ").map { Folding.fold(String($0)) })

  private static let monthNames: [Set<String>] = {
    var names = [Set<String>](repeating: [], count: 12)
    for language in all where !language.months.isEmpty {
      for (month, texts) in zip(names.indices, language.months.split(separator: ",")) {
        names[month].formUnion(words(in: texts))
      }
    }
    return names
  }()

  private static let weekdayNames = Set(all.flatMap { words(in: $0.weekdays[...]) })

  private static let answers: [String: Bool] = {
    var answers: [String: Bool] = ["[ ]": false, "not watched": false, "not seen": false]
    for language in all {
      for word in words(in: language.yes[...]) { answers[word] = true }
      for word in words(in: language.no[...]) { answers[word] = false }
    }
    return answers
  }()

  private static func words(in text: Substring) -> [String] {
    text.split(separator: " ").map { Folding.fold(String($0)) }
  }
}
