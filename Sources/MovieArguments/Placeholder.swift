// The target's first file; replaced as soon as there is another.
