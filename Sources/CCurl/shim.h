// libcurl's easy and multi interface. Its options are set and read by functions of any number of arguments,
// which Swift can't call: here is one for each kind of argument.
#ifndef CHATOS_CCURL_H
#define CHATOS_CCURL_H

#include <curl/curl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static inline CURLcode chatos_curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode chatos_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode chatos_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

typedef size_t (*chatos_curl_data)(char *bytes, size_t size, size_t count, void *context);
typedef curl_socket_t (*chatos_curl_open)(void *context, curlsocktype purpose, struct curl_sockaddr *address);

static inline CURLcode chatos_curl_set_data(CURL *easy, CURLoption option, chatos_curl_data function) {
    return curl_easy_setopt(easy, option, function);
}

static inline CURLcode chatos_curl_set_open(CURL *easy, chatos_curl_open function) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, function);
}

static inline CURLcode chatos_curl_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode chatos_curl_get_text(CURL *easy, CURLINFO info, const char **value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode chatos_curl_get_pointer(CURL *easy, void **value) {
    return curl_easy_getinfo(easy, CURLINFO_PRIVATE, value);
}

static inline const char *chatos_curl_text(CURLcode code) { return curl_easy_strerror(code); }

// The bytes of the address that is about to be connected to, in the order of the network: 4 or 16, or 0 for
// another kind.
static inline int chatos_curl_address(const struct curl_sockaddr *address, unsigned char bytes[16]) {
    if (address->family == AF_INET) {
        memcpy(bytes, &((const struct sockaddr_in *)&address->addr)->sin_addr, 4);
        return 4;
    }
    if (address->family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)&address->addr)->sin6_addr, 16);
        return 16;
    }
    return 0;
}

static inline curl_socket_t chatos_curl_socket(const struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static const curl_socket_t chatos_curl_no_socket = CURL_SOCKET_BAD;

#endif
