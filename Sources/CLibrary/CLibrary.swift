// The C library under one name, so that one place decides which one it is.
@_exported public import CLinux

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#endif
