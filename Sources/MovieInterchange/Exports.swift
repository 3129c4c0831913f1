// Types in the signatures of this product: a client imports the product alone.
@_exported public import MovieFormats
