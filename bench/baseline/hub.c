/*
 * hub.c - the yardstick: the least that a WebSocket hub in C does for its messages (Linux, epoll).
 *
 *   hub --port PORT [--cpu N]      /echo gives every message back, /publish/TOPIC gives it to all on the topic
 *
 * It is there to be measured against, not to be used: it takes well-formed frames from clients that mean well, does
 * not check UTF-8, gives fragments back as they came, has no time-outs, and lets an outbox grow. What it does do is
 * what no fast hub can leave out: whole frames, partial reads and writes, unmasking, and one write per connection and
 * turn of the loop; what a turn brings for a topic is put into one buffer that all its members are sent.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <netinet/tcp.h>
#include <unistd.h>

enum { READ_BYTES = 512 * 1024, EVENTS = 1024, REQUEST_BYTES = 8192, OUTBOX_PAUSE = 4 << 20 };

typedef struct {
    uint8_t *bytes;
    size_t start, end, capacity;
} buffer;

typedef struct topic topic;

typedef struct {
    int fd;
    bool open, upgraded, closing, writing, paused;
    topic *topic;
    size_t place;    /* among the topic's members */
    buffer in;       /* the beginning of a frame or request, seldom used */
    size_t in_need;  /* the bytes of that frame */
    buffer out;      /* what the kernel did not take, seldom used */
} connection;

struct topic {
    char name[128];
    connection **members;
    size_t count, capacity;
    buffer turn;     /* frames that this turn brought */
    bool dirty;
    topic *next, *next_dirty;
};

static int poller;
static connection **connections;
static size_t connections_count;
static topic *topics, *dirty;
static uint8_t scratch[READ_BYTES];
static buffer reply; /* what one reading is answered with */

static void die(const char *what) {
    perror(what);
    exit(1);
}

/* Makes room for n more bytes and says where they go. */
static uint8_t *room(buffer *b, size_t n) {
    if (b->start == b->end) b->start = b->end = 0;
    if (b->capacity - b->end < n) {
        size_t waiting = b->end - b->start, capacity = b->capacity ? b->capacity : 256;
        if (b->start) memmove(b->bytes, b->bytes + b->start, waiting);
        while (capacity - waiting < n) capacity *= 2;
        if (capacity != b->capacity && !(b->bytes = realloc(b->bytes, capacity))) die("realloc");
        b->start = 0, b->end = waiting, b->capacity = capacity;
    }
    return b->bytes + b->end;
}

static void append(buffer *b, const void *bytes, size_t n) {
    memcpy(room(b, n), bytes, n);
    b->end += n;
}

static void drop(buffer *b) {
    free(b->bytes);
    memset(b, 0, sizeof *b);
}

/* ------------------------------------------------------------ connections */

static void watch(connection *c) {
    struct epoll_event e = {.data.fd = c->fd, .events = (c->paused ? 0 : EPOLLIN) | (c->writing ? EPOLLOUT : 0)};
    epoll_ctl(poller, EPOLL_CTL_MOD, c->fd, &e);
}

static void end(connection *c) {
    if (!c->open) return;
    c->open = false;
    if (c->topic) {
        connection *last = c->topic->members[--c->topic->count];
        c->topic->members[c->place] = last;
        last->place = c->place;
        c->topic = NULL;
    }
    drop(&c->in), drop(&c->out);
    close(c->fd);
}

/* Sends what waits; false when the connection has ended. */
static bool flush(connection *c) {
    while (c->out.start < c->out.end) {
        ssize_t n = send(c->fd, c->out.bytes + c->out.start, c->out.end - c->out.start, MSG_NOSIGNAL);
        if (n < 0) {
            if (errno == EAGAIN) break;
            end(c);
            return false;
        }
        c->out.start += (size_t)n;
    }
    size_t waiting = c->out.end - c->out.start;
    bool writing = waiting > 0, paused = waiting > OUTBOX_PAUSE;
    if (!writing) {
        drop(&c->out);
        if (c->closing) {
            end(c);
            return false;
        }
    }
    if (writing != c->writing || paused != c->paused) {
        c->writing = writing, c->paused = paused;
        watch(c);
    }
    return true;
}

