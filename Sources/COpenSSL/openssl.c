#include "COpenSSL.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

// A BIO of its own, because OpenSSL's for sockets uses write(2), which raises SIGPIPE.
struct channel {
    int descriptor;
    int has_ended;
};

static int channel_write(BIO *bio, const char *bytes, size_t length, size_t *written) {
    struct channel *channel = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    ssize_t count = send(channel->descriptor, bytes, length, MSG_NOSIGNAL);
    if (count >= 0) {
        *written = (size_t)count;
        return 1;
    }
    if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) BIO_set_retry_write(bio);
    return 0;
}

static int channel_read(BIO *bio, char *bytes, size_t length, size_t *got) {
    struct channel *channel = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    ssize_t count = recv(channel->descriptor, bytes, length, 0);
    if (count > 0) {
        *got = (size_t)count;
        return 1;
    }
    if (count == 0) {
        channel->has_ended = 1;
        errno = 0;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) {
        BIO_set_retry_read(bio);
    }
    return 0;
}

static long channel_control(BIO *bio, int command, long number, void *pointer) {
    struct channel *channel = BIO_get_data(bio);
    (void)number;
    (void)pointer;
    switch (command) {
    case BIO_CTRL_FLUSH: return 1;
    case BIO_CTRL_EOF: return channel->has_ended;
    default: return 0;
    }
}

static int channel_destroy(BIO *bio) {
    free(BIO_get_data(bio));
    BIO_set_data(bio, NULL);
    return 1;
}

static BIO_METHOD *channel_method;
static CRYPTO_ONCE channel_once = CRYPTO_ONCE_STATIC_INIT;

static void make_channel_method(void) {
    BIO_METHOD *method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket");
    if (!method) return;
    BIO_meth_set_write_ex(method, channel_write);
    BIO_meth_set_read_ex(method, channel_read);
    BIO_meth_set_ctrl(method, channel_control);
    BIO_meth_set_destroy(method, channel_destroy);
    channel_method = method;
}

int ferry_ssl_set_socket(SSL *ssl, int descriptor) {
    CRYPTO_THREAD_run_once(&channel_once, make_channel_method);
    if (!channel_method) return 0;
    struct channel *channel = calloc(1, sizeof *channel);
    BIO *bio = BIO_new(channel_method);
    if (!channel || !bio) {
        free(channel);
        BIO_free(bio);
        return 0;
    }
    channel->descriptor = descriptor;
    BIO_set_data(bio, channel);
    BIO_set_init(bio, 1);
    SSL_set_bio(ssl, bio, bio);
    return 1;
}

// A BIO that writes into memory of the caller's, as OpenSSL's own does not: each byte of its takes two
// more copies, and pages that the system has to clear.
struct outlet {
    unsigned char *room;
    size_t size;
    size_t used;
    // What came while there was no room, or too little.
    unsigned char *spill;
    size_t spilled;
    size_t capacity;
};

static int outlet_spill(struct outlet *outlet, const char *bytes, size_t length) {
    if (length > outlet->capacity - outlet->spilled) {
        size_t capacity = (outlet->spilled + length) * 2;
        unsigned char *grown = realloc(outlet->spill, capacity);
        if (!grown) return 0;
        outlet->spill = grown;
        outlet->capacity = capacity;
    }
    memcpy(outlet->spill + outlet->spilled, bytes, length);
    outlet->spilled += length;
    return 1;
}

static int outlet_write(BIO *bio, const char *bytes, size_t length, size_t *written) {
    struct outlet *outlet = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    if (outlet->spilled || length > outlet->size - outlet->used) {
        if (!outlet_spill(outlet, bytes, length)) return 0;
    } else {
        memcpy(outlet->room + outlet->used, bytes, length);
        outlet->used += length;
    }
    *written = length;
    return 1;
}

static long outlet_control(BIO *bio, int command, long number, void *pointer) {
    (void)bio;
    (void)number;
    (void)pointer;
    return command == BIO_CTRL_FLUSH;
}

