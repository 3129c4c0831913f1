#ifndef CMOVIESQLITE_SHIM_H
#define CMOVIESQLITE_SHIM_H

#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

// sqlite3_db_config() is variadic, which Swift cannot call: this is its form for a Boolean option.
static inline int movie_sqlite_set_option(sqlite3 *connection, int option, int value) {
  int now = -1;
  int code = sqlite3_db_config(connection, option, value, &now);
  return code == SQLITE_OK && now != value ? SQLITE_ERROR : code;
}

// The list of modules to keep is an array of C strings, which Swift cannot write as a constant.
static inline int movie_sqlite_remove_modules(sqlite3 *connection) {
  const char *kept[] = {"json_each", 0};
  return sqlite3_drop_modules(connection, kept);
}

// SQLITE_TRANSIENT is a cast macro, which Swift does not import: these copy the bytes. An empty Swift
// string may have no address, which SQLite would take for NULL.
static inline int movie_sqlite_bind_text(
    sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline void movie_sqlite_result_text(
    sqlite3_context *context, const char *bytes, sqlite3_uint64 count) {
  sqlite3_result_text64(context, bytes ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// Changes nothing, not even the time of the change, where the owner is the one wanted already.
static inline int movie_sqlite_change_owner(int file, uid_t user, gid_t group) {
  struct stat status;
  if (fstat(file, &status) == 0 && status.st_uid == user && status.st_gid == group) return 0;
  return fchown(file, user, group);
}

// As root, SQLite calls fchown() for every journal, log and shared memory that it opens, even for
// reading. For the whole process, this replaces the call.
static inline int movie_sqlite_spare_owners(void) {
  sqlite3_vfs *system = sqlite3_vfs_find(0);
  if (!system || system->iVersion < 3 || !system->xSetSystemCall) return SQLITE_ERROR;
  return system->xSetSystemCall(system, "fchown", (sqlite3_syscall_ptr)movie_sqlite_change_owner);
}

// statfs(2), which Swift's own module of the C library has not: the number of the file system that a
// file is on, 0 where it cannot be known.
static inline unsigned movie_sqlite_file_system(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (unsigned)status.f_type : 0;
}

#endif
