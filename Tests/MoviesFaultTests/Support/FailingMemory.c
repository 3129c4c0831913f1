// Overrides malloc, calloc and realloc. The allocation with the number FAIL_AT fails. With FAIL_IN, only
// allocations by a library whose file name contains it count.

#define _GNU_SOURCE
#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static atomic_long count;

// The addresses of the library FAIL_IN.
static uintptr_t start, end;

static int find(struct dl_phdr_info *info, size_t size, void *library) {
  if (!strstr(info->dlpi_name, library)) return 0;
  start = UINTPTR_MAX;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
    uintptr_t first = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    uintptr_t last = first + info->dlpi_phdr[i].p_memsz;
    if (first < start) start = first;
    if (last > end) end = last;
  }
  return 1;
}

__attribute__((constructor)) static void find_library(void) {
  char *library = getenv("FAIL_IN");
  if (library) dl_iterate_phdr(find, library);
}

static int fails(void *caller) {
  const char *number = getenv("FAIL_AT");
  if (!number) return 0;
  if (getenv("FAIL_IN") && ((uintptr_t)caller < start || (uintptr_t)caller >= end)) return 0;
  return atomic_fetch_add(&count, 1) + 1 == atol(number);
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
