// Overrides malloc, calloc and realloc. The allocation with the number FAIL_AT fails, and each later one
// if FAIL_ON is set. With FAIL_IN, only allocations by a library whose file name contains it count.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static atomic_long count;
static _Thread_local int asking __attribute__((tls_model("initial-exec")));

static int counts(void *caller, const char *library) {
  Dl_info info;
  return !library || (dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, library));
}

static int fails(void *caller) {
  const char *number = getenv("FAIL_AT");
  if (!number || asking) return 0;
  asking = 1;
  int is_counted = counts(caller, getenv("FAIL_IN"));
  asking = 0;
  if (!is_counted) return 0;
  long wanted = atol(number), current = atomic_fetch_add(&count, 1) + 1;
  return current == wanted || (current > wanted && getenv("FAIL_ON"));
}

void *malloc(size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}

// Writes the number of allocations to the file FAIL_COUNT.
__attribute__((destructor)) static void write_count(void) {
  const char *path = getenv("FAIL_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld", atomic_load(&count));
  fclose(file);
}
