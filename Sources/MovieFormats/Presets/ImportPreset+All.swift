extension ImportPreset {
  /// All presets.
  public static let all = [
    letterboxd, imdb, imdbDatasets, movieLens, trakt, tmdb, nfo, movary, yamtrack, watcharr, simkl,
    criticker, netflix, primeVideo, tvTime, todoMovies, filmtipset, douban, kinopoisk, myMovies,
    ryot,
  ]

  // MARK: Letterboxd

  static let letterboxd = ImportPreset(
    name: "letterboxd", title: "Letterboxd",
    usage: "The zip archive of the export, its directory, or files of it. '--lists' imports the "
      + "lists in it, too, with '--keep Position' in their order, and '--reviews replace' replaces "
      + "notes by reviews.",
    files: {
      let movie = [
        "Name": "title", "Year": "year", "Letterboxd URI": "letterboxd", "Date": "",
      ]
      // The address is that of the entry.
      let entry = [
        "Name": "title", "Year": "year", "Letterboxd URI": "", "Date": "", "Rating": "rating",
        "Rewatch": "", "Tags": "tag", "Watched Date": "watched", "Review": "note",
      ]
      let exchange = [
        "LetterboxdURI": "letterboxd", "tmdbID": "tmdb", "imdbID": "imdb", "Title": "title",
        "Year": "year", "Directors": "director", "WatchedDate": "watched", "Rewatch": "",
        "Tags": "tag", "Review": "note",
      ]
      let columns = ["Name", "Year", "Letterboxd URI"]
      let stars = RatingScale(checked: 5)
      return [
        File(
          name: "watched", columns: columns, fileName: "watched", fields: movie, tags: [seen]),
        File(
          name: "ratings", columns: columns + ["Rating"],
          fields: movie.merging(["Rating": "rating"]) { first, _ in first }, scale: stars),
        File(
          name: "diary", columns: columns + ["Rating", "Watched Date"], fields: entry,
          fills: ["rating"], scale: stars),
        File(
          name: "reviews", columns: columns + ["Rating", "Watched Date", "Review"],
          fields: entry, fills: ["rating", "note"], scale: stars, isHTML: true),
        File(
          name: "likes", columns: columns, fileName: "films", fields: movie, areFavorites: true),
        File(
          name: "watchlist", columns: columns, fileName: "watchlist", fields: movie,
          tags: [watchlist]),
        // The list that Letterboxd imports.
        File(
          name: "import", columns: ["LetterboxdURI", "Title", "WatchedDate", "Rating"],
          fields: exchange.merging(["Rating": "rating"]) { first, _ in first }, scale: stars),
        File(
          name: "import", columns: ["Title", "Rating10"],
          fields: exchange.merging(["Rating10": "rating", "Rating": ""]) { first, _ in first }),
        File(
          name: "list", columns: ["Position", "Name", "Year", "URL", "Description"],
          fields: [
            "Name": "title", "Year": "year", "URL": "letterboxd", "Description": "note",
            "Position": "@position",
          ], fills: ["note"], isNamedList: true, preamble: "Letterboxd list export"),
      ]
    }(), skippedDirectories: ["deleted", "orphaned"], listDirectory: "lists")

  // MARK: IMDb

  static let imdb = ImportPreset(
    name: "imdb", title: "IMDb",
    usage: "The CSV files of your ratings, watchlist and lists, also older ones.",
    files: {
      let fields = [
        "Const": "imdb", "Your Rating": "rating", "You rated": "rating", "Title": "title",
        "Original Title": "aka", "Title Type": "@kind", "Runtime (mins)": "runtime",
        "Year": "year", "Genres": "genre", "Directors": "director", "Position": "@position",
        "Created": "", "Modified": "", "URL": "", "IMDb Rating": "", "Num Votes": "",
        "Num. Votes": "", "Release Date": "", "Release Date (month/day/year)": "",
        "Date Rated": "", "Date Added": "",
      ]
      let kinds = [
        "movie", "tvmovie", "short", "tvshort", "video", "featurefilm", "shortfilm",
        "documentary",
      ]
      return [
        File(
          name: "ratings", columns: ["Const", "Your Rating"], fields: fields,
          movieKinds: kinds, encoding: .windows1252),
        File(
          name: "ratings", columns: ["Const", "Position", "Created"], fileName: "ratings",
          fields: fields, movieKinds: kinds, encoding: .windows1252),
        File(
          name: "list", columns: ["Const", "Position", "Created"], fields: fields,
          movieKinds: kinds, isNamedList: true, encoding: .windows1252),
        File(
          name: "watchlist", columns: ["Const", "Position", "Created"],
          fileName: "watchlist", fields: fields, movieKinds: kinds, tags: [watchlist],
          encoding: .windows1252),
      ]
    }())

  static let imdbDatasets = ImportPreset(
    name: "imdb-datasets", title: "IMDb datasets",
    usage: "title.basics.tsv.gz, with title.principals.tsv.gz and name.basics.tsv.gz for casts "
      + "and directors, and title.crew.tsv.gz for all directors. Requires '--existing-only' to "
      + "complete your movies, or '--add'.",
    files: [
      File(
        name: "titles", columns: ["tconst", "titleType", "primaryTitle"],
        fields: [
          "tconst": "imdb", "titleType": "@kind", "primaryTitle": "title",
          "originalTitle": "aka", "startYear": "year", "runtimeMinutes": "runtime",
          "genres": "genre", "isAdult": "", "endYear": "",
        ], movieKinds: ["movie"], cells: .raw, isDataset: true),
      File(
        name: "credits", columns: ["tconst", "ordering", "nconst", "category"], fields: [:],
        isDataset: true, part: .credits),
      File(
        name: "crew", columns: ["tconst", "directors", "writers"], fields: [:], isDataset: true,
        part: .crew),
      File(
        name: "people", columns: ["nconst", "primaryName"], fields: [:], isDataset: true,
        part: .people),
      File(name: "ratings", columns: ["tconst", "averageRating"], fields: [:], isUnused: true),
      File(name: "titles", columns: ["titleId", "ordering", "title"], fields: [:], isUnused: true),
    ])

  // MARK: MovieLens

  static let movieLens = ImportPreset(
    name: "movielens", title: "MovieLens",
    usage: "The directory of a dataset, or files of it; ratings and tags require '--user "
      + "<id>'. Also the export of the site.",
    files: {
      let stars = RatingScale(checked: 5)
      return [
        File(
          name: "movies", columns: ["movieId", "title", "genres"],
          fields: ["movieId": "@id", "title": "title", "genres": "genre"], titles: .inverted),
        File(
          name: "movies", columns: [], fileName: "movies.dat",
          fields: ["MovieID": "@id", "Title": "title", "Genres": "genre"], titles: .inverted,
          cells: .raw, encoding: .windows1252, header: ["MovieID", "Title", "Genres"]),
        File(
          name: "links", columns: ["movieId", "imdbId", "tmdbId"], isExact: true,
          fields: ["movieId": "@id", "imdbId": "imdb", "tmdbId": "tmdb"]),
        File(
          name: "ratings", columns: ["userId", "movieId", "rating"],
          fields: ["userId": "@user", "movieId": "@id", "rating": "rating", "timestamp": ""],
          scale: stars),
        File(
          name: "ratings", columns: [], fileName: "ratings.dat",
          fields: ["UserID": "@user", "MovieID": "@id", "Rating": "rating", "Timestamp": ""],
          scale: stars, ratingStep: 20, cells: .raw,
          header: ["UserID", "MovieID", "Rating", "Timestamp"]),
        File(
          name: "tags", columns: ["userId", "movieId", "tag"],
          fields: ["userId": "@user", "movieId": "@id", "tag": "tag", "timestamp": ""]),
        File(
          name: "site", columns: ["movie_id", "average_rating", "title"],
          fields: [
            "movie_id": "", "imdb_id": "imdb", "tmdb_id": "tmdb", "rating": "rating",
            "average_rating": "", "title": "title",
          ], scale: stars, titles: .inverted),
      ]
    }())

  // MARK: Trakt

  static let trakt = ImportPreset(
    name: "trakt", title: "Trakt",
    usage: "The zip archive or the directory of the export, or CSV files.",
    files: {
      let object = [
        "movie.title": "title", "movie.year": "year", "movie.ids.imdb": "imdb",
        "movie.ids.tmdb": "tmdb", "movie.ids": "", "type": "@kind", "plays": "@status",
        "last_watched_at": "watched", "watched_at": "watched", "rating": "rating", "id": "",
        "show": "@tvshow", "episode": "@episode", "seasons": "", "notes": "note", "action": "",
        "updated_at": "", "rated_at": "", "listed_at": "", "collected_at": "",
        "rank": "@position",
        "last_updated_at": "", "my_rating": "rating",
      ]
      let row = [
        "title": "title", "year": "year", "imdb_id": "imdb", "tmdb_id": "tmdb", "type": "@kind",
        "watched_at": "watched", "last_watched_at": "watched", "plays": "@status",
        "rating": "rating", "genres": "genre", "trakt_rating": "", "trakt_id": "",
        "tvdb_id": "", "url": "", "released": "", "rated_at": "", "listed_at": "",
        "collected_at": "", "rank": "@position", "season_number": "", "episode_number": "",
        "episode_title": "", "media_type": "",
      ]
      return [(object, "trakt"), (row, "trakt_id")].flatMap { fields, id in
        [
          File(name: "watched", columns: [id, "last_watched_at"], fields: fields),
          File(name: "history", columns: [id, "watched_at"], fields: fields),
          File(name: "ratings", columns: [id, "rated_at"], fields: fields),
          File(
            name: "favorites", columns: [id, "listed_at"], fileName: "favorites",
            fields: fields, fills: ["rating"], areFavorites: true),
          File(
            name: "watchlist", columns: [id, "listed_at"], fileName: "watchlist",
            fields: fields, fills: ["rating"], tags: [watchlist]),
          File(
            name: "list", columns: [id, "listed_at"], fields: fields, fills: ["rating"],
            isNamedList: true),
          File(
            name: "collection", columns: [id, "collected_at"], fields: fields,
            tags: ["collection"]),
        ]
      }
    }())

  // MARK: TMDB

  static let tmdb = ImportPreset(
    name: "tmdb", title: "TMDB",
    usage: "The CSV files of your ratings, watchlist and favorites, whose names tell "
      + "which. Also the two files of 'TMDB 5000', for casts, and movies_metadata.csv.",
    files: {
      let account = [
        "TMDb ID": "tmdb", "IMDb ID": "imdb", "Type": "@kind", "Name": "title",
        "Release Date": "year", "Your Rating": "rating", "Rating": "", "Date Rated": "",
        "Season Number": "", "Episode Number": "",
      ]
      let columns = ["TMDb ID", "IMDb ID", "Name", "Your Rating"]
      let movie = [
        "id": "tmdb", "imdb_id": "imdb", "title": "title", "original_title": "aka",
        "release_date": "year", "runtime": "runtime", "genres": "genre",
      ]
      return [
        File(
          name: "rated", columns: columns, fileName: "rat", fields: account, ratingStep: 5),
        File(
          name: "favorites", columns: columns, fileName: "favorite", fields: account,
          ratingStep: 5, areFavorites: true),
        File(
          name: "watchlist", columns: columns, fileName: "watchlist", fields: account,
          ratingStep: 5, tags: [watchlist]),
        File(
          name: "movies", columns: ["id", "title", "release_date", "vote_average", "budget"],
          fields: movie),
        File(
          name: "credits", columns: ["movie_id", "title", "cast", "crew"],
          fields: ["movie_id": "tmdb", "title": "title", "cast": "cast", "crew": ""]),
      ]
    }())

  // MARK: NFO

  static let nfo = ImportPreset(
    name: "nfo", title: "NFO files",
    usage: "NFO files of Kodi, Jellyfin and similar programs, the directory of your movies, "
      + "or Kodi's videodb.xml. '--keep set,country,studio' keeps more of their elements.",
    files: {
      let fields = [
        "movie.title": "title", "movie.originaltitle": "aka", "movie.year": "year",
        "movie.premiered": "@released", "movie.releasedate": "@released",
        "movie.userrating": "rating", "movie.playcount": "@status", "movie.watched": "@status",
        "movie.lastplayed": "watched", "movie.uniqueid:imdb": "imdb",
        "movie.uniqueid:tmdb": "tmdb", "movie.imdbid": "imdb", "movie.tmdbid": "tmdb",
        "movie.imdb": "imdb", "movie.tmdb": "tmdb", "movie.id": "@address",
        "movie.genre": "genre", "movie.tag": "tag", "movie.director": "director",
        "movie.runtime": "runtime", "movie.isuserfavorite": "favorite", "movie.actor": "cast",
        "movie.actors.actor": "cast", "url": "@address", "tvshow": "@tvshow",
        "episodedetails": "@episode", "musicvideo": "@other",
      ]
      // Ratings of the public, ids elsewhere, pictures, and what a program notes for itself.
      let unused = [
        "rating", "ratings", "votes", "top250", "criticrating", "uniqueid", "ids", "tvdbid",
        "tvrageid", "wikidataid", "tmdbcolid", "tmdbcollectionid", "collectionnumber", "thumb",
        "fanart", "art", "poster", "trailer", "fileinfo", "resume", "epbookmark", "dateadded",
        "lockdata", "lockedfields", "generator", "path", "file", "filenameandpath", "basepath",
        "originalfilename", "status", "code", "aired", "showlink", "displayorder",
        "hasvideoversions", "hasvideoextras", "isdefaultvideoversion", "videoassettitle",
        "videoassetid", "videoassettype",
      ]
      let all = unused.reduce(into: fields) { $0["movie.\($1)"] = "" }
      return [
        File(
          name: "movie", columns: [], fileName: ".nfo", fields: all, ratingStep: 1,
          roots: [
            "movie", "tvshow", "season", "episodedetails", "musicvideo", "artist", "album", "url",
          ], isNamedByFile: true),
        File(
          name: "library", columns: [], fields: all, ratingStep: 1, roots: [XMLElements.library]),
      ]
    }())

  // MARK: Trackers

  static let movary = ImportPreset(
    name: "movary", title: "Movary",
    usage: "history.csv, ratings.csv and watchlist.csv.",
    files: {
      let movie = ["title": "title", "year": "year", "tmdbId": "tmdb", "imdbId": "imdb"]
      func fields(_ others: [String: String]) -> [String: String] {
        movie.merging(others) { first, _ in first }
      }
      let columns = ["title", "tmdbId", "imdbId"]
      return [
        File(
          name: "history", columns: columns + ["watchedAt"], otherColumns: ["trakt_id"],
          fields: fields(["watchedAt": "watched", "comment": "note", "location": ""]),
          fills: ["note"], tags: [seen]),
        File(
          name: "ratings", columns: columns + ["userRating"],
          fields: fields(["userRating": "rating"])),
        File(
          name: "watchlist", columns: columns + ["addedAt"], fields: fields(["addedAt": ""]),
          tags: [watchlist]),
      ]
    }())

  static let yamtrack = ImportPreset(
    name: "yamtrack", title: "Yamtrack",
    usage: "The CSV file of the export, also an older one.",
    files: {
      let fields = [
        "media_id": "@foreign-id", "source": "@foreign-key", "media_type": "@kind",
        "title": "title", "score": "rating", "status": "@status", "notes": "note",
        "end_date": "watched", "image": "", "season_number": "", "episode_number": "",
        "start_date": "", "progress": "", "created_at": "", "progressed_at": "",
        "watch_date": "watched",
      ]
      // Movies without a source are those of TMDB.
      let older = fields.merging(["media_id": "tmdb"]) { $1 }
      return [
        (["media_id", "source", "media_type", "score", "status"], [], fields),
        (["media_id", "media_type", "score", "status"], ["source"], older),
      ].map { columns, others, fields in
        File(
          name: "list", columns: columns, otherColumns: others, fields: fields, fills: ["note"],
          scale: RatingScale(checked: 10, includesZero: true), ratingStep: 1,
          statusTags: [
            "completed": seen, "planning": watchlist, "in progress": "", "paused": "",
            "dropped": "",
          ], movieKinds: ["movie"])
      }
    }())

  static let watcharr = ImportPreset(
    name: "watcharr", title: "Watcharr",
    usage: "The JSON file of the export.",
    files: [
      File(
        name: "list", columns: ["status", "rating", "content", "tmdbId", "activity"],
        fields: [
          "content.tmdbId": "tmdb", "content.title": "title", "content.type": "@kind",
          "content.release_date": "year", "content.id": "", "content.imdb_id": "imdb",
          "content.poster_path": "", "content.popularity": "", "content.vote_average": "",
          "content.vote_count": "", "rating": "rating", "thoughts": "note",
          "status": "@status", "tags": "tag", "activity": "", "pinned": "",
        ], fills: ["note"], ratingStep: 1,
        statusTags: [
          "finished": seen, "planned": watchlist, "watching": "", "hold": "", "dropped": "",
        ], movieKinds: ["movie"])
    ])

  static let simkl = ImportPreset(
    name: "simkl", title: "Simkl",
    usage: "The CSV or JSON file of the export.",
    files: {
      let status = [
        "completed": seen, "plantowatch": watchlist, "plan to watch": watchlist, "watching": "",
        "hold": "", "on hold": "", "dropped": "", "notinteresting": "",
      ]
      return [
        File(
          name: "list", columns: ["SIMKL_ID", "Title", "Type", "Watchlist"],
          fields: [
            "SIMKL_ID": "", "Title": "title", "Type": "@kind", "Year": "year",
            "Watchlist": "@status", "WatchedDate": "watched", "Rating": "rating", "Memo": "note",
            "TMDB": "tmdb", "IMDB": "imdb", "TVDB": "", "LastEpWatched": "",
          ], fills: ["note"], statusTags: status, movieKinds: ["movie"]),
        File(
          name: "list", columns: ["simkl", "user_rating", "status", "last_watched_at"],
          fields: [
            "movie.title": "title", "movie.year": "year", "movie.ids.imdb": "imdb",
            "movie.ids.tmdb": "tmdb", "movie.ids": "", "movie.runtime": "runtime",
            "movie.poster": "", "user_rating": "rating", "status": "@status",
            "last_watched_at": "watched", "memo.text": "note", "memo": "", "user_rated_at": "",
            "added_to_watchlist_at": "", "last_watched": "", "next_to_watch": "",
            "watched_episodes_count": "", "total_episodes_count": "",
            "not_aired_episodes_count": "", "show": "@tvshow",
          ], fills: ["note"], statusTags: status,
          arrays: ["movies": "", "shows": "TV series", "anime": "TV series"]),
      ]
    }())

  static let criticker = ImportPreset(
    name: "criticker", title: "Criticker",
    usage: "The CSV file of your ratings.",
    files: [
      File(
        name: "ratings", columns: ["Score", "Film Name", "Mini Review"],
        fields: [
          "Score": "rating", "Film Name": "title", "Year": "year", "Mini Review": "note",
          "IMDB ID": "imdb", "Date Rated": "", "URL": "@address",
        ], fills: ["note"], scale: RatingScale(checked: 100, includesZero: true), ratingStep: 1,
        cells: .spaced)
    ])

  static let netflix = ImportPreset(
    name: "netflix", title: "Netflix",
    usage: "The viewing history, whose episodes are left out, as are titles that can be those of "
      + "episodes, unless you have such a movie; '--series keep' takes them. Pass '--date-order' if no "
      + "date tells the order of day and month. Also ViewingActivity.csv; '--user <profile>' takes one "
      + "profile.",
    files: [
      File(
        name: "history", columns: ["Title", "Date"], isExact: true,
        fields: ["Title": "title", "Date": "watched"], titles: .episodes),
      File(
        name: "activity", columns: ["Profile Name", "Start Time", "Title", "Device Type"],
        fields: [
          "Profile Name": "@user", "Start Time": "watched", "Title": "title",
          "Supplemental Video Type": "@extra", "Duration": "@played", "Attributes": "",
          "Device Type": "", "Bookmark": "", "Latest Bookmark": "", "Country": "",
        ], titles: .episodes, isUTC: true),
    ])

  static let primeVideo = ImportPreset(
    name: "primevideo", title: "Prime Video",
    usage: "The watch history, as extensions of browsers write it.",
    files: ["Episode Title", "Episode"].map { episode in
      File(
        name: "history", columns: ["Date Watched", "Type", "Title", episode],
        fields: [
          "Date Watched": "watched", "Type": "@kind", "Title": "title", episode: "",
          "Global Title Identifier": "", "Episode Global Title Identifier": "", "Path": "",
          "Episode Path": "", "Image URL": "",
        ], isUTC: true)
    })

  static let tvTime = ImportPreset(
    name: "tvtime", title: "TV Time",
    usage: "The CSV or JSON file of your movies, or tracking-prod-records.csv.",
    files: {
      let status = ["true": seen, "1": seen, "false": watchlist, "0": watchlist]
      return [
        File(
          name: "movies", columns: ["uuid", "imdb_id", "title", "is_watched"],
          fields: [
            "imdb_id": "imdb", "title": "title", "year": "year", "watched_at": "watched",
            "is_watched": "@status", "uuid": "", "tvdb_id": "", "created_at": "",
            "rewatch_count": "",
          ], statusTags: status),
        File(
          name: "movies", columns: ["id", "tvdb", "title", "is_watched"],
          fields: [
            "id.imdb": "imdb", "id": "", "title": "title", "year": "year",
            "watched_at": "watched", "is_watched": "@status", "uuid": "", "created_at": "",
            "rewatch_count": "",
          ], statusTags: status),
        File(
          name: "records", columns: ["movie_name", "release_date", "watch_date_range_key"],
          fields: [
            "movie_name": "title", "release_date": "year", "watch_date_range_key": "watched",
            "runtime": "@seconds",
          ], untitledKind: "TV episodes", tags: [seen], isUTC: true),
      ]
    }())

  static let todoMovies = ImportPreset(
    name: "todomovies", title: "TodoMovies",
    usage: "The CSV file of the export.",
    files: [
      File(
        name: "list", columns: ["Title", "Watched", "Your Rating", "TodoMovies URL"],
        fields: [
          "Title": "title", "Genre": "genre", "Release Date": "year", "Watched": "@status",
          "Your Rating": "rating", "The Movie Database ID": "tmdb", "TodoMovies URL": "",
        ], scale: RatingScale(checked: 5), ratingStep: 20,
        statusTags: [
          "yes": seen, "true": seen, "1": seen, "no": watchlist, "false": watchlist,
          "0": watchlist, "": watchlist,
        ])
    ])

  static let filmtipset = ImportPreset(
    name: "filmtipset", title: "Filmtipset",
    usage: "The CSV file of your votes.",
    files: [
      File(
        name: "votes", columns: ["VoteDate", "MovieTitle", "IMDB", "Score"],
        fields: ["VoteDate": "", "MovieTitle": "title", "IMDB": "imdb", "Score": "rating"],
        scale: RatingScale(checked: 5), ratingStep: 20, cells: .raw, isHTML: true,
        encoding: .windows1252)
    ])

  static let douban = ImportPreset(
    name: "douban", title: "Douban",
    usage: "The CSV file of your movies.",
    files: [
      File(
        name: "list", columns: ["标题", "个人评分", "打分日期", "条目链接"],
        fields: [
          "标题": "title", "个人评分": "rating", "我的短评": "note", "上映日期": "year", "封面": "",
          "打分日期": "", "制片国家": "", "条目链接": "",
        ], fills: ["note"], scale: RatingScale(checked: 5), ratingStep: 20, tags: [seen],
        titles: .slashed)
    ])

  static let kinopoisk = ImportPreset(
    name: "kinopoisk", title: "Kinopoisk",
    usage:
      "The CSV file of your ratings; '--map watched=date' takes their days as those of watching.",
    files: [
      File(
        name: "ratings", columns: ["nameEng", "nameRus", "rating", "date"],
        fields: [
          "nameEng": "title", "nameRus": "aka", "year": "@years", "rating": "rating", "id": "",
          "date": "", "link": "@address",
        ], tags: [seen])
    ])

  static let myMovies = ImportPreset(
    name: "mymovies", title: "My Movies",
    usage: "The CSV file of your collection.",
    files: [
      File(
        name: "collection", columns: ["collection number", "Disc Title", "title", "cast"],
        fields: [
          "title": "title", "year": "year", "IMDB id": "imdb", "duration": "runtime",
          "film director": "director", "cast": "cast", "collection number": "",
          "Disc Title": "", "barcode": "", "type": "",
        ], cells: .spaced, castSeparator: ",")
    ])

  static let ryot = ImportPreset(
    name: "ryot", title: "Ryot",
    usage: "",
    files: [
      File(
        name: "export", columns: ["metadata", "lot", "seen_history"], fields: [:],
        refusal: "it has no titles, and ratings without their scale; export the lists of the "
          + "service with which you filled Ryot")
    ])
}
