internal import MovieSQLite

extension MovieQuery {
  /// `FROM … WHERE … ORDER BY … LIMIT …` for movie `m`.
  func selection(hasIndex: Bool) -> Clause {
    let ordered = source(hasIndex: hasIndex) + ordering
    guard offset > 0, let limit, limit <= Self.mostFarRows else { return ordered + page }
    // What is passed over is counted in an index alone, and no row is looked up for it.
    return Clause("FROM MovieModel AS m WHERE m.id IN (SELECT m.id ") + ordered + page + Clause(")")
      + ordering
  }

  /// Rows of a page that are found by their ids first.
  private static let mostFarRows = 1_000

  /// `FROM … WHERE …` for movie `m`.
  func source(hasIndex: Bool) -> Clause {
    var conditions: [Clause] = []
    if let text { conditions.append(text.movieClause(hasIndex: hasIndex)) }
    if favoritesOnly { conditions.append(Clause("m.favorite = 1")) }
    if !actors.isEmpty { conditions.append(Self.hasInCast(actors)) }
    return Self.source(conditions)
  }

  static func source(_ conditions: [Clause]) -> Clause {
    let table = Clause("FROM MovieModel AS m")
    return conditions.isEmpty
      ? table : table + Clause(" WHERE ") + .joined(conditions, by: " AND ")
  }

  /// The condition that the cast of movie `m` has all of the actors.
  static func hasInCast(_ actors: [Actor.ID]) -> Clause {
    let ids = Set(actors.map(\.rawValue))
    return Clause(
      """
      m.id IN (
        SELECT movieID FROM MovieActor WHERE actorID IN (SELECT value FROM json_each(?))
        GROUP BY movieID HAVING count(*) = ?)
      """, [.text("[\(ids.map(String.init).joined(separator: ","))]"), .integer(Int64(ids.count))])
  }

  /// `ORDER BY …`, total.
  private var ordering: Clause {
    let keys: [Clause] =
      switch (order, text) {
      case (.relevance, let text?):
        [
          Clause("relevance(fold(m.title), ?)", [.text(text.whole)]),
          Clause("m.sortableTitle"), Clause("m.id"),
        ]
      case (.title, _), (.relevance, nil): [Clause("m.sortableTitle"), Clause("m.id")]
      case (.added, _): [Clause("m.id")]
      case (.random(let seed), _):
        [
          Clause("shuffle(m.id, ?)", [.integer(Int64(bitPattern: seed))]), Clause("m.id"),
        ]
      }
    return orderBy(keys, descending: descending)
  }

  private var page: Clause { pageClause(limit: limit, offset: offset) }
}

extension ActorQuery {
  /// `FROM … WHERE … ORDER BY … LIMIT …` for actor `a`. `movies` is the column that counts theirs.
  var selection: Clause { source + ordering + page }

  /// `FROM … WHERE …` for actor `a`, and credit `c` of the movie where one is meant.
  var source: Clause {
    var conditions: [Clause] = []
    var table = Clause("FROM ActorModel AS a")
    if let movie {
      table.sql += " JOIN MovieActor AS c ON c.actorID = a.id"
      conditions.append(Clause("c.movieID = ?", [.integer(movie.rawValue)]))
    }
    if let text { conditions.append(text.actorClause) }
    return conditions.isEmpty
      ? table : table + Clause(" WHERE ") + .joined(conditions, by: " AND ")
  }

  /// `ORDER BY …`, total.
  private var ordering: Clause {
    let byName = [Clause("fold(a.name)"), Clause("a.name"), Clause("a.id")]
    let keys: [Clause] =
      switch order {
      case .movies: [Clause("-movies")] + byName
      case .billing where movie != nil: [Clause("c.position")] + byName
      case .name, .billing: byName
      }
    return orderBy(keys, descending: descending)
  }

  private var page: Clause { pageClause(limit: limit, offset: offset) }
}

func orderBy(_ keys: [Clause], descending: Bool) -> Clause {
  let turned = keys.map { Clause($0.sql + (descending ? " DESC" : ""), $0.values) }
  return Clause(" ORDER BY ") + .joined(turned, by: ", ")
}

/// `LIMIT … OFFSET …`; nothing where every row is meant.
private func pageClause(limit: Int?, offset: Int) -> Clause {
  guard limit != nil || offset > 0 else { return Clause("") }
  // SQLite takes a negative limit for none.
  return Clause(
    " LIMIT ? OFFSET ?", [.integer(limit.map(Int64.init) ?? -1), .integer(Int64(offset))])
}
