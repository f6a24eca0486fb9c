// OpenSSL as far as Swift can call it, and wrappers for what Swift cannot see: macros, variadic
// functions, and stacks.
// It must never hold logic of Ferry's own: each function is one or a few of OpenSSL's own calls. The
// library is loaded on first use; a call of OpenSSL's that is new here needs its line in calls.c.
#ifndef FERRY_COPENSSL_H
#define FERRY_COPENSSL_H

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <stddef.h>
#include <stdint.h>

/// Loads OpenSSL; 1, or 0 where it cannot be: then nothing can be made with it. From any thread, any
/// number of times; the first of OpenSSL's own calls does it too.
int ferry_openssl_load(void);
/// The library's file: `libssl.so.3`.
const char *ferry_openssl_name(void);
/// Gives `ssl` the socket `descriptor` to read and write, by recv(2) and send(2) without SIGPIPE;
/// `ssl` never closes it. 1, or 0 without memory.
int ferry_ssl_set_socket(SSL *ssl, int descriptor);
/// A BIO to be written to: into the room that was opened, and beside it what comes while there is
/// none, or too little; NULL without memory.
BIO *ferry_outlet_new(void);
/// Has what is written go to `room`, which stays the caller's, until it is closed.
void ferry_outlet_open(BIO *bio, void *room, size_t size);
/// The bytes that were written to the room.
size_t ferry_outlet_close(BIO *bio);
/// The bytes that were written beside it, later than what is in it.
size_t ferry_outlet_spilled(BIO *bio);
/// Moves all of those to `bytes`.
void ferry_outlet_take(BIO *bio, void *bytes);
/// TLS 1.2 and above, no compression, no renegotiation, sessions kept by the caller alone, partial
/// and moving writes.
void ferry_ssl_set_client_rules(SSL_CTX *context);
/// TLS 1.2 and above, no compression, no renegotiation, the server's order of ciphers, no buffers
/// kept for idle connections; of ALPN's protocols (RFC 7301) HTTP/1.1 and HTTP/1.0, and whoever
/// offers others only is refused.
void ferry_ssl_set_server_rules(SSL_CTX *context);
/// Adds a certificate that vouches for the one before, which keeps being the caller's own; 1, or 0
/// on failure.
int ferry_ssl_add_to_chain(SSL_CTX *context, X509 *certificate);
/// The newest version that is spoken: TLS1_2_VERSION, TLS1_3_VERSION.
void ferry_ssl_set_newest(SSL_CTX *context, int version);
/// SNI: the server's name, without a final dot.
int ferry_ssl_set_name(SSL *ssl, const char *name);
/// Reads as much as there is at once, up to `size` bytes.
void ferry_ssl_read_ahead(SSL *ssl, size_t size);
/// Whether the certificate names the host, or the address where `is_address`.
int ferry_certificate_matches(X509 *certificate, const char *host, int is_address);
/// The name of the certificate's owner or issuer, as `CN=web01.example, O=Example`, raw.
/// The length; at most `size`, without a NUL at the end.
size_t ferry_certificate_subject(X509 *certificate, char *text, size_t size);
size_t ferry_certificate_issuer(X509 *certificate, char *text, size_t size);
/// The host name or address at `index` of the subjectAltName, raw, with its length as above; 0 for
/// entries of other kinds, and -1 after the last.
long ferry_certificate_name(X509 *certificate, int index, char *text, size_t size);
/// Seconds since the epoch; the smallest number where the certificate's time cannot be read.
int64_t ferry_certificate_begin(X509 *certificate);
int64_t ferry_certificate_end(X509 *certificate);
/// SHA-256 of the certificate's DER form; 1, or 0 on failure.
int ferry_certificate_fingerprint(X509 *certificate, unsigned char digest[32]);
/// The reason within an error code of the queue.
int ferry_error_reason(unsigned long code);

#endif
