internal import MovieCharts
internal import MovieStore
internal import MovieSystem

/// A list of movies as a page: a table, and the actors with their movies, linked in both
/// directions.
struct CatalogPage {
  let query: MovieQuery
  let order: ListOrder
  /// What was asked for; empty for all movies.
  let chosen: String

  /// Writes the page.
  ///
  /// - Returns: The number of movies.
  func write(from store: borrowing Catalog, to sink: ByteSink) throws -> Int {
    let count = try store.movieCount(query)
    let page = HTMLPage(title: "Movies", style: Self.style, script: Self.script)
    let chosen =
      chosen.isEmpty ? "" : "<p>Only movies that match \(HTMLPage.text(chosen)).</p>\n"
    try sink.append(
      page.start + "<h1>\(Formatting.pluralized(count, "movie").capitalizedFirst)</h1>\n" + chosen
        + "<p><a href=\"#actors\">Actors</a></p>\n<table>\n<thead><tr>"
        + Self.columns.map { "<th scope=\"col\">\($0)" }.joined()
        + "\n<tbody>\n")
    try store.forEachMovie(query, order: order.order(seed: nil), descending: order.descends) {
      movie in try sink.append(Self.row(movie))
    }
    try sink.append("</table>\n<h2 id=\"actors\">Actors</h2>\n")
    try writeActors(from: store, to: sink)
    try sink.append(page.end)
    return count
  }

  static let columns = ["Title", "Year", "Rating", "Watched", "Cast", "Tags"]

  /// HTML lets the end tags of rows and cells be left out.
  private static func row(_ movie: Movie) -> String {
    let favorite = movie.isFavorite ? " <span title=\"Favorite\">★</span>" : ""
    let note = movie.note.map {
      "<details><summary>Note</summary>\(HTMLPage.text($0))</details>"
    }
    let cast = movie.cast.map { actor in
      "<a href=\"#a\(actor.id.rawValue)\">\(HTMLPage.text(actor.name))</a>"
    }
    let cells = [
      HTMLPage.text(movie.title) + favorite + (note ?? ""), movie.year.map { "\($0)" } ?? "",
      movie.attributes[.rating].first?.description ?? "", watched(movie),
      cast.joined(separator: ", "),
      movie.tags.map(HTMLPage.text).joined(separator: ", "),
    ]
    return "<tr id=\"m\(movie.id.rawValue)\">" + cells.map { "<td>" + $0 }.joined() + "\n"
  }

  /// The last date, and how often the movie was watched.
  static func watched(_ movie: Movie) -> String {
    let dates = movie.watched
    guard let last = dates.last else { return "" }
    return "\(last)" + (dates.count > 1 ? " (\(dates.count)×)" : "")
  }

  private func writeActors(from store: borrowing Catalog, to sink: ByteSink) throws {
    var actor: Actor?
    try store.forEachCredit(of: query) { credit in
      if actor != credit.actor {
        let name = HTMLPage.text(credit.actor.name)
        try sink.append(
          (actor == nil ? "<ul>\n" : "\n")
            + "<li id=\"a\(credit.actor.id.rawValue)\">\(name): ")
        actor = credit.actor
      } else {
        try sink.append(", ")
      }
      try sink.append(
        "<a href=\"#m\(credit.movie.rawValue)\">\(HTMLPage.text(credit.title))</a>")
    }
    if actor != nil { try sink.append("\n</ul>\n") }
  }

  private static let style = """

    table{width:100%;margin:0 0 32px;table-layout:fixed}
    th:nth-child(2),th:nth-child(3){width:5.2em}
    th:nth-child(4){width:9.5em}
    th:nth-child(6){width:18%}
    thead button{all:unset;cursor:pointer;font-weight:600;text-decoration:underline dotted}
    th[aria-sort=ascending] button::after{content:" ↑"}
    th[aria-sort=descending] button::after{content:" ↓"}
    thead button:focus-visible{outline:2px solid var(--accent)}
    input{width:100%;padding:8px;margin:0 0 8px;font:inherit;color:inherit;\
    background:var(--page);border:1px solid var(--muted)}
    details bdi{white-space:pre-line}
    tr:target,li:target{outline:2px solid var(--accent)}
    ul{padding-left:20px}
    @media(max-width:640px){table,tbody,tr,td{display:block}thead tr{display:flex;flex-wrap:wrap}\
    td{border:0;padding:0}tr{padding:8px 0;border-bottom:1px solid var(--line)}\
    td:empty{display:none}\
    td:first-child{font-weight:600}thead th{border:0;width:auto!important}\
    td:nth-child(2),td:nth-child(3),td:nth-child(4){display:inline;margin-right:12px}\
    td:nth-child(3):not(:empty)::before{content:"Rating "}\
    td:nth-child(4):not(:empty)::before{content:"Watched "}}
    @media screen and (max-width:640px){tr[hidden]{display:none}}
    @media print{input{display:none}}

    """

  /// Adds a field that filters the rows, and headings that sort them.
  private static let script = """

    const table = document.querySelector('table'), body = table.tBodies[0];
    const marks =
      /([иу]\\u0306|і\\u0308)|(?=\\p{Mn})[\\u0300-\\u036f\\u0591-\\u05c7\\u0610-\\u06ed]/gu;
    const fold = t => t.toLowerCase().normalize('NFD').replace(marks, '$1').replace(/ı/g, 'i');
    const order = new Intl.Collator(undefined, {numeric: true}).compare;
    const rows = [...body.rows], byTitle = new Map(rows.map((row, index) => [row, index]));
    const texts = new Map(rows.map(row =>
      [row, fold([...row.cells].map(cell => cell.textContent).join(' '))]));
    const filter = document.createElement('input');
    filter.type = 'search';
    filter.placeholder = 'Filter';
    filter.ariaLabel = 'Filter the movies';
    const count = document.createElement('p');
    count.className = 'muted';
    count.ariaLive = 'polite';
    table.before(filter, count);
    filter.oninput = () => {
      const words = fold(filter.value).split(/\\s+/);
      let shown = 0;
      for (const row of rows) {
        row.hidden = !words.every(word => texts.get(row).includes(word));
        if (!row.hidden) shown++;
      }
      count.textContent = filter.value ? shown + ' of ' + rows.length : '';
    };
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement('button');
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.onclick = () => {
        const down = head.ariaSort === 'ascending';
        for (const other of table.tHead.rows[0].cells) other.ariaSort = null;
        head.ariaSort = down ? 'descending' : 'ascending';
        const keys = new Map(rows.map(row =>
          [row, column ? row.cells[column].textContent : String(byTitle.get(row) + 1)]));
        rows.sort((left, right) => (!keys.get(left) - !keys.get(right)) ||
          (down ? -1 : 1) * order(keys.get(left), keys.get(right)));
        body.append(...rows);
      };
    });

    """
}
