import MovieSystem
import TestSupport

/// Twelve movies with years, ratings, dates, genres and texts that try to break a page.
enum WatchedCatalog {
  private static let movies = """
    {"title": "Heat", "cast": ["Al Pacino", "Robert De Niro"], "favorite": true, "attributes": {"year": 1995, "rating": 9, "watched": ["2024-12-31", "2026-01-05", "2026-11-20"], "genre": ["Crime", "Drama"], "director": ["Michael Mann"], "runtime": 170, "tag": ["heist"]}}
    {"title": "Serpico", "cast": ["Al Pacino"], "attributes": {"year": 1973, "rating": 8, "watched": ["2026-01-05"], "genre": ["Crime"], "director": ["Sidney Lumet"], "runtime": 130}}
    {"title": "Dog Day Afternoon", "cast": ["Al Pacino", "John Cazale"], "attributes": {"year": 1975, "rating": 8.5, "watched": ["2026-01-06"], "genre": ["Crime"], "director": ["Sidney Lumet"], "runtime": 125}}
    {"title": "Ran", "cast": ["Tatsuya Nakadai"], "attributes": {"year": 1985, "rating": 10, "watched": ["2026-03-01"], "genre": ["Drama"], "director": ["Akira Kurosawa"], "runtime": 162}}
    {"title": "Ikiru", "cast": ["Takashi Shimura"], "attributes": {"year": 1952, "rating": 9.5, "watched": ["2026-02"], "genre": ["Drama"], "director": ["Akira Kurosawa"], "runtime": 143}}
    {"title": "七人の侍", "cast": ["三船敏郎", "志村喬"], "attributes": {"year": 1954, "watched": ["2026"], "tag": ["🎬 cinema"]}}
    {"title": "Amélie", "cast": ["Audrey Tautou"], "attributes": {"year": 2001, "rating": 6, "tag": ["seen"]}}
    {"title": "</script><img src=x onerror=alert(1)>", "cast": ["</a><b>Bold\\"", "O'Neil & Co"], "favorite": true, "attributes": {"year": 1999, "watched": ["2026-07-14"], "tag": ["a|b", "<i>"], "note": "*one*\\n\\n<script>two</script>"}}
    {"title": "\u{202E}moc.live שלום", "cast": ["محمد"], "attributes": {"year": 2001, "rating": 7}}
    {"title": "👩‍👩‍👧‍👦 [Family] `_x_`", "cast": [], "attributes": {"rating": 4.5, "watched": ["2025-05-05"]}}
    {"title": "Stalker", "cast": [], "attributes": {"year": 1979, "tag": ["watchlist"]}}
    {"title": "Untitled", "cast": []}

    """

  /// Creates the running test's database.
  static func install() {
    _ = MoviesCLITests.movies("import", "-", "--quiet", input: movies)
  }

  /// Runs a body on Saturday, 28 November 2026.
  static func onDay<Result>(_ body: () throws -> Result) rethrows -> Result {
    let noon = Simulation(time: { 1_795_863_600_000_000 }, number: { 7 })
    return try Simulation.$current.withValue(noon, operation: body)
  }
}