static int outlet_destroy(BIO *bio) {
    struct outlet *outlet = BIO_get_data(bio);
    if (outlet) free(outlet->spill);
    free(outlet);
    BIO_set_data(bio, NULL);
    return 1;
}

static BIO_METHOD *outlet_method;
static CRYPTO_ONCE outlet_once = CRYPTO_ONCE_STATIC_INIT;

static void make_outlet_method(void) {
    BIO_METHOD *method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "outlet");
    if (!method) return;
    BIO_meth_set_write_ex(method, outlet_write);
    BIO_meth_set_ctrl(method, outlet_control);
    BIO_meth_set_destroy(method, outlet_destroy);
    outlet_method = method;
}

BIO *ferry_outlet_new(void) {
    CRYPTO_THREAD_run_once(&outlet_once, make_outlet_method);
    if (!outlet_method) return NULL;
    struct outlet *outlet = calloc(1, sizeof *outlet);
    BIO *bio = BIO_new(outlet_method);
    if (!outlet || !bio) {
        free(outlet);
        BIO_free(bio);
        return NULL;
    }
    BIO_set_data(bio, outlet);
    BIO_set_init(bio, 1);
    return bio;
}

void ferry_outlet_open(BIO *bio, void *room, size_t size) {
    struct outlet *outlet = BIO_get_data(bio);
    outlet->room = room;
    outlet->size = size;
    outlet->used = 0;
}

size_t ferry_outlet_close(BIO *bio) {
    struct outlet *outlet = BIO_get_data(bio);
    size_t used = outlet->used;
    outlet->room = NULL;
    outlet->size = 0;
    outlet->used = 0;
    return used;
}

size_t ferry_outlet_spilled(BIO *bio) { return ((struct outlet *)BIO_get_data(bio))->spilled; }

void ferry_outlet_take(BIO *bio, void *bytes) {
    struct outlet *outlet = BIO_get_data(bio);
    if (outlet->spilled) memcpy(bytes, outlet->spill, outlet->spilled);
    free(outlet->spill);
    outlet->spill = NULL;
    outlet->spilled = 0;
    outlet->capacity = 0;
}

