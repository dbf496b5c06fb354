/* Echo on libwebsockets: lws PORT. A message that comes in parts is put together; several may wait. */
#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    unsigned char *bytes; /* LWS_PRE bytes of room, then the message */
    size_t count;
    int binary;
} message;

typedef struct {
    message *queue; /* a ring */
    size_t head, count, capacity;
    unsigned char *open; /* the message that is arriving */
    size_t open_count, open_capacity;
} session;

static void keep(session *s, int binary) {
    if (s->count == s->capacity) {
        size_t capacity = s->capacity ? s->capacity * 2 : 16;
        message *queue = malloc(capacity * sizeof *queue);
        for (size_t i = 0; i < s->count; i++) queue[i] = s->queue[(s->head + i) % s->capacity];
        free(s->queue);
        s->queue = queue, s->head = 0, s->capacity = capacity;
    }
    s->queue[(s->head + s->count++) % s->capacity] = (message){s->open, s->open_count, binary};
    s->open = NULL, s->open_count = s->open_capacity = 0;
}

static int echo(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n) {
    session *s = user;
    switch (reason) {
    case LWS_CALLBACK_RECEIVE:
        if (s->open_capacity - s->open_count < n) {
            s->open_capacity = s->open_count + n + (lws_is_final_fragment(wsi) ? 0 : s->open_count);
            s->open = realloc(s->open, LWS_PRE + s->open_capacity);
        }
        memcpy(s->open + LWS_PRE + s->open_count, in, n);
        s->open_count += n;
        if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi)) return 0;
        keep(s, lws_frame_is_binary(wsi));
        lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        while (s->count && !lws_send_pipe_choked(wsi)) {
            message m = s->queue[s->head];
            s->head = (s->head + 1) % s->capacity, s->count--;
            int sent = lws_write(wsi, m.bytes + LWS_PRE, m.count, m.binary ? LWS_WRITE_BINARY : LWS_WRITE_TEXT);
            free(m.bytes);
            if (sent < 0) return -1;
        }
        if (s->count) lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_CLOSED:
        while (s->count) free(s->queue[s->head].bytes), s->head = (s->head + 1) % s->capacity, s->count--;
        free(s->queue);
        free(s->open);
        return 0;
    default: return 0;
    }
}

int main(int argc, char **argv) {
    static const struct lws_protocols protocols[] = {
        {.name = "echo", .callback = echo, .per_session_data_size = sizeof(session), .rx_buffer_size = 65536},
        {.name = NULL},
    };
    struct lws_context_creation_info info = {
        .port = argc > 1 ? atoi(argv[1]) : 0, .iface = "127.0.0.1", .protocols = protocols, .pt_serv_buf_size = 65536};
    lws_set_log_level(LLL_ERR, NULL);
    struct lws_context *context = lws_create_context(&info);
    if (!context) return 1;
    while (lws_service(context, 0) >= 0) {}
    lws_context_destroy(context);
    return 0;
}
