#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <zlib.h>

// inflateInit2() is a macro, which Swift does not import.
static inline int movies_inflate_init(z_streamp stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}

// deflateInit2() is a macro too.
static inline int movies_deflate_init(z_streamp stream, int level, int window_bits) {
  return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}

#endif
