// OpenSSL's digests, message authentication and random bytes, and TLS over bytes that others move: no
// descriptor is handed to it. What the headers give only as macros that Swift can't see stands here as
// functions.
#ifndef CHATOS_COPENSSL_H
#define CHATOS_COPENSSL_H

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

static const uint64_t chatos_ssl_op_no_compression = SSL_OP_NO_COMPRESSION;
static const uint64_t chatos_ssl_op_no_renegotiation = SSL_OP_NO_RENEGOTIATION;
static const uint64_t chatos_ssl_op_server_preference = SSL_OP_CIPHER_SERVER_PREFERENCE;
static const uint64_t chatos_ssl_op_prioritize_chacha = SSL_OP_PRIORITIZE_CHACHA;

static inline int chatos_ssl_ctx_set_versions(SSL_CTX *context, int min, int max) {
    return SSL_CTX_set_min_proto_version(context, min) && SSL_CTX_set_max_proto_version(context, max);
}

static inline void chatos_ssl_ctx_set_mode(SSL_CTX *context, long mode) {
    SSL_CTX_set_mode(context, mode);
}

static inline void chatos_ssl_ctx_set_read_ahead(SSL_CTX *context, int on) {
    SSL_CTX_set_read_ahead(context, on);
}

static inline void chatos_ssl_ctx_set_session_cache_mode(SSL_CTX *context, long mode) {
    SSL_CTX_set_session_cache_mode(context, mode);
}

static inline int chatos_ssl_ctx_set_groups(SSL_CTX *context, const char *names) {
    return (int)SSL_CTX_set1_groups_list(context, names);
}

static inline int chatos_ssl_set_server_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}

static inline void chatos_bio_set_retry(BIO *bio, int flags) {
    BIO_clear_retry_flags(bio);
    BIO_set_flags(bio, flags | (flags ? BIO_FLAGS_SHOULD_RETRY : 0));
}

#endif
