#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

#include <stdlib.h>

// Functions that the C library declares only with _GNU_SOURCE, which Swift's module of it does not
// define.
int pipe2(int ends[2], int flags);
int syncfs(int descriptor);
int renameat2(int, const char *from, int, const char *to, unsigned int flags);

enum { MOVIES_RENAME_NOREPLACE = 1 };

// Returns freed memory to the system, if the C library can.
static inline void movies_trim_memory(void) {
#ifdef __GLIBC__
  extern int malloc_trim(size_t pad);
  malloc_trim(0);
#endif
}

#endif
