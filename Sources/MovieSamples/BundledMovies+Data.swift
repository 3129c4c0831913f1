// swift-format-ignore-file: one movie per line, of any length.

extension BundledMovies {
  /// Title, year, country and principal cast in billing order, by year and title.
  static let lines = #"""
    Das Cabinet des Dr. Caligari|1920|Germany|Werner Krauss; Conrad Veidt; Friedrich Feher; Lil Dagover
    The Mark of Zorro|1920|United States|Douglas Fairbanks; Marguerite De La Motte; Noah Beery
    Way Down East|1920|United States|Lillian Gish; Richard Barthelmess; Lowell Sherman
    Körkarlen|1921|Sweden|Victor Sjöström; Hilda Borgström; Tore Svennberg
    The Kid|1921|United States|Charlie Chaplin; Edna Purviance; Jackie Coogan
    Häxan|1922|Sweden|Benjamin Christensen; Clara Pontoppidan; Oscar Stribolt
    Nosferatu|1922|Germany|Max Schreck; Gustav von Wangenheim; Greta Schröder; Alexander Granach
    Robin Hood|1922|United States|Douglas Fairbanks; Wallace Beery; Sam De Grasse; Enid Bennett
    Safety Last!|1923|United States|Harold Lloyd; Mildred Davis; Bill Strother
    The Ten Commandments|1923|United States|Theodore Roberts; Charles de Rochefort; Estelle Taylor
    Der letzte Mann|1924|Germany|Emil Jannings; Maly Delschaft; Max Hiller
    Sherlock Jr.|1924|United States|Buster Keaton; Kathryn McGuire; Joe Keaton
    The Thief of Bagdad|1924|United States|Douglas Fairbanks; Snitz Edwards; Charles Belcher; Julanne Johnston
    Ben-Hur|1925|United States|Ramon Novarro; Francis X. Bushman; May McAvoy
    The Gold Rush|1925|United States|Charlie Chaplin; Mack Swain; Tom Murray; Georgia Hale
    The Phantom of the Opera|1925|United States|Lon Chaney; Mary Philbin; Norman Kerry
    Faust|1926|Germany|Gösta Ekman; Emil Jannings; Camilla Horn
    The General|1926|United States|Buster Keaton; Marion Mack; Glen Cavender
    Metropolis|1927|Germany|Alfred Abel; Gustav Fröhlich; Rudolf Klein-Rogge; Brigitte Helm
    Napoléon|1927|France|Albert Dieudonné; Edmond Van Daële; Antonin Artaud
    Sunrise|1927|United States|George O'Brien; Janet Gaynor; Margaret Livingston
    The Jazz Singer|1927|United States|Al Jolson; May McAvoy; Warner Oland
    La Passion de Jeanne d'Arc|1928|France|Maria Falconetti; Eugène Silvain; André Berley
    The Circus|1928|United States|Charlie Chaplin; Merna Kennedy; Harry Crocker
    The Crowd|1928|United States|Eleanor Boardman; James Murray; Bert Roach
    Blackmail|1929|United Kingdom|Anny Ondra; John Longden; Sara Allgood
    Die Büchse der Pandora|1929|Germany|Louise Brooks; Fritz Kortner; Franz Lederer
    Un chien andalou|1929|France|Simone Mareuil; Pierre Batcheff; Luis Buñuel
    All Quiet on the Western Front|1930|United States|Louis Wolheim; Lew Ayres; John Wray
    Der blaue Engel|1930|Germany|Emil Jannings; Marlene Dietrich; Kurt Gerron
    Morocco|1930|United States|Gary Cooper; Marlene Dietrich; Adolphe Menjou
    City Lights|1931|United States|Charlie Chaplin; Virginia Cherrill; Florence Lee; Harry Myers
    Dracula|1931|United States|Bela Lugosi; Helen Chandler; David Manners; Dwight Frye; Edward Van Sloan
    Frankenstein|1931|United States|Colin Clive; Mae Clarke; John Boles; Boris Karloff
    M|1931|Germany|Peter Lorre; Otto Wernicke; Gustaf Gründgens
    The Public Enemy|1931|United States|James Cagney; Jean Harlow; Edward Woods
    Grand Hotel|1932|United States|Greta Garbo; John Barrymore; Joan Crawford; Wallace Beery; Lionel Barrymore
    Scarface|1932|United States|Paul Muni; Ann Dvorak; Karen Morley; Osgood Perkins; George Raft
    The Mummy|1932|United States|Boris Karloff; Zita Johann; David Manners; Arthur Byron
    Trouble in Paradise|1932|United States|Miriam Hopkins; Kay Francis; Herbert Marshall
    Duck Soup|1933|United States|Groucho Marx; Harpo Marx; Chico Marx; Zeppo Marx; Margaret Dumont
    King Kong|1933|United States|Fay Wray; Robert Armstrong; Bruce Cabot
    Little Women|1933|United States|Katharine Hepburn; Joan Bennett; Paul Lukas
    The Invisible Man|1933|United States|Claude Rains; Gloria Stuart; William Harrigan
    Imitation of Life|1934|United States|Claudette Colbert; Warren William; Rochelle Hudson
    It Happened One Night|1934|United States|Clark Gable; Claudette Colbert; Walter Connolly
    L'Atalante|1934|France|Michel Simon; Dita Parlo; Jean Dasté
    The Man Who Knew Too Much|1934|United Kingdom|Leslie Banks; Edna Best; Peter Lorre
    The Thin Man|1934|United States|William Powell; Myrna Loy; Maureen O'Sullivan
    A Night at the Opera|1935|United States|Groucho Marx; Chico Marx; Harpo Marx; Kitty Carlisle
    Bride of Frankenstein|1935|United States|Boris Karloff; Colin Clive; Valerie Hobson; Elsa Lanchester
    Mutiny on the Bounty|1935|United States|Charles Laughton; Clark Gable; Franchot Tone
    The 39 Steps|1935|United Kingdom|Robert Donat; Madeleine Carroll; Lucie Mannheim
    Top Hat|1935|United States|Fred Astaire; Ginger Rogers; Edward Everett Horton
    Modern Times|1936|United States|Charlie Chaplin; Paulette Goddard; Henry Bergman
    Mr. Deeds Goes to Town|1936|United States|Gary Cooper; Jean Arthur; George Bancroft
    My Man Godfrey|1936|United States|William Powell; Carole Lombard; Alice Brady
    A Star Is Born|1937|United States|Janet Gaynor; Fredric March; Adolphe Menjou
    La Grande Illusion|1937|France|Jean Gabin; Dita Parlo; Pierre Fresnay; Erich von Stroheim
    Pépé le Moko|1937|France|Jean Gabin; Mireille Balin; Gabriel Gabrio
    The Awful Truth|1937|United States|Irene Dunne; Cary Grant; Ralph Bellamy
    Bringing Up Baby|1938|United States|Katharine Hepburn; Cary Grant; Charles Ruggles
    La Bête humaine|1938|France|Jean Gabin; Simone Simon; Fernand Ledoux
    The Adventures of Robin Hood|1938|United States|Errol Flynn; Olivia de Havilland; Basil Rathbone; Claude Rains
    The Lady Vanishes|1938|United Kingdom|Margaret Lockwood; Michael Redgrave; Paul Lukas; May Whitty
    Gone with the Wind|1939|United States|Clark Gable; Vivien Leigh; Leslie Howard; Olivia de Havilland
    La Règle du jeu|1939|France|Nora Gregor; Paulette Dubost; Marcel Dalio; Jean Renoir
    Mr. Smith Goes to Washington|1939|United States|Jean Arthur; James Stewart; Claude Rains
    Ninotchka|1939|United States|Greta Garbo; Melvyn Douglas; Ina Claire
    Stagecoach|1939|United States|Claire Trevor; John Wayne; Andy Devine; John Carradine
    The Wizard of Oz|1939|United States|Judy Garland; Frank Morgan; Ray Bolger; Bert Lahr; Jack Haley
    Wuthering Heights|1939|United States|Merle Oberon; Laurence Olivier; David Niven
    His Girl Friday|1940|United States|Cary Grant; Rosalind Russell; Ralph Bellamy
    Rebecca|1940|United States|Laurence Olivier; Joan Fontaine; George Sanders; Judith Anderson
    The Grapes of Wrath|1940|United States|Henry Fonda; Jane Darwell; John Carradine
    The Great Dictator|1940|United States|Charlie Chaplin; Paulette Goddard; Jack Oakie
    The Philadelphia Story|1940|United States|Cary Grant; Katharine Hepburn; James Stewart
    Citizen Kane|1941|United States|Orson Welles; Joseph Cotten; Dorothy Comingore
    The Lady Eve|1941|United States|Barbara Stanwyck; Henry Fonda; Charles Coburn
    The Maltese Falcon|1941|United States|Humphrey Bogart; Mary Astor; Gladys George; Peter Lorre
    Casablanca|1942|United States|Humphrey Bogart; Ingrid Bergman; Paul Henreid; Claude Rains; Conrad Veidt
    The Magnificent Ambersons|1942|United States|Joseph Cotten; Dolores Costello; Anne Baxter; Tim Holt
    To Be or Not to Be|1942|United States|Carole Lombard; Jack Benny; Robert Stack
    Ossessione|1943|Italy|Clara Calamai; Massimo Girotti; Juan de Landa
    Shadow of a Doubt|1943|United States|Teresa Wright; Joseph Cotten; Macdonald Carey
    The Life and Death of Colonel Blimp|1943|United Kingdom|Roger Livesey; Deborah Kerr; Anton Walbrook
    Double Indemnity|1944|United States|Fred MacMurray; Barbara Stanwyck; Edward G. Robinson
    Gaslight|1944|United States|Charles Boyer; Ingrid Bergman; Joseph Cotten
    Laura|1944|United States|Gene Tierney; Dana Andrews; Clifton Webb
    María Candelaria|1944|Mexico|Dolores del Río; Pedro Armendáriz; Miguel Inclán
    Brief Encounter|1945|United Kingdom|Celia Johnson; Trevor Howard; Stanley Holloway
    Les Enfants du paradis|1945|France|Arletty; Jean-Louis Barrault; Pierre Brasseur
    Mildred Pierce|1945|United States|Joan Crawford; Jack Carson; Zachary Scott
    Roma città aperta|1945|Italy|Aldo Fabrizi; Anna Magnani; Marcello Pagliero
    Gilda|1946|United States|Rita Hayworth; Glenn Ford; George Macready
    Great Expectations|1946|United Kingdom|John Mills; Valerie Hobson; Bernard Miles
    It's a Wonderful Life|1946|United States|James Stewart; Donna Reed; Lionel Barrymore
    La Belle et la Bête|1946|France|Jean Marais; Josette Day; Mila Parély
    Notorious|1946|United States|Cary Grant; Ingrid Bergman; Claude Rains
    The Big Sleep|1946|United States|Humphrey Bogart; Lauren Bacall; John Ridgely
    The Killers|1946|United States|Burt Lancaster; Ava Gardner; Edmond O'Brien
    Black Narcissus|1947|United Kingdom|Deborah Kerr; Sabu; David Farrar; Flora Robson
    Miracle on 34th Street|1947|United States|Maureen O'Hara; John Payne; Edmund Gwenn
    Out of the Past|1947|United States|Robert Mitchum; Jane Greer; Kirk Douglas
    Hamlet|1948|United Kingdom|Laurence Olivier; Eileen Herlie; Basil Sydney
    Ladri di biciclette|1948|Italy|Lamberto Maggiorani; Enzo Staiola; Lianella Carell
    Red River|1948|United States|John Wayne; Montgomery Clift; Joanne Dru
    The Red Shoes|1948|United Kingdom|Anton Walbrook; Marius Goring; Moira Shearer
    The Treasure of the Sierra Madre|1948|United States|Humphrey Bogart; Walter Huston; Tim Holt
    Kind Hearts and Coronets|1949|United Kingdom|Dennis Price; Valerie Hobson; Joan Greenwood; Alec Guinness
    Little Women|1949|United States|June Allyson; Peter Lawford; Margaret O'Brien; Elizabeth Taylor
    The Third Man|1949|United Kingdom|Joseph Cotten; Alida Valli; Orson Welles; Trevor Howard
    晩春|1949|Japan|Chishū Ryū; Setsuko Hara; Yumeji Tsukioka
    All About Eve|1950|United States|Bette Davis; Anne Baxter; George Sanders; Celeste Holm
    Los olvidados|1950|Mexico|Estela Inda; Miguel Inclán; Alfonso Mejía
    Sunset Boulevard|1950|United States|William Holden; Gloria Swanson; Erich von Stroheim
    羅生門|1950|Japan|Toshiro Mifune; Machiko Kyō; Masayuki Mori; Takashi Shimura
    A Streetcar Named Desire|1951|United States|Vivien Leigh; Marlon Brando; Kim Hunter; Karl Malden
    An American in Paris|1951|United States|Gene Kelly; Leslie Caron; Oscar Levant
    Strangers on a Train|1951|United States|Farley Granger; Ruth Roman; Robert Walker
    The African Queen|1951|United States|Humphrey Bogart; Katharine Hepburn; Robert Morley
    The Day the Earth Stood Still|1951|United States|Michael Rennie; Patricia Neal; Hugh Marlowe
    High Noon|1952|United States|Gary Cooper; Thomas Mitchell; Lloyd Bridges; Katy Jurado; Grace Kelly
    Ikiru|1952|Japan|Takashi Shimura; Nobuo Kaneko; Shin'ichi Himori
    Singin' in the Rain|1952|United States|Gene Kelly; Donald O'Connor; Debbie Reynolds; Jean Hagen
    The Quiet Man|1952|United States|John Wayne; Maureen O'Hara; Barry Fitzgerald
    Umberto D.|1952|Italy|Carlo Battisti; Maria-Pia Casilio; Lina Gennari
    From Here to Eternity|1953|United States|Burt Lancaster; Montgomery Clift; Deborah Kerr; Donna Reed; Frank Sinatra
    Gentlemen Prefer Blondes|1953|United States|Jane Russell; Marilyn Monroe; Charles Coburn
    Le Salaire de la peur|1953|France|Yves Montand; Charles Vanel; Folco Lulli; Peter van Eyck
    Les Vacances de Monsieur Hulot|1953|France|Jacques Tati; Nathalie Pascaud; Michèle Rolla
    Roman Holiday|1953|United States|Gregory Peck; Audrey Hepburn; Eddie Albert
    The Wild One|1953|United States|Marlon Brando; Mary Murphy; Robert Keith
    Tokyo Story|1953|Japan|Chishū Ryū; Chieko Higashiyama; Setsuko Hara
    A Star Is Born|1954|United States|Judy Garland; James Mason; Jack Carson
    Godzilla|1954|Japan|Akira Takarada; Momoko Kōchi; Akihiko Hirata; Takashi Shimura
    La strada|1954|Italy|Anthony Quinn; Giulietta Masina; Richard Basehart
    On the Waterfront|1954|United States|Marlon Brando; Karl Malden; Lee J. Cobb; Rod Steiger; Eva Marie Saint
    Rear Window|1954|United States|James Stewart; Grace Kelly; Wendell Corey; Thelma Ritter
    Sabrina|1954|United States|Humphrey Bogart; Audrey Hepburn; William Holden
    七人の侍|1954|Japan|Toshiro Mifune; Takashi Shimura; Keiko Tsushima
    East of Eden|1955|United States|Julie Harris; James Dean; Raymond Massey
    Les Diaboliques|1955|France|Simone Signoret; Véra Clouzot; Paul Meurisse
    Ordet|1955|Denmark|Henrik Malberg; Emil Hass Christensen; Preben Lerdorff Rye
    Pather Panchali|1955|India|Kanu Banerjee; Karuna Banerjee; Subir Banerjee; Uma Dasgupta; Chunibala Devi
    Rebel Without a Cause|1955|United States|James Dean; Natalie Wood; Sal Mineo
    The Ladykillers|1955|United Kingdom|Alec Guinness; Cecil Parker; Herbert Lom; Peter Sellers; Katie Johnson
    The Night of the Hunter|1955|United States|Robert Mitchum; Shelley Winters; Lillian Gish
    Giant|1956|United States|Elizabeth Taylor; Rock Hudson; James Dean
    Invasion of the Body Snatchers|1956|United States|Kevin McCarthy; Dana Wynter; Larry Gates
    The Man Who Knew Too Much|1956|United States|James Stewart; Doris Day; Brenda de Banzie
    The Searchers|1956|United States|John Wayne; Jeffrey Hunter; Vera Miles; Natalie Wood
    The Ten Commandments|1956|United States|Charlton Heston; Yul Brynner; Anne Baxter
    Un condamné à mort s'est échappé|1956|France|François Leterrier; Charles Le Clainche; Maurice Beerblock
    12 Angry Men|1957|United States|Henry Fonda; Lee J. Cobb; Ed Begley; E. G. Marshall; Jack Warden
    An Affair to Remember|1957|United States|Cary Grant; Deborah Kerr; Richard Denning
    Det sjunde inseglet|1957|Sweden|Gunnar Björnstrand; Bengt Ekerot; Nils Poppe; Max von Sydow; Bibi Andersson
    Funny Face|1957|United States|Audrey Hepburn; Fred Astaire; Kay Thompson
    Kanał|1957|Poland|Teresa Iżewska; Tadeusz Janczar; Wieńczysław Gliński
    Le notti di Cabiria|1957|Italy|Giulietta Masina; François Périer; Amedeo Nazzari
    Mother India|1957|India|Nargis; Sunil Dutt; Rajendra Kumar; Raaj Kumar
    Paths of Glory|1957|United States|Kirk Douglas; Ralph Meeker; Adolphe Menjou
    Smultronstället|1957|Sweden|Victor Sjöström; Bibi Andersson; Ingrid Thulin; Gunnar Björnstrand
    The Bridge on the River Kwai|1957|United Kingdom|William Holden; Alec Guinness; Jack Hawkins; Sessue Hayakawa
    Летят журавли|1957|Soviet Union|Tatiana Samoilova; Aleksey Batalov; Vasily Merkuryev
    Cairo Station|1958|Egypt|Farid Shawqi; Hind Rostom; Youssef Chahine
    Mon oncle|1958|France|Jacques Tati; Jean-Pierre Zola; Adrienne Servantie
    Popiół i diament|1958|Poland|Zbigniew Cybulski; Ewa Krzyżewska; Wacław Zastrzeżyński
    The Fly|1958|United States|David Hedison; Patricia Owens; Vincent Price
    Touch of Evil|1958|United States|Charlton Heston; Janet Leigh; Orson Welles
    Vertigo|1958|United States|James Stewart; Kim Novak; Barbara Bel Geddes
    Ben-Hur|1959|United States|Charlton Heston; Jack Hawkins; Haya Harareet; Stephen Boyd
    Hiroshima mon amour|1959|France|Emmanuelle Riva; Eiji Okada; Bernard Fresson
    Imitation of Life|1959|United States|Lana Turner; John Gavin; Sandra Dee
    Les Quatre Cents Coups|1959|France|Jean-Pierre Léaud; Albert Rémy; Claire Maurier
    North by Northwest|1959|United States|Cary Grant; Eva Marie Saint; James Mason
    Orfeu Negro|1959|Brazil|Breno Mello; Marpessa Dawn; Lourdes de Oliveira
    Rio Bravo|1959|United States|John Wayne; Dean Martin; Ricky Nelson; Angie Dickinson
    Some Like It Hot|1959|United States|Marilyn Monroe; Tony Curtis; Jack Lemmon
    L'avventura|1960|Italy|Gabriele Ferzetti; Monica Vitti; Lea Massari
    La dolce vita|1960|Italy|Marcello Mastroianni; Anita Ekberg; Anouk Aimée; Yvonne Furneaux
    Ocean's 11|1960|United States|Frank Sinatra; Dean Martin; Sammy Davis Jr.; Peter Lawford
    Psycho|1960|United States|Anthony Perkins; Vera Miles; John Gavin; Martin Balsam; Janet Leigh
    Spartacus|1960|United States|Kirk Douglas; Laurence Olivier; Jean Simmons; Charles Laughton
    The Apartment|1960|United States|Jack Lemmon; Shirley MacLaine; Fred MacMurray
    The Magnificent Seven|1960|United States|Yul Brynner; Eli Wallach; Steve McQueen; Charles Bronson
    À bout de souffle|1960|France|Jean-Paul Belmondo; Jean Seberg; Daniel Boulanger
    하녀|1960|South Korea|Kim Jin-kyu; Ju Jeung-ryu; Lee Eun-shim
    Breakfast at Tiffany's|1961|United States|Audrey Hepburn; George Peppard; Patricia Neal
    L'Année dernière à Marienbad|1961|France|Delphine Seyrig; Giorgio Albertazzi; Sacha Pitoëff
    The Hustler|1961|United States|Paul Newman; Jackie Gleason; Piper Laurie; George C. Scott
    Une femme est une femme|1961|France|Anna Karina; Jean-Claude Brialy; Jean-Paul Belmondo
    Viridiana|1961|Spain|Silvia Pinal; Francisco Rabal; Fernando Rey
    West Side Story|1961|United States|Natalie Wood; Richard Beymer; Russ Tamblyn; Rita Moreno; George Chakiris
    Cape Fear|1962|United States|Gregory Peck; Robert Mitchum; Polly Bergen
    Dr. No|1962|United Kingdom|Sean Connery; Ursula Andress; Joseph Wiseman
    El ángel exterminador|1962|Mexico|Silvia Pinal; Enrique Rambal; Claudio Brook
    Jules et Jim|1962|France|Jeanne Moreau; Oskar Werner; Henri Serre
    L'eclisse|1962|Italy|Alain Delon; Monica Vitti; Francisco Rabal
    Lawrence of Arabia|1962|United Kingdom|Peter O'Toole; Alec Guinness; Anthony Quinn; Jack Hawkins
    Nóż w wodzie|1962|Poland|Leon Niemczyk; Jolanta Umecka; Zygmunt Malanowicz
    The Manchurian Candidate|1962|United States|Frank Sinatra; Laurence Harvey; Janet Leigh; Angela Lansbury
    To Kill a Mockingbird|1962|United States|Gregory Peck; Mary Badham; Phillip Alford
    8½|1963|Italy|Marcello Mastroianni; Claudia Cardinale; Anouk Aimée; Sandra Milo
    Charade|1963|United States|Cary Grant; Audrey Hepburn; Walter Matthau; James Coburn
    Il gattopardo|1963|Italy|Burt Lancaster; Claudia Cardinale; Alain Delon
    Le Mépris|1963|France|Brigitte Bardot; Michel Piccoli; Jack Palance; Fritz Lang
    The Birds|1963|United States|Tippi Hedren; Rod Taylor; Jessica Tandy; Suzanne Pleshette
    The Great Escape|1963|United States|Steve McQueen; James Garner; Richard Attenborough
    The Pink Panther|1963|United States|David Niven; Peter Sellers; Robert Wagner; Capucine
    A Hard Day's Night|1964|United Kingdom|John Lennon; Paul McCartney; George Harrison; Ringo Starr
    Dr. Strangelove|1964|United Kingdom|Peter Sellers; George C. Scott; Sterling Hayden
    Goldfinger|1964|United Kingdom|Sean Connery; Honor Blackman; Gert Fröbe
    Les Parapluies de Cherbourg|1964|France|Catherine Deneuve; Nino Castelnuovo; Anne Vernon
    Mary Poppins|1964|United States|Julie Andrews; Dick Van Dyke; David Tomlinson; Glynis Johns
    Zorba the Greek|1964|Greece|Anthony Quinn; Alan Bates; Irene Papas; Lila Kedrova
    砂の女|1964|Japan|Eiji Okada; Kyōko Kishida; Hiroko Itō
    Doctor Zhivago|1965|United Kingdom|Omar Sharif; Julie Christie; Geraldine Chaplin; Rod Steiger
    Obchod na korze|1965|Czechoslovakia|Ida Kamińska; Jozef Kroner; Hana Slivková
    Pierrot le Fou|1965|France|Jean-Paul Belmondo; Anna Karina; Graziella Galvani
    Repulsion|1965|United Kingdom|Catherine Deneuve; Ian Hendry; John Fraser
    The Sound of Music|1965|United States|Julie Andrews; Christopher Plummer; Eleanor Parker
    Blow-Up|1966|United Kingdom|Vanessa Redgrave; Sarah Miles; David Hemmings
    Il buono, il brutto, il cattivo|1966|Italy|Clint Eastwood; Eli Wallach; Lee Van Cleef
    La Noire de...|1966|Senegal|Mbissine Thérèse Diop; Anne-Marie Jelinek; Robert Fontaine
    La battaglia di Algeri|1966|Algeria|Jean Martin; Yacef Saadi; Brahim Haggiag
    Persona|1966|Sweden|Bibi Andersson; Liv Ullmann; Margaretha Krook
    Sedmikrásky|1966|Czechoslovakia|Jitka Cerhová; Ivana Karbanová; Julius Albert
    Un homme et une femme|1966|France|Anouk Aimée; Jean-Louis Trintignant; Pierre Barouh
    Belle de jour|1967|France|Catherine Deneuve; Jean Sorel; Michel Piccoli
    Bonnie and Clyde|1967|United States|Warren Beatty; Faye Dunaway; Michael J. Pollard; Gene Hackman
    Casino Royale|1967|United Kingdom|Peter Sellers; Ursula Andress; David Niven; Orson Welles
    Cool Hand Luke|1967|United States|Paul Newman; George Kennedy; Strother Martin
    In the Heat of the Night|1967|United States|Sidney Poitier; Rod Steiger; Warren Oates
    Le Samouraï|1967|France|Alain Delon; François Périer; Nathalie Delon
    The Graduate|1967|United States|Anne Bancroft; Dustin Hoffman; Katharine Ross
    2001: A Space Odyssey|1968|United Kingdom|Keir Dullea; Gary Lockwood; William Sylvester
    C'era una volta il West|1968|Italy|Claudia Cardinale; Henry Fonda; Jason Robards; Charles Bronson
    Night of the Living Dead|1968|United States|Duane Jones; Judith O'Dea; Karl Hardman
    Planet of the Apes|1968|United States|Charlton Heston; Roddy McDowall; Kim Hunter
    Rosemary's Baby|1968|United States|Mia Farrow; John Cassavetes; Ruth Gordon
    The Producers|1968|United States|Zero Mostel; Gene Wilder; Dick Shawn
    The Thomas Crown Affair|1968|United States|Steve McQueen; Faye Dunaway; Paul Burke
    Butch Cassidy and the Sundance Kid|1969|United States|Paul Newman; Robert Redford; Katharine Ross
    Easy Rider|1969|United States|Peter Fonda; Dennis Hopper; Jack Nicholson
    Midnight Cowboy|1969|United States|Dustin Hoffman; Jon Voight; Sylvia Miles
    The Italian Job|1969|United Kingdom|Michael Caine; Noël Coward; Benny Hill
    True Grit|1969|United States|John Wayne; Glen Campbell; Kim Darby
    Z|1969|France|Yves Montand; Irene Papas; Jean-Louis Trintignant
    El Topo|1970|Mexico|Alejandro Jodorowsky; Brontis Jodorowsky; Mara Lorenzio
    Il conformista|1970|Italy|Jean-Louis Trintignant; Stefania Sandrelli; Gastone Moschin; Dominique Sanda
    Le Cercle rouge|1970|France|Alain Delon; Bourvil; Gian Maria Volonté; Yves Montand
    Patton|1970|United States|George C. Scott; Karl Malden; Stephen Young
    A Clockwork Orange|1971|United Kingdom|Malcolm McDowell; Patrick Magee; Michael Bates
    Dirty Harry|1971|United States|Clint Eastwood; Harry Guardino; Reni Santoni
    Get Carter|1971|United Kingdom|Michael Caine; Ian Hendry; Britt Ekland
    Harold and Maude|1971|United States|Ruth Gordon; Bud Cort; Vivian Pickles
    Shaft|1971|United States|Richard Roundtree; Moses Gunn; Charles Cioffi
    The Beguiled|1971|United States|Clint Eastwood; Geraldine Page; Elizabeth Hartman
    The French Connection|1971|United States|Gene Hackman; Fernando Rey; Roy Scheider
    Walkabout|1971|Australia|Jenny Agutter; Luc Roeg; David Gulpilil
    Aguirre, der Zorn Gottes|1972|West Germany|Klaus Kinski; Helena Rojo; Del Negro
    Cabaret|1972|United States|Liza Minnelli; Michael York; Helmut Griem; Joel Grey
    Deliverance|1972|United States|Jon Voight; Burt Reynolds; Ned Beatty; Ronny Cox
    Le Charme discret de la bourgeoisie|1972|France|Fernando Rey; Paul Frankeur; Delphine Seyrig; Bulle Ogier; Stéphane Audran
    The Godfather|1972|United States|Marlon Brando; Al Pacino; James Caan; Robert Duvall; Diane Keaton
    The Harder They Come|1972|Jamaica|Jimmy Cliff; Janet Bartley; Carl Bradshaw
    Viskningar och rop|1972|Sweden|Harriet Andersson; Kari Sylwan; Ingrid Thulin; Liv Ullmann
    Солярис|1972|Soviet Union|Natalya Bondarchuk; Donatas Banionis; Jüri Järvet
    Amarcord|1973|Italy|Pupella Maggio; Armando Brancia; Magali Noël
    Don't Look Now|1973|United Kingdom|Julie Christie; Donald Sutherland; Hilary Mason
    El espíritu de la colmena|1973|Spain|Fernando Fernán Gómez; Teresa Gimpera; Ana Torrent
    Enter the Dragon|1973|Hong Kong|Bruce Lee; John Saxon; Jim Kelly
    La Nuit américaine|1973|France|Jacqueline Bisset; Valentina Cortese; Jean-Pierre Aumont; Jean-Pierre Léaud
    The Exorcist|1973|United States|Ellen Burstyn; Max von Sydow; Lee J. Cobb; Jason Miller; Linda Blair
    The Sting|1973|United States|Paul Newman; Robert Redford; Robert Shaw
    The Wicker Man|1973|United Kingdom|Edward Woodward; Britt Ekland; Diane Cilento; Christopher Lee
    Touki Bouki|1973|Senegal|Magaye Niang; Mareme Niang; Aminata Fall
    Angst essen Seele auf|1974|West Germany|Brigitte Mira; El Hedi ben Salem; Barbara Valentin
    Chinatown|1974|United States|Jack Nicholson; Faye Dunaway; John Huston
    Murder on the Orient Express|1974|United Kingdom|Albert Finney; Lauren Bacall; Martin Balsam; Ingrid Bergman
    The Conversation|1974|United States|Gene Hackman; John Cazale; Allen Garfield
    The Godfather Part II|1974|United States|Al Pacino; Robert Duvall; Diane Keaton; Robert De Niro
    The Great Gatsby|1974|United States|Robert Redford; Mia Farrow; Bruce Dern
    Young Frankenstein|1974|United States|Gene Wilder; Peter Boyle; Marty Feldman; Cloris Leachman
    Barry Lyndon|1975|United Kingdom|Ryan O'Neal; Marisa Berenson; Patrick Magee
    Dog Day Afternoon|1975|United States|Al Pacino; John Cazale; Charles Durning
    Jaws|1975|United States|Roy Scheider; Robert Shaw; Richard Dreyfuss; Lorraine Gary
    Monty Python and the Holy Grail|1975|United Kingdom|Graham Chapman; John Cleese; Terry Gilliam; Eric Idle; Terry Jones; Michael Palin
    One Flew Over the Cuckoo's Nest|1975|United States|Jack Nicholson; Louise Fletcher; William Redfield
    Picnic at Hanging Rock|1975|Australia|Rachel Roberts; Vivean Gray; Helen Morse
    Sholay|1975|India|Dharmendra; Sanjeev Kumar; Hema Malini; Amitabh Bachchan; Jaya Bhaduri
    Зеркало|1975|Soviet Union|Margarita Terekhova; Ignat Daniltsev; Larisa Tarkovskaya
    A Star Is Born|1976|United States|Barbra Streisand; Kris Kristofferson; Gary Busey
    All the President's Men|1976|United States|Dustin Hoffman; Robert Redford; Jack Warden
    Carrie|1976|United States|Sissy Spacek; Piper Laurie; Amy Irving; John Travolta
    King Kong|1976|United States|Jeff Bridges; Charles Grodin; Jessica Lange
    L'Aile ou la Cuisse|1976|France|Louis de Funès; Coluche; Ann Zacharias
    Network|1976|United States|Faye Dunaway; William Holden; Peter Finch; Robert Duvall
    Rocky|1976|United States|Sylvester Stallone; Talia Shire; Burt Young; Carl Weathers
    Taxi Driver|1976|United States|Robert De Niro; Jodie Foster; Albert Brooks; Harvey Keitel
    The Omen|1976|United Kingdom|Gregory Peck; Lee Remick; David Warner
    Annie Hall|1977|United States|Woody Allen; Diane Keaton; Tony Roberts
    Cet obscur objet du désir|1977|France|Fernando Rey; Carole Bouquet; Ángela Molina
    Close Encounters of the Third Kind|1977|United States|Richard Dreyfuss; François Truffaut; Teri Garr; Melinda Dillon
    Saturday Night Fever|1977|United States|John Travolta; Karen Lynn Gorney; Barry Miller
    Star Wars|1977|United States|Mark Hamill; Harrison Ford; Carrie Fisher; Peter Cushing; Alec Guinness
    Suspiria|1977|Italy|Jessica Harper; Stefania Casini; Flavio Bucci
    Una giornata particolare|1977|Italy|Sophia Loren; Marcello Mastroianni; John Vernon
    Grease|1978|United States|John Travolta; Olivia Newton-John; Stockard Channing
    Halloween|1978|United States|Donald Pleasence; Jamie Lee Curtis; Nancy Loomis; P. J. Soles
    Heaven Can Wait|1978|United States|Warren Beatty; Julie Christie; James Mason
    Invasion of the Body Snatchers|1978|United States|Donald Sutherland; Brooke Adams; Leonard Nimoy; Jeff Goldblum
    La Cage aux folles|1978|France|Ugo Tognazzi; Michel Serrault; Claire Maurier
    Superman|1978|United States|Marlon Brando; Gene Hackman; Christopher Reeve
    The Deer Hunter|1978|United States|Robert De Niro; John Cazale; John Savage; Meryl Streep; Christopher Walken
    Alien|1979|United Kingdom|Tom Skerritt; Sigourney Weaver; Veronica Cartwright; Harry Dean Stanton; John Hurt
    Apocalypse Now|1979|United States|Marlon Brando; Robert Duvall; Martin Sheen
    Die Blechtrommel|1979|West Germany|Mario Adorf; Angela Winkler; David Bennent
    Die Ehe der Maria Braun|1979|West Germany|Hanna Schygulla; Klaus Löwitsch; Ivan Desny
    Kramer vs. Kramer|1979|United States|Dustin Hoffman; Meryl Streep; Jane Alexander
    Mad Max|1979|Australia|Mel Gibson; Joanne Samuel; Hugh Keays-Byrne
    Manhattan|1979|United States|Woody Allen; Diane Keaton; Michael Murphy; Mariel Hemingway
    Сталкер|1979|Soviet Union|Alisa Freindlich; Alexander Kaidanovsky; Anatoly Solonitsyn; Nikolai Grinko
    Airplane!|1980|United States|Robert Hays; Julie Hagerty; Leslie Nielsen
    Le Dernier Métro|1980|France|Catherine Deneuve; Gérard Depardieu; Jean Poiret
    Raging Bull|1980|United States|Robert De Niro; Cathy Moriarty; Joe Pesci
    The Blues Brothers|1980|United States|John Belushi; Dan Aykroyd; James Brown
    The Elephant Man|1980|United Kingdom|Anthony Hopkins; John Hurt; Anne Bancroft
    The Empire Strikes Back|1980|United States|Mark Hamill; Harrison Ford; Carrie Fisher; Billy Dee Williams
    The Gods Must Be Crazy|1980|South Africa|Marius Weyers; Sandra Prinsloo; N!xau
    The Shining|1980|United Kingdom|Jack Nicholson; Shelley Duvall; Danny Lloyd; Scatman Crothers
    An American Werewolf in London|1981|United Kingdom|David Naughton; Jenny Agutter; Griffin Dunne
    Chariots of Fire|1981|United Kingdom|Ben Cross; Ian Charleson; Nigel Havers
    Das Boot|1981|West Germany|Jürgen Prochnow; Herbert Grönemeyer; Klaus Wennemann
    Gallipoli|1981|Australia|Mel Gibson; Mark Lee; Bill Kerr
    Mephisto|1981|Hungary|Klaus Maria Brandauer; Ildikó Bánsági; Krystyna Janda
    Raiders of the Lost Ark|1981|United States|Harrison Ford; Karen Allen; Paul Freeman
    Blade Runner|1982|United States|Harrison Ford; Rutger Hauer; Sean Young; Edward James Olmos
    Cat People|1982|United States|Nastassja Kinski; Malcolm McDowell; John Heard
    E.T. the Extra-Terrestrial|1982|United States|Dee Wallace; Peter Coyote; Henry Thomas
    Fanny och Alexander|1982|Sweden|Pernilla Allwin; Bertil Guve; Jan Malmsjö; Ewa Fröling
    Fitzcarraldo|1982|West Germany|Klaus Kinski; Claudia Cardinale; José Lewgoy
    Gandhi|1982|United Kingdom|Ben Kingsley; Candice Bergen; Edward Fox
    The Thing|1982|United States|Kurt Russell; Wilford Brimley; Keith David
    Tootsie|1982|United States|Dustin Hoffman; Jessica Lange; Teri Garr
    Yol|1982|Turkey|Tarık Akan; Şerif Sezer; Halil Ergün
    La Traviata|1983|Italy|Teresa Stratas; Plácido Domingo; Cornell MacNeil
    Local Hero|1983|United Kingdom|Peter Riegert; Denis Lawson; Burt Lancaster
    Scarface|1983|United States|Al Pacino; Steven Bauer; Michelle Pfeiffer
    To Be or Not to Be|1983|United States|Mel Brooks; Anne Bancroft; Tim Matheson
    Amadeus|1984|United States|F. Murray Abraham; Tom Hulce; Elizabeth Berridge
    Ghostbusters|1984|United States|Bill Murray; Dan Aykroyd; Sigourney Weaver; Harold Ramis
    Los santos inocentes|1984|Spain|Alfredo Landa; Francisco Rabal; Terele Pávez
    Once Upon a Time in America|1984|United States|Robert De Niro; James Woods; Elizabeth McGovern
    Paris, Texas|1984|West Germany|Harry Dean Stanton; Nastassja Kinski; Dean Stockwell
    The Terminator|1984|United States|Arnold Schwarzenegger; Michael Biehn; Linda Hamilton
    This Is Spinal Tap|1984|United States|Michael McKean; Christopher Guest; Harry Shearer
    Back to the Future|1985|United States|Michael J. Fox; Christopher Lloyd; Lea Thompson; Crispin Glover
    Brazil|1985|United Kingdom|Jonathan Pryce; Robert De Niro; Katherine Helmond
    La historia oficial|1985|Argentina|Norma Aleandro; Héctor Alterio; Chunchuna Villafañe
    Out of Africa|1985|United States|Meryl Streep; Robert Redford; Klaus Maria Brandauer
    Ran|1985|Japan|Tatsuya Nakadai; Akira Terao; Jinpachi Nezu; Mieko Harada
    The Breakfast Club|1985|United States|Emilio Estevez; Anthony Michael Hall; Judd Nelson; Molly Ringwald; Ally Sheedy
    Иди и смотри|1985|Soviet Union|Aleksei Kravchenko; Olga Mironova; Liubomiras Laucevičius
    Aliens|1986|United States|Sigourney Weaver; Michael Biehn; Carrie Henn
    Blue Velvet|1986|United States|Isabella Rossellini; Kyle MacLachlan; Dennis Hopper; Laura Dern
    Jean de Florette|1986|France|Yves Montand; Gérard Depardieu; Daniel Auteuil
    Platoon|1986|United States|Tom Berenger; Willem Dafoe; Charlie Sheen
    The Fly|1986|United States|Jeff Goldblum; Geena Davis; John Getz
    The Name of the Rose|1986|West Germany|Sean Connery; F. Murray Abraham; Christian Slater
    Top Gun|1986|United States|Tom Cruise; Kelly McGillis; Val Kilmer
    Au revoir les enfants|1987|France|Gaspard Manesse; Raphaël Fejtő; Francine Racette
    Babettes gæstebud|1987|Denmark|Stéphane Audran; Bodil Kjer; Birgitte Federspiel
    Der Himmel über Berlin|1987|West Germany|Bruno Ganz; Solveig Dommartin; Otto Sander; Peter Falk
    Dirty Dancing|1987|United States|Jennifer Grey; Patrick Swayze; Jerry Orbach
    Fatal Attraction|1987|United States|Michael Douglas; Glenn Close; Anne Archer
    Full Metal Jacket|1987|United Kingdom|Matthew Modine; Adam Baldwin; Vincent D'Onofrio
    Pelle Erobreren|1987|Denmark|Max von Sydow; Pelle Hvenegaard; Erik Paaske
    The Princess Bride|1987|United States|Cary Elwes; Mandy Patinkin; Chris Sarandon; Robin Wright
    Yeelen|1987|Mali|Issiaka Kane; Aoua Sangare; Niamanto Sanogo
    紅高粱|1987|China|Gong Li; Jiang Wen; Teng Rujun
    A Fish Called Wanda|1988|United Kingdom|John Cleese; Jamie Lee Curtis; Kevin Kline; Michael Palin
    Beetlejuice|1988|United States|Michael Keaton; Alec Baldwin; Geena Davis; Winona Ryder
    Die Hard|1988|United States|Bruce Willis; Alan Rickman; Bonnie Bedelia
    Le Grand Bleu|1988|France|Rosanna Arquette; Jean-Marc Barr; Jean Reno
    Mujeres al borde de un ataque de nervios|1988|Spain|Carmen Maura; Antonio Banderas; Julieta Serrano; Rossy de Palma
    Nuovo Cinema Paradiso|1988|Italy|Philippe Noiret; Salvatore Cascio; Marco Leonardi; Jacques Perrin
    Rain Man|1988|United States|Dustin Hoffman; Tom Cruise; Valeria Golino
    Salaam Bombay!|1988|India|Shafiq Syed; Hansa Vithal; Chanda Sharma
    Batman|1989|United States|Jack Nicholson; Michael Keaton; Kim Basinger
    Dead Poets Society|1989|United States|Robin Williams; Robert Sean Leonard; Ethan Hawke
    Do the Right Thing|1989|United States|Danny Aiello; Ossie Davis; Ruby Dee; Spike Lee
    My Left Foot|1989|Ireland|Daniel Day-Lewis; Brenda Fricker; Ray McAnally
    When Harry Met Sally...|1989|United States|Billy Crystal; Meg Ryan; Carrie Fisher
    悲情城市|1989|Taiwan|Tony Leung Chiu-wai; Sung Young Chen; Jack Kao
    An Angel at My Table|1990|New Zealand|Kerry Fox; Alexia Keogh; Karen Fergusson
    Edward Scissorhands|1990|United States|Johnny Depp; Winona Ryder; Dianne Wiest
    Goodfellas|1990|United States|Robert De Niro; Ray Liotta; Joe Pesci; Lorraine Bracco
    Misery|1990|United States|James Caan; Kathy Bates; Frances Sternhagen
    Pretty Woman|1990|United States|Richard Gere; Julia Roberts; Ralph Bellamy
    Total Recall|1990|United States|Arnold Schwarzenegger; Rachel Ticotin; Sharon Stone
    ¡Átame!|1990|Spain|Victoria Abril; Antonio Banderas; Loles León
    Cape Fear|1991|United States|Robert De Niro; Nick Nolte; Jessica Lange; Juliette Lewis
    Delicatessen|1991|France|Dominique Pinon; Marie-Laure Dougnac; Jean-Claude Dreyfus
    La Double Vie de Véronique|1991|France|Irène Jacob; Philippe Volter; Sandrine Dumas
    Les Amants du Pont-Neuf|1991|France|Juliette Binoche; Denis Lavant; Klaus Michael Grüber
    The Silence of the Lambs|1991|United States|Jodie Foster; Anthony Hopkins; Scott Glenn; Ted Levine
    Thelma & Louise|1991|United States|Susan Sarandon; Geena Davis; Harvey Keitel
    大紅燈籠高高掛|1991|China|Gong Li; He Saifei; Cao Cuifen
    Como agua para chocolate|1992|Mexico|Lumi Cavazos; Marco Leonardi; Regina Torné
    El mariachi|1992|Mexico|Carlos Gallardo; Consuelo Gómez; Peter Marquardt
    Howards End|1992|United Kingdom|Anthony Hopkins; Vanessa Redgrave; Helena Bonham Carter; Emma Thompson
    Reservoir Dogs|1992|United States|Harvey Keitel; Tim Roth; Chris Penn; Steve Buscemi
    The Crying Game|1992|Ireland|Stephen Rea; Miranda Richardson; Forest Whitaker; Jaye Davidson
    Un cœur en hiver|1992|France|Daniel Auteuil; Emmanuelle Béart; André Dussollier
    Unforgiven|1992|United States|Clint Eastwood; Gene Hackman; Morgan Freeman; Richard Harris
    Groundhog Day|1993|United States|Bill Murray; Andie MacDowell; Chris Elliott
    In the Name of the Father|1993|Ireland|Daniel Day-Lewis; Emma Thompson; Pete Postlethwaite
    Jurassic Park|1993|United States|Sam Neill; Laura Dern; Jeff Goldblum
    Schindler's List|1993|United States|Liam Neeson; Ben Kingsley; Ralph Fiennes
    The Fugitive|1993|United States|Harrison Ford; Tommy Lee Jones; Sela Ward
    The Piano|1993|New Zealand|Holly Hunter; Harvey Keitel; Sam Neill; Anna Paquin
    Trois couleurs : Bleu|1993|France|Juliette Binoche; Benoît Régent; Florence Pernel
    霸王别姬|1993|China|Leslie Cheung; Zhang Fengyi; Gong Li
    Chungking Express|1994|Hong Kong|Brigitte Lin; Takeshi Kaneshiro; Tony Leung Chiu-wai; Faye Wong
    Forrest Gump|1994|United States|Tom Hanks; Robin Wright; Gary Sinise
    Heavenly Creatures|1994|New Zealand|Melanie Lynskey; Kate Winslet; Sarah Peirse
    Il postino|1994|Italy|Massimo Troisi; Philippe Noiret; Maria Grazia Cucinotta
    Little Women|1994|United States|Winona Ryder; Gabriel Byrne; Trini Alvarado
    Léon|1994|France|Jean Reno; Gary Oldman; Natalie Portman
    Muriel's Wedding|1994|Australia|Toni Collette; Bill Hunter; Rachel Griffiths
    Pulp Fiction|1994|United States|John Travolta; Samuel L. Jackson; Uma Thurman; Harvey Keitel; Tim Roth
    The Lion King|1994|United States|Jonathan Taylor Thomas; Matthew Broderick; James Earl Jones; Jeremy Irons
    The Shawshank Redemption|1994|United States|Tim Robbins; Morgan Freeman; Bob Gunton
    Utomlyonnye solntsem|1994|Russia|Oleg Menshikov; Nikita Mikhalkov; Ingeborga Dapkūnaitė
    Antonia|1995|Netherlands|Willeke van Ammelrooy; Els Dottermans; Dora van der Groen
    Before Sunrise|1995|United States|Ethan Hawke; Julie Delpy; Andrea Eckert
    Casino|1995|United States|Robert De Niro; Sharon Stone; Joe Pesci
    Dilwale Dulhania Le Jayenge|1995|India|Shah Rukh Khan; Kajol; Amrish Puri
    Heat|1995|United States|Al Pacino; Robert De Niro; Val Kilmer
    La Haine|1995|France|Vincent Cassel; Hubert Koundé; Saïd Taghmaoui
    The Usual Suspects|1995|United States|Stephen Baldwin; Gabriel Byrne; Chazz Palminteri; Kevin Pollak; Kevin Spacey
    Toy Story|1995|United States|Tom Hanks; Tim Allen; Don Rickles
    Underground|1995|Yugoslavia|Miki Manojlović; Lazar Ristovski; Mirjana Joković
    Breaking the Waves|1996|Denmark|Emily Watson; Stellan Skarsgård; Katrin Cartlidge
    Fargo|1996|United States|Frances McDormand; William H. Macy; Steve Buscemi
    Kolja|1996|Czech Republic|Zdeněk Svěrák; Andrei Chalimon; Libuše Šafránková
    Secrets & Lies|1996|United Kingdom|Timothy Spall; Brenda Blethyn; Phyllis Logan; Marianne Jean-Baptiste
    The English Patient|1996|United States|Ralph Fiennes; Juliette Binoche; Willem Dafoe; Kristin Scott Thomas
    Trainspotting|1996|United Kingdom|Ewan McGregor; Ewen Bremner; Jonny Lee Miller; Robert Carlyle
    Good Will Hunting|1997|United States|Robin Williams; Matt Damon; Ben Affleck; Stellan Skarsgård
    Karakter|1997|Netherlands|Fedja van Huêt; Jan Decleir; Betty Schuurman
    L.A. Confidential|1997|United States|Kevin Spacey; Russell Crowe; Guy Pearce
    La vita è bella|1997|Italy|Roberto Benigni; Nicoletta Braschi; Giorgio Cantarini
    The Full Monty|1997|United Kingdom|Robert Carlyle; Tom Wilkinson; Mark Addy
    Titanic|1997|United States|Leonardo DiCaprio; Kate Winslet; Billy Zane; Kathy Bates
    طعم گيلاس|1997|Iran|Homayoun Ershadi; Abdolrahman Bagheri; Afshin Khorshid Bakhtiari
    Central do Brasil|1998|Brazil|Fernanda Montenegro; Marília Pêra; Vinícius de Oliveira
    Festen|1998|Denmark|Ulrich Thomsen; Henning Moritzen; Thomas Bo Larsen; Paprika Steen
    Lola rennt|1998|Germany|Franka Potente; Moritz Bleibtreu; Herbert Knaup
    Psycho|1998|United States|Vince Vaughn; Anne Heche; Julianne Moore
    Saving Private Ryan|1998|United States|Tom Hanks; Edward Burns; Matt Damon; Tom Sizemore
    Shakespeare in Love|1998|United Kingdom|Gwyneth Paltrow; Joseph Fiennes; Geoffrey Rush
    The Big Lebowski|1998|United States|Jeff Bridges; John Goodman; Julianne Moore; Steve Buscemi
    The Parent Trap|1998|United States|Lindsay Lohan; Dennis Quaid; Natasha Richardson
    The Truman Show|1998|United States|Jim Carrey; Laura Linney; Noah Emmerich
    American Beauty|1999|United States|Kevin Spacey; Annette Bening; Thora Birch
    Fight Club|1999|United States|Brad Pitt; Edward Norton; Helena Bonham Carter
    Notting Hill|1999|United Kingdom|Julia Roberts; Hugh Grant; Hugh Bonneville
    Rosetta|1999|Belgium|Émilie Dequenne; Fabrizio Rongione; Anne Yernaux
    The Matrix|1999|United States|Keanu Reeves; Laurence Fishburne; Carrie-Anne Moss; Hugo Weaving
    The Mummy|1999|United States|Brendan Fraser; Rachel Weisz; John Hannah
    The Sixth Sense|1999|United States|Bruce Willis; Toni Collette; Olivia Williams; Haley Joel Osment
    The Thomas Crown Affair|1999|United States|Pierce Brosnan; Rene Russo; Denis Leary
    Todo sobre mi madre|1999|Spain|Cecilia Roth; Marisa Paredes; Candela Peña; Antonia San Juan; Penélope Cruz
    101 Reykjavík|2000|Iceland|Victoria Abril; Hilmir Snær Guðnason; Hanna María Karlsdóttir
    Amores perros|2000|Mexico|Emilio Echevarría; Gael García Bernal; Goya Toledo
    Billy Elliot|2000|United Kingdom|Julie Walters; Gary Lewis; Jamie Bell
    Dancer in the Dark|2000|Denmark|Björk; Catherine Deneuve; David Morse
    Gladiator|2000|United States|Russell Crowe; Joaquin Phoenix; Connie Nielsen; Oliver Reed
    Memento|2000|United States|Guy Pearce; Carrie-Anne Moss; Joe Pantoliano
    Nueve reinas|2000|Argentina|Gastón Pauls; Ricardo Darín; Leticia Brédice
    Shaft|2000|United States|Samuel L. Jackson; Vanessa Williams; Jeffrey Wright; Christian Bale
    臥虎藏龍|2000|Taiwan|Chow Yun-fat; Michelle Yeoh; Zhang Ziyi; Chang Chen
    花樣年華|2000|Hong Kong|Tony Leung Chiu-wai; Maggie Cheung; Rebecca Pan
    La Pianiste|2001|France|Isabelle Huppert; Annie Girardot; Benoît Magimel
    Lagaan|2001|India|Aamir Khan; Gracy Singh; Rachel Shelley
    Le Fabuleux Destin d'Amélie Poulain|2001|France|Audrey Tautou; Mathieu Kassovitz; Rufus
    Monsoon Wedding|2001|India|Naseeruddin Shah; Lillete Dubey; Shefali Shah
    Mulholland Drive|2001|United States|Justin Theroux; Naomi Watts; Laura Elena Harring
    No Man's Land|2001|Bosnia and Herzegovina|Branko Đurić; Rene Bitorajac; Filip Šovagović
    Ocean's Eleven|2001|United States|George Clooney; Matt Damon; Andy García; Brad Pitt; Julia Roberts
    Planet of the Apes|2001|United States|Mark Wahlberg; Tim Roth; Helena Bonham Carter
    The Lord of the Rings: The Fellowship of the Ring|2001|New Zealand|Elijah Wood; Ian McKellen; Liv Tyler; Viggo Mortensen; Sean Astin
    The Score|2001|United States|Robert De Niro; Edward Norton; Angela Bassett; Marlon Brando
    Y tu mamá también|2001|Mexico|Maribel Verdú; Gael García Bernal; Diego Luna
    千と千尋の神隠し|2001|Japan|Rumi Hiiragi; Miyu Irino; Mari Natsuki
    Chicago|2002|United States|Renée Zellweger; Catherine Zeta-Jones; Richard Gere
    Cidade de Deus|2002|Brazil|Alexandre Rodrigues; Leandro Firmino; Phellipe Haagensen
    Hable con ella|2002|Spain|Javier Cámara; Darío Grandinetti; Leonor Watling; Rosario Flores
    Hero|2002|China|Jet Li; Tony Leung Chiu-wai; Maggie Cheung; Chen Daoming
    Los lunes al sol|2002|Spain|Javier Bardem; Luis Tosar; José Ángel Egido
    Mies vailla menneisyyttä|2002|Finland|Markku Peltola; Kati Outinen; Juhani Niemelä
    Solaris|2002|United States|George Clooney; Natascha McElhone; Viola Davis; Jeremy Davies
    The Pianist|2002|Poland|Adrien Brody; Thomas Kretschmann; Frank Finlay
    Whale Rider|2002|New Zealand|Keisha Castle-Hughes; Rawiri Paratene; Vicky Haughton
    Good Bye, Lenin!|2003|Germany|Daniel Brühl; Katrin Sass; Chulpan Khamatova
    Kill Bill: Volume 1|2003|United States|Uma Thurman; Lucy Liu; Vivica A. Fox; Daryl Hannah
    Les Invasions barbares|2003|Canada|Rémy Girard; Stéphane Rousseau; Marie-Josée Croze
    Lost in Translation|2003|United States|Bill Murray; Scarlett Johansson; Giovanni Ribisi
    Mystic River|2003|United States|Sean Penn; Tim Robbins; Kevin Bacon
    Osama|2003|Afghanistan|Marina Golbahari; Arif Herati; Zubaida Sahar
    The Italian Job|2003|United States|Mark Wahlberg; Charlize Theron; Edward Norton
    올드보이|2003|South Korea|Choi Min-sik; Yoo Ji-tae; Kang Hye-jung
    Crash|2004|United States|Sandra Bullock; Don Cheadle; Matt Dillon
    Der Untergang|2004|Germany|Bruno Ganz; Alexandra Maria Lara; Corinna Harfouch
    Diarios de motocicleta|2004|Argentina|Gael García Bernal; Rodrigo de la Serna; Mía Maestro
    Eternal Sunshine of the Spotless Mind|2004|United States|Jim Carrey; Kate Winslet; Kirsten Dunst; Mark Ruffalo
    Gegen die Wand|2004|Germany|Birol Ünel; Sibel Kekilli; Catrin Striebeck
    Hotel Rwanda|2004|South Africa|Don Cheadle; Sophie Okonedo; Nick Nolte
    Les Choristes|2004|France|Gérard Jugnot; François Berléand; Kad Merad
    Mar adentro|2004|Spain|Javier Bardem; Belén Rueda; Lola Dueñas
    Million Dollar Baby|2004|United States|Clint Eastwood; Hilary Swank; Morgan Freeman
    Brokeback Mountain|2005|United States|Heath Ledger; Jake Gyllenhaal; Linda Cardellini; Anne Hathaway; Michelle Williams
    Caché|2005|France|Daniel Auteuil; Juliette Binoche; Maurice Bénichou
    King Kong|2005|New Zealand|Naomi Watts; Jack Black; Adrien Brody
    Pride & Prejudice|2005|United Kingdom|Keira Knightley; Matthew Macfadyen; Brenda Blethyn
    Tsotsi|2005|South Africa|Presley Chweneyagae; Terry Pheto; Kenneth Nkosi
    Babel|2006|Mexico|Brad Pitt; Cate Blanchett; Gael García Bernal; Rinko Kikuchi
    Bamako|2006|Mali|Aïssa Maïga; Tiécoura Traoré; Hélène Diarra
    Casino Royale|2006|United Kingdom|Daniel Craig; Eva Green; Mads Mikkelsen; Judi Dench
    Children of Men|2006|United Kingdom|Clive Owen; Julianne Moore; Michael Caine
    Das Leben der Anderen|2006|Germany|Martina Gedeck; Ulrich Mühe; Sebastian Koch
    El laberinto del fauno|2006|Spain|Ivana Baquero; Sergi López; Maribel Verdú; Doug Jones
    The Departed|2006|United States|Leonardo DiCaprio; Matt Damon; Jack Nicholson; Mark Wahlberg
    The Omen|2006|United States|Julia Stiles; Liev Schreiber; Mia Farrow
    Volver|2006|Spain|Penélope Cruz; Carmen Maura; Lola Dueñas; Blanca Portillo
    괴물|2006|South Korea|Song Kang-ho; Byun Hee-bong; Park Hae-il; Bae Doona
    4 luni, 3 săptămâni și 2 zile|2007|Romania|Anamaria Marinca; Laura Vasiliu; Vlad Ivanov
    Auf der anderen Seite|2007|Germany|Nurgül Yeşilçay; Baki Davrak; Tuncel Kurtiz; Hanna Schygulla
    El orfanato|2007|Spain|Belén Rueda; Fernando Cayo; Roger Príncep
    La Vie en rose|2007|France|Marion Cotillard; Sylvie Testud; Pascal Greggory
    Le Scaphandre et le Papillon|2007|France|Mathieu Amalric; Emmanuelle Seigner; Marie-Josée Croze
    No Country for Old Men|2007|United States|Tommy Lee Jones; Javier Bardem; Josh Brolin
    Ratatouille|2007|United States|Patton Oswalt; Ian Holm; Lou Romano
    There Will Be Blood|2007|United States|Daniel Day-Lewis; Paul Dano; Kevin J. O'Connor
    Departures|2008|Japan|Masahiro Motoki; Ryōko Hirosue; Tsutomu Yamazaki
    Entre les murs|2008|France|François Bégaudeau; Franck Keïta; Rachel Régulier
    Il divo|2008|Italy|Toni Servillo; Anna Bonaiuto; Giulio Bosetti
    In Bruges|2008|United Kingdom|Colin Farrell; Brendan Gleeson; Ralph Fiennes
    Låt den rätte komma in|2008|Sweden|Kåre Hedebrant; Lina Leandersson; Per Ragnar
    Max Manus|2008|Norway|Aksel Hennie; Agnes Kittelsen; Nicolai Cleve Broch
    Slumdog Millionaire|2008|United Kingdom|Dev Patel; Freida Pinto; Madhur Mittal; Anil Kapoor; Irrfan Khan
    The Dark Knight|2008|United States|Christian Bale; Michael Caine; Heath Ledger; Gary Oldman; Aaron Eckhart
    An Education|2009|United Kingdom|Carey Mulligan; Peter Sarsgaard; Alfred Molina
    Avatar|2009|United States|Sam Worthington; Zoe Saldaña; Sigourney Weaver; Stephen Lang
    Das weiße Band|2009|Germany|Christian Friedel; Leonie Benesch; Ulrich Tukur
    District 9|2009|South Africa|Sharlto Copley; Jason Cope; David James
    El secreto de sus ojos|2009|Argentina|Ricardo Darín; Soledad Villamil; Pablo Rago; Guillermo Francella
    Inglourious Basterds|2009|United States|Brad Pitt; Mélanie Laurent; Christoph Waltz; Eli Roth
    La teta asustada|2009|Peru|Magaly Solier; Susi Sánchez; Efraín Solís
    Los abrazos rotos|2009|Spain|Penélope Cruz; Lluís Homar; Blanca Portillo
    Un prophète|2009|France|Tahar Rahim; Niels Arestrup; Adel Bencherif
    Black Swan|2010|United States|Natalie Portman; Vincent Cassel; Mila Kunis; Barbara Hershey
    Incendies|2010|Canada|Lubna Azabal; Mélissa Désormeaux-Poulin; Maxim Gaudette
    Inception|2010|United States|Leonardo DiCaprio; Joseph Gordon-Levitt; Elliot Page; Tom Hardy; Ken Watanabe
    The King's Speech|2010|United Kingdom|Colin Firth; Geoffrey Rush; Helena Bonham Carter
    The Social Network|2010|United States|Jesse Eisenberg; Andrew Garfield; Justin Timberlake
    True Grit|2010|United States|Jeff Bridges; Matt Damon; Josh Brolin; Hailee Steinfeld
    A Separation|2011|Iran|Leila Hatami; Payman Maadi; Shahab Hosseini; Sareh Bayat
    Bir Zamanlar Anadolu'da|2011|Turkey|Muhammet Uzuner; Yılmaz Erdoğan; Taner Birsel
    Drive|2011|United States|Ryan Gosling; Carey Mulligan; Bryan Cranston
    Intouchables|2011|France|François Cluzet; Omar Sy; Anne Le Ny
    La piel que habito|2011|Spain|Antonio Banderas; Elena Anaya; Marisa Paredes
    The Artist|2011|France|Jean Dujardin; Bérénice Bejo; John Goodman
    Amour|2012|France|Jean-Louis Trintignant; Emmanuelle Riva; Isabelle Huppert
    Django Unchained|2012|United States|Jamie Foxx; Christoph Waltz; Leonardo DiCaprio; Kerry Washington
    Jagten|2012|Denmark|Mads Mikkelsen; Thomas Bo Larsen; Annika Wedderkopp
    Les Misérables|2012|United Kingdom|Hugh Jackman; Russell Crowe; Anne Hathaway; Amanda Seyfried
    Life of Pi|2012|United States|Suraj Sharma; Irrfan Khan; Tabu
    No|2012|Chile|Gael García Bernal; Alfredo Castro; Antonia Zegers
    Total Recall|2012|United States|Colin Farrell; Kate Beckinsale; Jessica Biel
    Wadjda|2012|Saudi Arabia|Waad Mohammed; Reem Abdullah; Abdullrahman Al Gohani
    12 Years a Slave|2013|United States|Chiwetel Ejiofor; Michael Fassbender; Benedict Cumberbatch; Lupita Nyong'o
    Carrie|2013|United States|Chloë Grace Moretz; Judy Greer; Julianne Moore
    Gravity|2013|United States|Sandra Bullock; George Clooney; Ed Harris
    Her|2013|United States|Joaquin Phoenix; Amy Adams; Rooney Mara; Scarlett Johansson
    Ida|2013|Poland|Agata Kulesza; Agata Trzebuchowska; Dawid Ogrodnik
    La Vie d'Adèle|2013|France|Léa Seydoux; Adèle Exarchopoulos; Salim Kechiouche
    La grande bellezza|2013|Italy|Toni Servillo; Carlo Verdone; Sabrina Ferilli
    Las brujas de Zugarramurdi|2013|Spain|Hugo Silva; Mario Casas; Carolina Bang
    Omar|2013|Palestine|Adam Bakri; Leem Lubany; Waleed Zuaiter
    The Great Gatsby|2013|United States|Leonardo DiCaprio; Tobey Maguire; Carey Mulligan; Joel Edgerton
    The Lunchbox|2013|India|Irrfan Khan; Nimrat Kaur; Nawazuddin Siddiqui
    Birdman|2014|United States|Michael Keaton; Zach Galifianakis; Edward Norton; Emma Stone
    Boyhood|2014|United States|Ellar Coltrane; Patricia Arquette; Ethan Hawke
    Interstellar|2014|United States|Matthew McConaughey; Anne Hathaway; Jessica Chastain
    Kış Uykusu|2014|Turkey|Haluk Bilginer; Melisa Sözen; Demet Akbağ
    Leviathan|2014|Russia|Aleksei Serebryakov; Elena Lyadova; Vladimir Vdovichenkov; Roman Madyanov
    Relatos salvajes|2014|Argentina|Ricardo Darín; Oscar Martínez; Leonardo Sbaraglia; Érica Rivas
    The Grand Budapest Hotel|2014|United States|Ralph Fiennes; Tony Revolori; Saoirse Ronan
    Timbuktu|2014|Mauritania|Ibrahim Ahmed; Toulou Kiki; Abel Jafri
    El abrazo de la serpiente|2015|Colombia|Nilbio Torres; Antonio Bolívar; Jan Bijvoet
    Hrútar|2015|Iceland|Sigurður Sigurjónsson; Theodór Júlíusson; Charlotte Bøving
    Mad Max: Fury Road|2015|Australia|Tom Hardy; Charlize Theron; Nicholas Hoult
    Saul fia|2015|Hungary|Géza Röhrig; Levente Molnár; Urs Rechn
    Spotlight|2015|United States|Mark Ruffalo; Michael Keaton; Rachel McAdams
    Un etaj mai jos|2015|Romania|Teodor Corban; Iulian Postelnicu; Oxana Moravec
    Ah-ga-ssi|2016|South Korea|Kim Min-hee; Kim Tae-ri; Ha Jung-woo; Cho Jin-woong
    Arrival|2016|United States|Amy Adams; Jeremy Renner; Forest Whitaker
    Dangal|2016|India|Aamir Khan; Sakshi Tanwar; Fatima Sana Shaikh
    Elle|2016|France|Isabelle Huppert; Laurent Lafitte; Anne Consigny
    Kongens nei|2016|Norway|Jesper Christensen; Anders Baasmo Christiansen; Karl Markovics
    La La Land|2016|United States|Ryan Gosling; Emma Stone; John Legend
    Moonlight|2016|United States|Mahershala Ali; Naomie Harris; Trevante Rhodes
    Toni Erdmann|2016|Germany|Peter Simonischek; Sandra Hüller; Michael Wittenborn
    부산행|2016|South Korea|Gong Yoo; Jung Yu-mi; Ma Dong-seok
    Call Me by Your Name|2017|Italy|Armie Hammer; Timothée Chalamet; Michael Stuhlbarg
    Get Out|2017|United States|Daniel Kaluuya; Allison Williams; Bradley Whitford
    Murder on the Orient Express|2017|United Kingdom|Kenneth Branagh; Penélope Cruz; Willem Dafoe; Judi Dench
    The Beguiled|2017|United States|Colin Farrell; Nicole Kidman; Kirsten Dunst
    The Shape of Water|2017|United States|Sally Hawkins; Michael Shannon; Richard Jenkins; Doug Jones
    The Square|2017|Sweden|Claes Bang; Elisabeth Moss; Dominic West
    Una mujer fantástica|2017|Chile|Daniela Vega; Francisco Reyes; Luis Gnecco
    A Star Is Born|2018|United States|Bradley Cooper; Lady Gaga; Andrew Dice Clay; Sam Elliott
    Capharnaüm|2018|Lebanon|Zain Al Rafeea; Yordanos Shiferaw; Boluwatife Treasure Bankole
    Halloween|2018|United States|Jamie Lee Curtis; Judy Greer; Andi Matichak
    Rafiki|2018|Kenya|Samantha Mugatsia; Sheila Munyiva; Neville Misati
    Roma|2018|Mexico|Yalitza Aparicio; Marina de Tavira; Diego Cortina Autrey
    Suspiria|2018|Italy|Dakota Johnson; Tilda Swinton; Mia Goth
    The Favourite|2018|United Kingdom|Olivia Colman; Emma Stone; Rachel Weisz
    Zimna wojna|2018|Poland|Joanna Kulig; Tomasz Kot; Borys Szyc
    万引き家族|2018|Japan|Lily Franky; Sakura Ando; Mayu Matsuoka
    1917|2019|United Kingdom|George MacKay; Dean-Charles Chapman; Mark Strong
    Atlantique|2019|Senegal|Mame Bineta Sane; Amadou Mbow; Ibrahima Traoré
    Dolor y gloria|2019|Spain|Antonio Banderas; Asier Etxeandia; Leonardo Sbaraglia
    Joker|2019|United States|Joaquin Phoenix; Robert De Niro; Zazie Beetz
    Les Misérables|2019|France|Damien Bonnard; Alexis Manenti; Djebril Zonga
    Little Women|2019|United States|Saoirse Ronan; Emma Watson; Florence Pugh; Eliza Scanlen
    Portrait de la jeune fille en feu|2019|France|Noémie Merlant; Adèle Haenel; Luàna Bajrami; Valeria Golino
    The Farewell|2019|United States|Awkwafina; Tzi Ma; Diana Lin; Zhao Shuzhen
    The Lion King|2019|United States|Donald Glover; Seth Rogen; Chiwetel Ejiofor
    기생충|2019|South Korea|Song Kang-ho; Lee Sun-kyun; Cho Yeo-jeong; Choi Woo-shik; Park So-dam
    Druk|2020|Denmark|Mads Mikkelsen; Thomas Bo Larsen; Magnus Millang; Lars Ranthe
    Las niñas|2020|Spain|Andrea Fandos; Natalia de Molina; Zoe Arnao
    Minari|2020|United States|Steven Yeun; Han Ye-ri; Alan Kim; Youn Yuh-jung
    Nomadland|2020|United States|Frances McDormand; David Strathairn; Linda May
    Rebecca|2020|United Kingdom|Lily James; Armie Hammer; Kristin Scott Thomas
    The Father|2020|United Kingdom|Olivia Colman; Anthony Hopkins; Mark Gatiss
    The Invisible Man|2020|Australia|Elisabeth Moss; Oliver Jackson-Cohen; Aldis Hodge
    Drive My Car|2021|Japan|Hidetoshi Nishijima; Tōko Miura; Masaki Okada
    Dune|2021|United States|Timothée Chalamet; Rebecca Ferguson; Oscar Isaac; Josh Brolin
    Madres paralelas|2021|Spain|Penélope Cruz; Milena Smit; Israel Elejalde
    The Power of the Dog|2021|New Zealand|Benedict Cumberbatch; Kirsten Dunst; Jesse Plemons; Kodi Smit-McPhee
    Titane|2021|France|Vincent Lindon; Agathe Rousselle; Garance Marillier
    Verdens verste menneske|2021|Norway|Renate Reinsve; Anders Danielsen Lie; Herbert Nordrum
    West Side Story|2021|United States|Ansel Elgort; Rachel Zegler; Ariana DeBose
    Aftersun|2022|United Kingdom|Paul Mescal; Frankie Corio; Celia Rowlson-Hall
    Argentina, 1985|2022|Argentina|Ricardo Darín; Peter Lanzani; Alejandra Flechner
    Everything Everywhere All at Once|2022|United States|Michelle Yeoh; Stephanie Hsu; Ke Huy Quan; Jamie Lee Curtis
    Im Westen nichts Neues|2022|Germany|Felix Kammerer; Albrecht Schuch; Aaron Hilmer
    RRR|2022|India|N. T. Rama Rao Jr.; Ram Charan; Ajay Devgn; Alia Bhatt
    The Banshees of Inisherin|2022|Ireland|Colin Farrell; Brendan Gleeson; Kerry Condon; Barry Keoghan
    헤어질 결심|2022|South Korea|Tang Wei; Park Hae-il; Lee Jung-hyun
    Anatomie d'une chute|2023|France|Sandra Hüller; Swann Arlaud; Milo Machado-Graner
    Barbie|2023|United States|Margot Robbie; Ryan Gosling; America Ferrera
    Kuolleet lehdet|2023|Finland|Alma Pöysti; Jussi Vatanen; Janne Hyytiäinen
    La sociedad de la nieve|2023|Spain|Enzo Vogrincic; Agustín Pardella; Matías Recalt
    Oppenheimer|2023|United States|Cillian Murphy; Emily Blunt; Matt Damon; Robert Downey Jr.
    Past Lives|2023|United States|Greta Lee; Teo Yoo; John Magaro
    Perfect Days|2023|Japan|Kōji Yakusho; Tokio Emoto; Arisa Nakano
    Poor Things|2023|United Kingdom|Emma Stone; Mark Ruffalo; Willem Dafoe; Ramy Youssef
    The Zone of Interest|2023|United Kingdom|Christian Friedel; Sandra Hüller; Johann Karthaus
    """#
}
