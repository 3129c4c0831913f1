#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

// Functions that the C library declares only with _GNU_SOURCE, which Swift's module of it does not
// define.
int pipe2(int ends[2], int flags);
int syncfs(int descriptor);
int renameat2(int, const char *from, int, const char *to, unsigned int flags);

enum { MOVIES_RENAME_NOREPLACE = 1 };

#endif
