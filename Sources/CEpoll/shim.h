// What the Glibc module does not export: epoll, eventfd, accept4, how malloc is tuned, and
// which processors may be used.
#ifndef CHATOS_CEPOLL_H
#define CHATOS_CEPOLL_H

#include <malloc.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// `epoll_event` is packed and holds a union; these two keep Swift out of its layout.
static inline struct epoll_event chatos_epoll_event(uint32_t events, uint64_t token) {
    struct epoll_event event;
    event.events = events;
    event.data.u64 = token;
    return event;
}

static inline uint64_t chatos_epoll_token(const struct epoll_event *event) {
    return event->data.u64;
}

// accept4 is hidden behind _GNU_SOURCE, which a module map can't set for Glibc's own headers.
extern int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);

// So is this; to it a set of processors is bits in words, and 0 stands for the calling thread.
extern int sched_getaffinity(int thread, unsigned long size, unsigned long *bits);

#endif
