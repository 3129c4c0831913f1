#ifndef CMOVIESQLITE_SHIM_H
#define CMOVIESQLITE_SHIM_H

#include <sqlite3.h>

// sqlite3_db_config() is variadic, so Swift cannot call it. This sets a Boolean option.
static inline int movie_sqlite_set_option(sqlite3 *connection, int option, int value) {
  int now = -1;
  int code = sqlite3_db_config(connection, option, value, &now);
  return code == SQLITE_OK && now != value ? SQLITE_ERROR : code;
}

// Removes all virtual table modules except json_each. Swift has no constant array of C strings.
static inline int movie_sqlite_remove_modules(sqlite3 *connection) {
  const char *kept[] = {"json_each", 0};
  return sqlite3_drop_modules(connection, kept);
}

// SQLITE_TRANSIENT is a cast macro, which Swift does not import. These functions copy the bytes. An empty
// Swift string may have no address, which SQLite would interpret as NULL.
static inline int movie_sqlite_bind_text(
    sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline void movie_sqlite_result_text(
    sqlite3_context *context, const char *bytes, sqlite3_uint64 count) {
  sqlite3_result_text64(context, bytes ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

#endif
