// OpenSSL's digests, message authentication and random bytes.
#ifndef CHATOS_COPENSSL_H
#define CHATOS_COPENSSL_H

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#endif
