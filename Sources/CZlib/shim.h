// zlib's streams: DEFLATE (RFC 1951) without a header or a check sum around it, and as gzip.
#ifndef CHATOS_CZLIB_H
#define CHATOS_CZLIB_H

// Makes next_in a pointer to const bytes.
#define ZLIB_CONST
#include <zlib.h>

// The initialisers are macros that Swift does not import. A negative number of bits asks for a raw stream.
static inline int chatos_deflate_init(z_streamp stream, int level, int window_bits, int mem_level) {
    return deflateInit2(stream, level, Z_DEFLATED, -window_bits, mem_level, Z_DEFAULT_STRATEGY);
}

static inline int chatos_inflate_init(z_streamp stream, int window_bits) {
    return inflateInit2(stream, -window_bits);
}

// With gzip's header and check sum around it (RFC 1952), as in files: 15 bits of window, and 16 for the format.
static inline int chatos_gzip_init(z_streamp stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

static inline int chatos_gunzip_init(z_streamp stream) {
    return inflateInit2(stream, 15 + 16);
}

// A block marked as the last ends zlib's stream but not a WebSocket's: the window outlives it.
static inline int chatos_inflate_continue(z_streamp stream) {
    return inflateResetKeep(stream);
}

#endif
