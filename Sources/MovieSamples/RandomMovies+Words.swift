/// The words of generated titles, and the names of generated actors.
extension RandomMovies {
  /// Adjectives that follow the article `a`, not `an`.
  static let plainAdjectives = words(
    "Bitter Blue Borrowed Broken Burning Careless Cold Crooked Crowded Dark Distant Faithful Final "
      + "First Foreign Forgotten Frozen Gentle Golden Green Hidden Hollow Lonely Long Lost Magnetic "
      + "Narrow Patient Perfect Quiet Reckless Restless Scarlet Second Secret Silent Silver Simple "
      + "Sleepless Slow Small Stolen Strange Stubborn Sudden Tender Velvet Wandering White Wild")

  static let adjectives = words(
    "Absent Amber Ancient Empty Endless Honest Idle Impossible Invisible Old Open Ordinary Uncertain "
      + "Unfinished Unknown Unspoken")

  static let nouns = words(
    "Accident Afternoon Alibi Anchor Apartment Arrival Balcony Bargain Bicycle Border Bridge Cabin "
      + "Carnival Ceremony Circus Clockmaker Confession Corridor Daughter Departure Desert Detective "
      + "Diary Dinner Echo Elevator Empire Evening Farewell Ferry Fortune Garden Ghost Harbor Heart "
      + "Holiday Hotel Hour House Island Journey Kingdom Kitchen Lantern Letter Lighthouse Machine "
      + "Market Mirror Money Monsoon Morning Mountain Neighbor Night Novel Ocean Orchard Orchestra "
      + "Passenger Photograph Pianist Portrait Promise Promises Rain Reunion Revenge River Road Room "
      + "Season Secret Shadow Silence Snow Soldier Song Station Stranger Summer Swimmer Tailor Thief "
      + "Tower Train Translator Village Violin Voyage Waltz Wedding Widow Window Winter Witness")

  static let gerunds = words(
    "Becoming Burying Calling Chasing Escaping Finding Following Forgetting Forgiving Killing "
      + "Leaving Losing Loving Marrying Meeting Missing Remembering Saving Waking Watching")

  static let french = words(
    "Bal Chagrin Chapeau Chemin Couteau Dîner Dimanche Fantôme Jardin Mariage Mensonge Mystère "
      + "Paradis Passé Portrait Procès Regard Retour Rêve Secret Silence Sourire Théâtre Voyage")

  static let spanish = words(
    "Boda Calle Canción Casa Ciudad Culpa Despedida Espera Guitarra Hermana Herencia Isla Lluvia "
      + "Luna Mañana Memoria Montaña Muerte Noche Promesa Sombra Sonrisa Tormenta Venganza")

  static let spanishMany = words(
    "Amantes Años Caballos Caminos Días Fantasmas Hermanos Hijos Inocentes Ladrones Músicos Niños "
      + "Olvidados Pájaros Sueños Testigos Vecinos Viajeros")

  static let german = words(
    "Erbe Fenster Fräulein Geheimnis Haus Kind Königreich Licht Lied Mädchen Meer Schiff Schweigen "
      + "Spiel Testament Tor Urteil Versprechen Wunder Zimmer")

  static let italian = words(
    "Bambino Bosco Cammino Canto Cavaliere Destino Giardino Giorno Maestro Mare Matrimonio Processo "
      + "Ritorno Segreto Silenzio Sogno Sorriso Tesoro Treno Viaggio")

