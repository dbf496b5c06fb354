/*
 * rawecho.c - the ceiling: an epoll loop that gives every byte back, without WebSocket (Linux).
 *
 *   rawecho --port PORT [--cpu N]
 *
 * What a message costs here is the kernel's share and little else; no server that speaks a protocol costs less.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { READ_BYTES = 512 * 1024, EVENTS = 1024, CONNECTIONS = 4096 };

/* What the kernel did not take; while there is any, nothing is read. */
static struct {
    uint8_t *bytes;
    size_t start, end;
} left[CONNECTIONS];
static uint8_t scratch[READ_BYTES];
static int poller;

static void die(const char *what) {
    perror(what);
    exit(1);
}

static void watch(int fd, uint32_t events) {
    struct epoll_event e = {.data.fd = fd, .events = events};
    epoll_ctl(poller, EPOLL_CTL_MOD, fd, &e);
}

static void end(int fd) {
    free(left[fd].bytes);
    memset(&left[fd], 0, sizeof left[fd]);
    close(fd);
}

static void echo(int fd) {
    ssize_t got = recv(fd, scratch, sizeof scratch, 0);
    if (got <= 0) {
        if (got == 0 || errno != EAGAIN) end(fd);
        return;
    }
    ssize_t sent = send(fd, scratch, (size_t)got, MSG_NOSIGNAL);
    if (sent == got) return;
    if (sent < 0 && errno != EAGAIN) {
        end(fd);
        return;
    }
    if (sent < 0) sent = 0;
    left[fd].start = 0, left[fd].end = (size_t)(got - sent);
    if (!(left[fd].bytes = malloc(left[fd].end))) die("malloc");
    memcpy(left[fd].bytes, scratch + sent, left[fd].end);
    watch(fd, EPOLLOUT);
}

static void go_on(int fd) {
    ssize_t sent = send(fd, left[fd].bytes + left[fd].start, left[fd].end - left[fd].start, MSG_NOSIGNAL);
    if (sent < 0) {
        if (errno != EAGAIN) end(fd);
        return;
    }
    left[fd].start += (size_t)sent;
    if (left[fd].start < left[fd].end) return;
    free(left[fd].bytes);
    memset(&left[fd], 0, sizeof left[fd]);
    watch(fd, EPOLLIN);
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
            if (fd != listener) {
                if (left[fd].bytes) go_on(fd);
                else echo(fd);
                continue;
            }
            fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
            if (fd < 0) continue;
            if (fd >= CONNECTIONS) {
                close(fd);
                continue;
            }
            setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
            e = (struct epoll_event){.data.fd = fd, .events = EPOLLIN};
            if (epoll_ctl(poller, EPOLL_CTL_ADD, fd, &e)) end(fd);
        }
    }
}