void ferry_ssl_set_client_rules(SSL_CTX *context) {
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
    // The system's openssl.cnf may have set them.
    SSL_CTX_clear_options(
        context, SSL_OP_LEGACY_SERVER_CONNECT | SSL_OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION
            | SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_session_cache_mode(
        context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_set_mode(
        context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

static int select_protocol(
    SSL *ssl, const unsigned char **chosen, unsigned char *length, const unsigned char *offered,
    unsigned int offered_length, void *unused) {
    static const unsigned char ours[] = "\010http/1.1\010http/1.0";
    (void)ssl;
    (void)unused;
    int status = SSL_select_next_proto(
        (unsigned char **)chosen, length, ours, sizeof ours - 1, offered, offered_length);
    return status == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

void ferry_ssl_set_server_rules(SSL_CTX *context) {
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(
        context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE
            | SSL_OP_PRIORITIZE_CHACHA);
    // The quickest first; visitors without AES in hardware begin with ChaCha20 and get it.
    SSL_CTX_set_ciphersuites(
        context,
        "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256");
    // The system's openssl.cnf may have set it.
    SSL_CTX_clear_options(context, SSL_OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION);
    // Sessions are kept by the visitors, in tickets.
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_alpn_select_cb(context, select_protocol, NULL);
}

int ferry_ssl_add_to_chain(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

void ferry_ssl_set_newest(SSL_CTX *context, int version) {
    SSL_CTX_set_max_proto_version(context, version);
}

int ferry_ssl_set_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}

void ferry_ssl_read_ahead(SSL *ssl, size_t size) {
    SSL_set_default_read_buffer_len(ssl, size);
    SSL_set_read_ahead(ssl, 1);
}

int ferry_certificate_matches(X509 *certificate, const char *host, int is_address) {
    if (is_address) return X509_check_ip_asc(certificate, host, 0) == 1;
    return X509_check_host(
               certificate, host, strlen(host), X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS, NULL) == 1;
}

static size_t print_name(const X509_NAME *name, char *text, size_t size) {
    BIO *bio = BIO_new(BIO_s_mem());
    if (!bio) return 0;
    // Non-ASCII letters as they are, in UTF-8; whoever shows them sanitises.
    unsigned long form = (ASN1_STRFLGS_RFC2253 & ~(ASN1_STRFLGS_ESC_MSB | ASN1_STRFLGS_ESC_CTRL))
        | XN_FLAG_SEP_CPLUS_SPC | XN_FLAG_DN_REV | XN_FLAG_FN_SN;
    int length = 0;
    if (X509_NAME_print_ex(bio, name, 0, form) >= 0) {
        length = BIO_read(bio, text, size > INT_MAX ? INT_MAX : (int)size);
    }
    BIO_free(bio);
    return length > 0 ? (size_t)length : 0;
}

size_t ferry_certificate_subject(X509 *certificate, char *text, size_t size) {
    return print_name(X509_get_subject_name(certificate), text, size);
}

size_t ferry_certificate_issuer(X509 *certificate, char *text, size_t size) {
    return print_name(X509_get_issuer_name(certificate), text, size);
}

static size_t copy(const unsigned char *bytes, int length, char *text, size_t size) {
    size_t count = length < 0 ? 0 : (size_t)length < size ? (size_t)length : size;
    memcpy(text, bytes, count);
    return count;
}

static size_t print_address(const ASN1_OCTET_STRING *address, char *text, size_t size) {
    const unsigned char *bytes = ASN1_STRING_get0_data(address);
    char shown[64];
    int length = 0;
    if (ASN1_STRING_length(address) == 4) {
        length = snprintf(
            shown, sizeof shown, "%u.%u.%u.%u", bytes[0], bytes[1], bytes[2], bytes[3]);
    } else if (ASN1_STRING_length(address) == 16) {
        for (int i = 0; i < 16; i += 2) {
            length += snprintf(
                shown + length, sizeof shown - (size_t)length, "%s%x", i ? ":" : "",
                (unsigned)bytes[i] << 8 | bytes[i + 1]);
        }
    }
    return copy((const unsigned char *)shown, length, text, size);
}

long ferry_certificate_name(X509 *certificate, int index, char *text, size_t size) {
    GENERAL_NAMES *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    if (!names) return -1;
    long result = -1;
    if (index >= 0 && index < sk_GENERAL_NAME_num(names)) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, index);
        result = 0;
        if (name->type == GEN_DNS) {
            result = (long)copy(
                ASN1_STRING_get0_data(name->d.dNSName), ASN1_STRING_length(name->d.dNSName), text,
                size);
        } else if (name->type == GEN_IPADD) {
            result = (long)print_address(name->d.iPAddress, text, size);
        }
    }
    GENERAL_NAMES_free(names);
    return result;
}

static int64_t seconds(const ASN1_TIME *time) {
    struct tm parts;
    if (!time || ASN1_TIME_to_tm(time, &parts) != 1) return INT64_MIN;
    return (int64_t)timegm(&parts);
}

int64_t ferry_certificate_begin(X509 *certificate) {
    return seconds(X509_get0_notBefore(certificate));
}

int64_t ferry_certificate_end(X509 *certificate) {
    return seconds(X509_get0_notAfter(certificate));
}

int ferry_certificate_fingerprint(X509 *certificate, unsigned char digest[32]) {
    unsigned int length = 0;
    unsigned char bytes[EVP_MAX_MD_SIZE];
    if (X509_digest(certificate, EVP_sha256(), bytes, &length) != 1 || length != 32) return 0;
    memcpy(digest, bytes, 32);
    return 1;
}

int ferry_error_reason(unsigned long code) { return ERR_GET_REASON(code); }