  static let places = words(
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

  static let givenNames = words(
    """
    Ada Adam Agnes Ahmed Aiko Aisha Akira Alan Alba Albert Alejandro Alice Amara Amélie Amina
    Ana Anders André Ángela Anita Anna Anton Antonio Aroha Arthur Astrid Aurora Bao Beatriz
    Benedikt Bilal Björn Blanca Bruno Camille Carla Carlos Cécile Chantal Chen Chiara Chidi
    Clara Claude Cormac Daniel Daria David Deepa Delphine Diego Dmitri Dolores Ebba Edith
    Eduardo Elena Elif Elliot Emeka Emil Emma Enzo Erik Esther Eun-ji Eva Farah Fatima Félix
    Fernanda Filip Fiona Francesca Frida George Gia Giulia Goran Grace Greta Guadalupe Gustav
    Hadiza Hamid Hana Hannah Haruto Helena Henrik Hugo Ibrahim Ida Igor Ilse Ines Ingrid Irina
    Isabel Ivan Iwona Jack Jakub Jamal Jana Javier Jean Jelena Jin Joana Johan John Jorge José
    Josephine Juan Julia Jun Kai Kamal Karim Karin Kateřina Kenji Kofi Laila Lars Laura Layla
    Lea Leandro Leila Léo Li Lena Lina Linh Livia Lorenzo Louis Lucía Lukas Magda Mai Malik
    Mara Marcel Marek Margot María Marta Mary Mateo Matilda Max Mehmet Mei Mélanie Michał
    Miguel Mika Milan Min-jun Miriam Mohamed Mónica Nadia Naomi Nasir Natasha Nell Nia Nicolás
    Nils Nina Noah Noor Olga Oliver Olu Omar Oskar Paloma Paolo Parisa Patrick Paul Pavel Pedro
    Petra Pierre Priya Quentin Rachel Rafael Rania Ravi Renata René Rosa Ruth Sadie Said Sakura
    Samuel Sana Santiago Sara Saoirse Sebastian Selma Sergio Simone Sofia Søren Stella Sun-hee
    Svetlana Tadeusz Tariq Teresa Thandi Theo Thomas Tomás Tove Ulrike Uma Vera Victor Viktoria
    Wanjiru Walter Wei Xavier Ximena Yara Yasmin Yusuf Yuki Zainab Zara Zeynep Zofia Zoltán Žan
    """)

  static let familyNames = words(
    """
    Abadi Abara Abe Acosta Adeyemi Agarwal Aguilar Ahlberg Aho Akhtar Albrecht Alencar Almeida
    Alonso Álvarez Andersen Andrade Antonescu Aoki Arslan Asante Aubert Avila Aydın Bailey
    Bakker Balogun Bandara Banerjee Baptiste Barnes Baron Barros Bašić Bauer Beck Begum Bellini
    Benali Benítez Berg Bergström Bernard Bianchi Blanc Bondarenko Borg Bouchard Boyle Braga
    Brandt Brennan Brooks Brown Byrne Cabrera Camara Campos Cardoso Carlsen Carter Castillo
    Castro Černý Chanda Chang Chaudhary Chen Chevalier Choi Christensen Clarke Cohen Collins
    Conti Contreras Cooper Correia Costa Crespo Cruz Dahl Dang Das David Delgado Delorme Demir
    Deng Deschamps Diallo Díaz Dimitrov Dinh Diop Dogan Dubois Dufour Durand Dvořák Eban
    Ekström Eriksen Escobar Espinoza Evans Fabre Farouk Ferrari Ferreira Fischer Flores
    Fontaine Fournier Franco Frank Fuentes Fujita Gallo García Garnier Gauthier Georgiou Ghosh
    Giordano Girard Gomes González Grant Gray Greco Green Gruber Guerra Guerrero Gustafsson
    Gutiérrez Haas Haddad Hall Hansen Harris Hartmann Hashimoto Hassan Hayes Hernández Hill
    Hoang Hoffmann Holm Horváth Huang Hughes Hussain Ibrahim Ishikawa Ivanov Jackson Jankowski
    Jansen Jensen Jiménez Jones Jovanović Juárez Kaplan Kapoor Karlsson Kaya Keita Keller Kelly
    Khan Kim King Klein Kobayashi Koch Kolar Kovács Kowalski Kozlov Kumar Kurosaki Lam Lambert
    Landry Larsen Lefèvre Leroy Lindgren Lombardi López Lund Mahmoud Maier Malik Mancini
    Marchetti Marín Marino Martín Martins Mazur Mbeki Medina Mehta Meier Mendes Mendoza Mensah
    Meyer Miller Miranda Mitchell Molina Moore Morales Moreau Moreno Morgan Moretti Mori Müller
    Murphy Nakamura Navarro Ndiaye Nelson Neumann Nguyen Nielsen Noor Novák Nowak Nunes Núñez
    O'Brien O'Connor Ochoa Oduya Okafor Okoye Olsen Ono Ortega Ortiz Osei Otieno Owens Öztürk
    Pacheco Palmer Papadopoulos Park Parker Patel Paulsen Pavlov Pereira Pérez Perrin Petersen
    Petrović Pham Phillips Pinto Popescu Powell Prieto Quinn Quiroga Rahman Ramírez Ramos Rao
    Reid Renard Reyes Ribeiro Ricci Richter Rinaldi Rivera Roberts Robin Rocha Rodríguez Rojas
    Romano Rossi Roux Roy Ruiz Russo Saito Salas Salazar Sánchez Santos Sasaki Sato Schmidt
    Schneider Schubert Sharma Sheikh Silva Simmons Singh Sørensen Sokolov Soto Sousa Stewart
    Suárez Suzuki Svensson Szabó Takahashi Tanaka Taylor Thompson Torres Tran Tremblay Turner
    Ueda Valdés Vargas Vasquez Vega Vidal Vieira Virtanen Vogel Volkov Wagner Walker Wang Ward
    Watanabe Weber White Williams Wójcik Wolf Wood Wright Wu Yamamoto Yang Yılmaz Young Zając
    Zhang Zhou Ziegler Zimmermann Žižka
    """)

  private static func words(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
