/// Makes films up: plausible titles of several languages, and casts of several cultures.
struct MovieGenerator: Sendable {
  private let given = NameCorpus.given
  private let family = NameCorpus.family

  /// A title, and a cast of three to six different people.
  func film(_ numbers: inout SplitMix64) -> RandomMovie {
    let title = title(&numbers)
    let size = 3 + Int(numbers.below(4))
    var cast: [String] = []
    while cast.count < size {
      let name = numbers.pick(given) + " " + numbers.pick(family)
      if !cast.contains(name) { cast.append(name) }
    }
    return RandomMovie(title: title, cast: cast)
  }

  private func title(_ numbers: inout SplitMix64) -> String {
    switch numbers.below(12) {
    case 0: "The \(numbers.pick(Self.nouns)) of \(place(&numbers))"
    case 1:
      "A \(numbers.pick(Self.plainAdjectives)) \(numbers.pick(Self.nouns)) in \(place(&numbers))"
    case 2: "\(person(&numbers)) and the \(adjectiveNoun(&numbers))"
    case 3: "The \(adjectiveNoun(&numbers)) of \(person(&numbers))"
    case 4: "\(numbers.pick(Self.gerunds)) \(person(&numbers))"
    case 5: "Le \(numbers.pick(Self.french)) de \(person(&numbers))"
    case 6: "La \(numbers.pick(Self.spanish)) de \(person(&numbers))"
    case 7: "Los \(numbers.pick(Self.spanishMany)) de \(place(&numbers))"
    case 8: "Das \(numbers.pick(Self.german)) von \(place(&numbers))"
    case 9: "Il \(numbers.pick(Self.italian)) di \(person(&numbers))"
    case 10: "\(adjectiveNoun(&numbers)), \(adjectiveNoun(&numbers))"
    default: "The \(adjectiveNoun(&numbers)) of \(place(&numbers))"
    }
  }

  private func person(_ numbers: inout SplitMix64) -> String {
    numbers.below(3) == 0
      ? numbers.pick(given) : numbers.pick(given) + " " + numbers.pick(family)
  }

  private func adjectiveNoun(_ numbers: inout SplitMix64) -> String {
    let adjectives = numbers.below(2) == 0 ? Self.plainAdjectives : Self.adjectives
    return numbers.pick(adjectives) + " " + numbers.pick(Self.nouns)
  }

  private func place(_ numbers: inout SplitMix64) -> String { numbers.pick(Self.places) }
}

/// The words that titles are made of.
extension MovieGenerator {
  /// Adjectives that `a` can stand before.
  private static let plainAdjectives = words(
    "Bitter Blue Borrowed Broken Burning Careless Cold Crooked Crowded Dark Distant Faithful Final "
      + "First Foreign Forgotten Frozen Gentle Golden Green Hidden Hollow Lonely Long Lost Magnetic "
      + "Narrow Patient Perfect Quiet Reckless Restless Scarlet Second Secret Silent Silver Simple "
      + "Sleepless Slow Small Stolen Strange Stubborn Sudden Tender Velvet Wandering White Wild")

  private static let adjectives = words(
    "Absent Amber Ancient Empty Endless Honest Idle Impossible Invisible Old Open Ordinary Uncertain "
      + "Unfinished Unknown Unspoken")

  private static let nouns = words(
    "Accident Afternoon Alibi Anchor Apartment Arrival Balcony Bargain Bicycle Border Bridge Cabin "
      + "Carnival Ceremony Circus Clockmaker Confession Corridor Daughter Departure Desert Detective "
      + "Diary Dinner Echo Elevator Empire Evening Farewell Ferry Fortune Garden Ghost Harbor Heart "
      + "Holiday Hotel Hour House Island Journey Kingdom Kitchen Lantern Letter Lighthouse Machine "
      + "Market Mirror Money Monsoon Morning Mountain Neighbor Night Novel Ocean Orchard Orchestra "
      + "Passenger Photograph Pianist Portrait Promise Promises Rain Reunion Revenge River Road Room "
      + "Season Secret Shadow Silence Snow Soldier Song Station Stranger Summer Swimmer Tailor Thief "
      + "Tower Train Translator Village Violin Voyage Waltz Wedding Widow Window Winter Witness")

  private static let gerunds = words(
    "Becoming Burying Calling Chasing Escaping Finding Following Forgetting Forgiving Killing "
      + "Leaving Losing Loving Marrying Meeting Missing Remembering Saving Waking Watching")

  private static let french = words(
    "Bal Chagrin Chapeau Chemin Couteau Dîner Dimanche Fantôme Jardin Mariage Mensonge Mystère "
      + "Paradis Passé Portrait Procès Regard Retour Rêve Secret Silence Sourire Théâtre Voyage")

  private static let spanish = words(
    "Boda Calle Canción Casa Ciudad Culpa Despedida Espera Guitarra Hermana Herencia Isla Lluvia "
      + "Luna Mañana Memoria Montaña Muerte Noche Promesa Sombra Sonrisa Tormenta Venganza")

  private static let spanishMany = words(
    "Amantes Años Caballos Caminos Días Fantasmas Hermanos Hijos Inocentes Ladrones Músicos Niños "
      + "Olvidados Pájaros Sueños Testigos Vecinos Viajeros")

  private static let german = words(
    "Erbe Fenster Fräulein Geheimnis Haus Kind Königreich Licht Lied Mädchen Meer Schiff Schweigen "
      + "Spiel Testament Tor Urteil Versprechen Wunder Zimmer")

  private static let italian = words(
    "Bambino Bosco Cammino Canto Cavaliere Destino Giardino Giorno Maestro Mare Matrimonio Processo "
      + "Ritorno Segreto Silenzio Sogno Sorriso Tesoro Treno Viaggio")

  private static let places = words(
    "Alexandria Algiers Amsterdam Ankara Antwerp Århus Athens Baku Bahia Barcelona Beirut Belgrade "
      + "Bergen Berlin Bogotá Bombay Bordeaux Brno Bucharest Budapest Cádiz Cairo Calcutta Cartagena "
      + "Casablanca Chicago Córdoba Cork Cracow Dakar Damascus Dublin Düsseldorf Edinburgh Esfahan "
      + "Fez Florence Gdańsk Geneva Genoa Glasgow Göteborg Granada Guadalajara Haifa Hamburg Hanoi "
      + "Havana Helsinki Hokkaidō İzmir Istanbul Jakarta Jaipur Kampala Kiev Kraków Kyōto Kyoto Lagos "
      + "Lahore Leipzig Lima Lisbon Ljubljana Łódź London Lucerne Lyon Madrid Málaga Malmö Managua "
      + "Manila Maputo Marrakesh Marseille Medellín Melbourne Messina Mexico Milan Minsk Mombasa "
      + "Montevideo Montréal Moscow Munich Nagasaki Nairobi Naples Odessa Oporto Osaka Oslo Palermo "
      + "Panama Paris Pécs Perugia Porto Prague Quito Reykjavík Riga Rome Rotterdam Rouen Salamanca "
      + "Salzburg Samarkand Santiago Sarajevo Seoul Seville Shanghai Sofia Stockholm Tallinn Tangier "
      + "Tbilisi Tehran Toledo Toronto Toulouse Trieste Tripoli Tunis Turin Turku Tromsø Ulm Valencia "
      + "Valparaíso Vancouver Venice Verona Vienna Vilnius Warsaw Wellington Würzburg Zagreb Zanzibar "
      + "Zürich")

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }
}
