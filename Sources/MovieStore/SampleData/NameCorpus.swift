/// Names that made-up people are called by.
enum NameCorpus {
  static let given = words(
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

  static let family = words(
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
