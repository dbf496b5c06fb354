// zlib's raw streams: DEFLATE (RFC 1951) without a header or a check sum around it.
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

// A block marked as the last ends zlib's stream but not a WebSocket's: the window outlives it.
static inline int chatos_inflate_continue(z_streamp stream) {
    return inflateResetKeep(stream);
}

#endif