static void transmit(connection *c, const uint8_t *bytes, size_t n) {
    if (c->out.start == c->out.end) {
        ssize_t sent = send(c->fd, bytes, n, MSG_NOSIGNAL);
        if (sent < 0 && errno != EAGAIN) return end(c);
        if (sent == (ssize_t)n && !c->closing) return;
        if (sent > 0) bytes += sent, n -= (size_t)sent;
    }
    append(&c->out, bytes, n);
    flush(c);
}

/* ------------------------------------------------------------- handshake */

static uint32_t rol(uint32_t x, int n) { return x << n | x >> (32 - n); }

static void sha1(const uint8_t *message, size_t n, uint8_t digest[20]) {
    uint32_t h[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    uint8_t padded[256] = {0};
    size_t total = (n + 8) / 64 * 64 + 64;
    memcpy(padded, message, n);
    padded[n] = 0x80;
    for (int i = 0; i < 8; i++) padded[total - 1 - (size_t)i] = (uint8_t)((uint64_t)n * 8 >> 8 * i);
    for (size_t block = 0; block < total; block += 64) {
        uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
        for (int i = 0; i < 16; i++) memcpy(&w[i], padded + block + 4 * i, 4), w[i] = ntohl(w[i]);
        for (int i = 16; i < 80; i++) w[i] = rol(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        for (int i = 0; i < 80; i++) {
            uint32_t f = i < 20 ? (b & c) | (~b & d) : i < 40 || i >= 60 ? b ^ c ^ d : (b & c) | (b & d) | (c & d);
            uint32_t k = i < 20 ? 0x5A827999 : i < 40 ? 0x6ED9EBA1 : i < 60 ? 0x8F1BBCDC : 0xCA62C1D6;
            uint32_t t = rol(a, 5) + f + e + k + w[i];
            e = d, d = c, c = rol(b, 30), b = a, a = t;
        }
        h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e;
    }
    for (int i = 0; i < 5; i++) h[i] = htonl(h[i]), memcpy(digest + 4 * i, &h[i], 4);
}

static void accept_value(const char *key, size_t n, char *out) {
    static const char set[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t text[128], digest[21] = {0};
    if (n > 64) n = 64;
    memcpy(text, key, n);
    memcpy(text + n, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11", 36);
    sha1(text, n + 36, digest);
    for (int i = 0; i < 21; i += 3, out += 4) {
        uint32_t v = (uint32_t)digest[i] << 16 | (uint32_t)digest[i + 1] << 8 | digest[i + 2];
        for (int j = 0; j < 4; j++) out[j] = set[v >> (18 - 6 * j) & 63];
    }
    out[-1] = '=', *out = 0;
}

static void join(connection *c, const char *name) {
    topic *t = topics;
    while (t && strcmp(t->name, name)) t = t->next;
    if (!t) {
        if (!(t = calloc(1, sizeof *t))) die("calloc");
        snprintf(t->name, sizeof t->name, "%s", name);
        t->next = topics, topics = t;
    }
    if (t->count == t->capacity) {
        t->capacity = t->capacity ? t->capacity * 2 : 16;
        if (!(t->members = realloc(t->members, t->capacity * sizeof *t->members))) die("realloc");
    }
    c->topic = t, c->place = t->count;
    t->members[t->count++] = c;
}

/* Answers a whole request that ends in an empty line and a zero byte. */
static void upgrade(connection *c, const char *request) {
    char path[128] = "", answer[256], value[32];
    const char *key = strcasestr(request, "\r\nsec-websocket-key:");
    if (!key || sscanf(request, "GET %127s", path) != 1) return end(c);
    key += 20 + strspn(key + 20, " ");
    accept_value(key, strcspn(key, " \r"), value);
    int n = snprintf(answer, sizeof answer,
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
        value);
    c->upgraded = true;
    if (!strncmp(path, "/publish/", 9)) join(c, path + 9);
    transmit(c, (uint8_t *)answer, (size_t)n);
}

/* ---------------------------------------------------------------- frames */

/* Adds a server's frame to b; the payload is unmasked on its way. */
static void frame(buffer *b, uint8_t first, const uint8_t *payload, size_t n, uint32_t key) {
    uint8_t *o = room(b, n + 10);
    size_t h = 2, i = 0;
    o[0] = first;
    if (n < 126) o[1] = (uint8_t)n;
    else if (n < 65536) {
        uint16_t length = htons((uint16_t)n);
        o[1] = 126, memcpy(o + 2, &length, 2), h = 4;
    } else {
        uint64_t length = __builtin_bswap64(n);
        o[1] = 127, memcpy(o + 2, &length, 8), h = 10;
    }
    uint8_t *p = o + h;
    uint64_t wide = (uint64_t)key << 32 | key, v;
    for (; i + 8 <= n; i += 8) memcpy(&v, payload + i, 8), v ^= wide, memcpy(p + i, &v, 8);
    for (; i < n; i++) p[i] = payload[i] ^ (uint8_t)(key >> 8 * (i & 3));
    b->end += h + n;
}

/* What a data message leads to: its frame in the reply, or in what the turn has for the topic. */
static void deliver(connection *c, uint8_t first, const uint8_t *payload, size_t n, uint32_t key) {
    topic *t = c->topic;
    if (t && !t->dirty) t->dirty = true, t->next_dirty = dirty, dirty = t;
    frame(t ? &t->turn : &reply, first, payload, n, key);
}

/* The size of the frame at p, at most what fits in a size_t's half; 0 when its header is not all there. */
static size_t frame_size(const uint8_t *p, size_t n, size_t *header, size_t *payload) {
    if (n < 2) return 0;
    size_t length = p[1] & 127, h = length == 126 ? 8 : length == 127 ? 14 : 6;
    if (n < h) return 0;
    if (length == 126) length = (size_t)p[2] << 8 | p[3];
    else if (length == 127) {
        uint64_t wide;
        memcpy(&wide, p + 2, 8);
        length = (size_t)__builtin_bswap64(wide) & (SIZE_MAX >> 1);
    }
    *header = h, *payload = length;
    return h + length;
}

/* Takes what frames are whole and returns the bytes they took. */
static size_t frames(connection *c, const uint8_t *p, size_t n) {
    size_t at = 0, header, payload;
    while (c->open && !c->closing) {
        size_t size = frame_size(p + at, n - at, &header, &payload);
        if (!size || size > n - at) {
            c->in_need = size ? size : 14;
            break;
        }
        const uint8_t *f = p + at, *body = f + header;
        uint32_t key;
        memcpy(&key, body - 4, 4);
        uint8_t opcode = f[0] & 15;
        if (opcode == 8) {
            frame(&reply, 0x88, body, payload < 2 ? payload : 2, key);
            c->closing = true;
        } else if (opcode == 9) {
            frame(&reply, 0x8A, body, payload, key);
        } else {
            deliver(c, f[0], body, payload, key);
        }
        at += size;
    }
    return at;
}

static void readable(connection *c) {
    bool kept = c->in.end > c->in.start;
    uint8_t *to = scratch;
    size_t most = READ_BYTES;
    if (kept) {
        /* The rest of a large frame goes where its beginning lies. */
        size_t have = c->in.end - c->in.start;
        most = c->in_need > have ? c->in_need - have : REQUEST_BYTES;
        if (most < 4096) most = 4096;
        if (most > READ_BYTES) most = READ_BYTES;
        if (c->in.capacity - c->in.end < most) room(&c->in, c->in_need > have + most ? c->in_need - have : most);
        to = c->in.bytes + c->in.end;
    }
    ssize_t got = recv(c->fd, to, most, 0);
    if (got == 0 || (got < 0 && errno != EAGAIN)) end(c);
    if (got <= 0) return;
    if (!c->upgraded) {
        if (!kept) append(&c->in, scratch, (size_t)got);
        else c->in.end += (size_t)got;
        size_t n = c->in.end - c->in.start;
        *room(&c->in, 1) = 0;
        char *request = (char *)c->in.bytes + c->in.start;
        if (!strstr(request, "\r\n\r\n")) {
            if (n > REQUEST_BYTES) end(c);
            return;
        }
        upgrade(c, request); /* clients wait for the answer before they send frames */
        drop(&c->in);
        return;
    }
    if (kept) c->in.end += (size_t)got;
    const uint8_t *from = kept ? c->in.bytes + c->in.start : scratch;
    size_t n = kept ? c->in.end - c->in.start : (size_t)got;
    size_t taken = frames(c, from, n);
    if (!c->open) return;
    if (kept) {
        c->in.start += taken;
        if (c->in.start == c->in.end) drop(&c->in);
    } else if (taken < n) {
        room(&c->in, c->in_need > n - taken ? c->in_need : n - taken);
        append(&c->in, scratch + taken, n - taken);
    }
    if (reply.end) {
        transmit(c, reply.bytes, reply.end);
        reply.end = 0;
    }
}

/* Sends each topic's members what the turn has brought for them. */
static void publish(void) {
    for (; dirty; dirty = dirty->next_dirty) {
        topic *t = dirty;
        t->dirty = false;
        /* From the last one on: a member that ends is replaced by one that has had its share. */
        for (size_t m = t->count; m-- > 0;) transmit(t->members[m], t->turn.bytes, t->turn.end);
        t->turn.end = 0;
    }
}

static void accept_all(int listener) {
    for (;;) {
        int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC), one = 1;
        if (fd < 0) return;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        if ((size_t)fd >= connections_count) {
            size_t count = (size_t)fd * 2 + 64;
            if (!(connections = realloc(connections, count * sizeof *connections))) die("realloc");
            memset(connections + connections_count, 0, (count - connections_count) * sizeof *connections);
            connections_count = count;
        }
        if (!connections[fd] && !(connections[fd] = calloc(1, sizeof(connection)))) die("calloc");
        *connections[fd] = (connection){.fd = fd, .open = true};
        struct epoll_event e = {.data.fd = fd, .events = EPOLLIN};
        if (epoll_ctl(poller, EPOLL_CTL_ADD, fd, &e)) end(connections[fd]);
    }
}

int main(int argc, char **argv) {
    int port = 0, cpu = -1, one = 1;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--port")) port = atoi(argv[i + 1]);
        if (!strcmp(argv[i], "--cpu")) cpu = atoi(argv[i + 1]);
    }
    cpu_set_t set;
    CPU_ZERO(&set);
    if (cpu >= 0) CPU_SET(cpu, &set);
    if (cpu >= 0 && sched_setaffinity(0, sizeof set, &set)) die("sched_setaffinity");
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 1024)) die("listen");
    poller = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event events[EVENTS], e = {.data.fd = listener, .events = EPOLLIN};
    epoll_ctl(poller, EPOLL_CTL_ADD, listener, &e);
    for (;;) {
        int n = epoll_wait(poller, events, EVENTS, -1);
        for (int i = 0; i < n; i++) {
            int fd = events[i].data.fd;
            if (fd == listener) {
                accept_all(listener);
                continue;
            }
            connection *c = connections[fd];
            if (c->open && events[i].events & EPOLLOUT && !flush(c)) continue;
            if (c->open && events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) readable(c);
        }
        publish();
    }
}
