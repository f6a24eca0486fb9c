// OpenSSL is loaded on first use, because loading it takes a good part of a start's time. These are the
// calls that Ferry makes, under OpenSSL's own names: each finds the real one and passes on to it.
// Where the library cannot be loaded each gives 0 or NULL: what makes something fails so, and nothing
// is there that the others could be called with.

#include "COpenSSL.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

#define TEXT(number) #number
#define NAME(version) "libssl.so." TEXT(version)

static void *library;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// What libssl needs of libcrypto is loaded, and looked through, with it.
static void load(void) { library = dlopen(NAME(OPENSSL_SHLIB_VERSION), RTLD_NOW | RTLD_LOCAL); }

int ferry_openssl_load(void) {
    pthread_once(&once, load);
    return library != NULL;
}

const char *ferry_openssl_name(void) { return NAME(OPENSSL_SHLIB_VERSION); }

static void *find(const char *name) { return ferry_openssl_load() ? dlsym(library, name) : NULL; }

// Hidden, so that OpenSSL's own calls to itself never lead here.
#define FOUND(name) \
    static _Atomic(void *) place; \
    void *address = atomic_load_explicit(&place, memory_order_acquire); \
    if (!address) { \
        address = find(#name); \
        atomic_store_explicit(&place, address, memory_order_release); \
    } \
    __typeof__(&name) call = (__typeof__(&name))address;

#define GIVING(result, name, parameters, arguments) \
    __attribute__((visibility("hidden"))) result name parameters { \
        FOUND(name) \
        return call ? call arguments : (result)0; \
    }

#define GIVING_NOTHING(name, parameters, arguments) \
    __attribute__((visibility("hidden"))) void name parameters { \
        FOUND(name) \
        if (call) call arguments; \
    }

GIVING(int, ASN1_INTEGER_set_uint64, (ASN1_INTEGER *a, uint64_t r), (a, r))
GIVING(const unsigned char *, ASN1_STRING_get0_data, (const ASN1_STRING *x), (x))
GIVING(int, ASN1_STRING_length, (const ASN1_STRING *x), (x))
GIVING(int, ASN1_TIME_to_tm, (const ASN1_TIME *s, struct tm *tm), (s, tm))
GIVING_NOTHING(BIO_clear_flags, (BIO *b, int flags), (b, flags))
GIVING(size_t, BIO_ctrl_pending, (BIO *b), (b))
GIVING(int, BIO_free, (BIO *a), (a))
GIVING(void *, BIO_get_data, (BIO *a), (a))
GIVING(int, BIO_get_new_index, (void), ())
GIVING(BIO_METHOD *, BIO_meth_new, (int type, const char *name), (type, name))
GIVING(int, BIO_meth_set_ctrl, (BIO_METHOD *biom, long (*ctrl)(BIO *, int, long, void *)), (biom,
    ctrl))
GIVING(int, BIO_meth_set_destroy, (BIO_METHOD *biom, int (*destroy)(BIO *)), (biom, destroy))
GIVING(int, BIO_meth_set_read_ex, (BIO_METHOD *biom, int (*bread)(BIO *, char *, size_t, size_t *)),
    (biom, bread))
GIVING(int, BIO_meth_set_write_ex, (BIO_METHOD *biom, int (*bwrite)(BIO *, const char *, size_t,
    size_t *)), (biom, bwrite))
GIVING(BIO *, BIO_new, (const BIO_METHOD *type), (type))
GIVING(BIO *, BIO_new_file, (const char *filename, const char *mode), (filename, mode))
GIVING(int, BIO_read, (BIO *b, void *data, int dlen), (b, data, dlen))
GIVING(const BIO_METHOD *, BIO_s_mem, (void), ())
GIVING_NOTHING(BIO_set_data, (BIO *a, void *ptr), (a, ptr))
GIVING_NOTHING(BIO_set_flags, (BIO *b, int flags), (b, flags))
GIVING_NOTHING(BIO_set_init, (BIO *a, int init), (a, init))
GIVING(int, BIO_write, (BIO *b, const void *data, int dlen), (b, data, dlen))
GIVING(int, CRYPTO_THREAD_run_once, (CRYPTO_ONCE *once, void (*init)(void)), (once, init))
GIVING_NOTHING(ERR_clear_error, (void), ())
GIVING(unsigned long, ERR_get_error, (void), ())
GIVING(unsigned long, ERR_peek_error, (void), ())
GIVING(const char *, ERR_reason_error_string, (unsigned long e), (e))
GIVING_NOTHING(EVP_CIPHER_CTX_free, (EVP_CIPHER_CTX *c), (c))
GIVING(EVP_CIPHER_CTX *, EVP_CIPHER_CTX_new, (void), ())
GIVING(int, EVP_DecryptInit_ex, (EVP_CIPHER_CTX *ctx, const EVP_CIPHER *cipher, ENGINE *impl,
    const unsigned char *key, const unsigned char *iv), (ctx, cipher, impl, key, iv))
GIVING(int, EVP_DecryptUpdate, (EVP_CIPHER_CTX *ctx, unsigned char *out, int *outl,
    const unsigned char *in, int inl), (ctx, out, outl, in, inl))
GIVING(int, EVP_Digest, (const void *data, size_t count, unsigned char *md, unsigned int *size,
    const EVP_MD *type, ENGINE *impl), (data, count, md, size, type, impl))
GIVING(int, EVP_DigestFinal_ex, (EVP_MD_CTX *ctx, unsigned char *md, unsigned int *s), (ctx, md, s))
GIVING(int, EVP_DigestInit_ex, (EVP_MD_CTX *ctx, const EVP_MD *type, ENGINE *impl), (ctx, type,
    impl))
GIVING(int, EVP_DigestUpdate, (EVP_MD_CTX *ctx, const void *d, size_t cnt), (ctx, d, cnt))
GIVING(int, EVP_EncodeBlock, (unsigned char *t, const unsigned char *f, int n), (t, f, n))
GIVING_NOTHING(EVP_MD_CTX_free, (EVP_MD_CTX *ctx), (ctx))
GIVING(EVP_MD_CTX *, EVP_MD_CTX_new, (void), ())
GIVING_NOTHING(EVP_PKEY_CTX_free, (EVP_PKEY_CTX *ctx), (ctx))
GIVING(EVP_PKEY_CTX *, EVP_PKEY_CTX_new_id, (int id, ENGINE *e), (id, e))
GIVING(int, EVP_PKEY_CTX_set_ec_paramgen_curve_nid, (EVP_PKEY_CTX *ctx, int nid), (ctx, nid))
GIVING_NOTHING(EVP_PKEY_free, (EVP_PKEY *pkey), (pkey))
GIVING(int, EVP_PKEY_keygen, (EVP_PKEY_CTX *ctx, EVP_PKEY **ppkey), (ctx, ppkey))
GIVING(int, EVP_PKEY_keygen_init, (EVP_PKEY_CTX *ctx), (ctx))
GIVING(const EVP_CIPHER *, EVP_aes_256_ctr, (void), ())
GIVING(const EVP_MD *, EVP_md5, (void), ())
GIVING(const EVP_MD *, EVP_sha1, (void), ())
GIVING(const EVP_MD *, EVP_sha256, (void), ())
GIVING(const EVP_MD *, EVP_sha512, (void), ())
GIVING(const EVP_MD *, EVP_sha512_256, (void), ())
GIVING_NOTHING(GENERAL_NAMES_free, (GENERAL_NAMES *a), (a))
GIVING(int, OPENSSL_sk_num, (const OPENSSL_STACK *a), (a))
GIVING(void *, OPENSSL_sk_value, (const OPENSSL_STACK *a, int b), (a, b))
GIVING(EVP_PKEY *, PEM_read_bio_PrivateKey, (BIO *out, EVP_PKEY **x, pem_password_cb *cb, void *u),
    (out, x, cb, u))
GIVING(X509 *, PEM_read_bio_X509, (BIO *out, X509 **x, pem_password_cb *cb, void *u), (out, x, cb,
    u))
GIVING(unsigned char *, SHA256, (const unsigned char *d, size_t n, unsigned char *md), (d, n, md))
GIVING(const char *, SSL_CIPHER_get_name, (const SSL_CIPHER *c), (c))
GIVING(uint64_t, SSL_CTX_clear_options, (SSL_CTX *ctx, uint64_t op), (ctx, op))
GIVING(long, SSL_CTX_ctrl, (SSL_CTX *ctx, int cmd, long larg, void *parg), (ctx, cmd, larg, parg))
GIVING_NOTHING(SSL_CTX_free, (SSL_CTX *a), (a))
GIVING(int, SSL_CTX_load_verify_dir, (SSL_CTX *ctx, const char *CApath), (ctx, CApath))
GIVING(int, SSL_CTX_load_verify_file, (SSL_CTX *ctx, const char *CAfile), (ctx, CAfile))
GIVING(SSL_CTX *, SSL_CTX_new, (const SSL_METHOD *meth), (meth))
GIVING_NOTHING(SSL_CTX_sess_set_new_cb, (SSL_CTX *ctx, int (*new_session_cb)(SSL *ssl,
    SSL_SESSION *sess)), (ctx, new_session_cb))
GIVING(int, SSL_CTX_set_alpn_protos, (SSL_CTX *ctx, const unsigned char *protos,
    unsigned int protos_len), (ctx, protos, protos_len))
GIVING_NOTHING(SSL_CTX_set_alpn_select_cb, (SSL_CTX *ctx, SSL_CTX_alpn_select_cb_func cb,
    void *arg), (ctx, cb, arg))
GIVING_NOTHING(SSL_CTX_set_cert_verify_callback, (SSL_CTX *ctx, int (*cb)(X509_STORE_CTX *, void *),
    void *arg), (ctx, cb, arg))
GIVING(int, SSL_CTX_set_ciphersuites, (SSL_CTX *ctx, const char *str), (ctx, str))
GIVING_NOTHING(SSL_CTX_set_default_passwd_cb, (SSL_CTX *ctx, pem_password_cb *cb), (ctx, cb))
GIVING(int, SSL_CTX_set_default_verify_paths, (SSL_CTX *ctx), (ctx))
GIVING(uint64_t, SSL_CTX_set_options, (SSL_CTX *ctx, uint64_t op), (ctx, op))
GIVING_NOTHING(SSL_CTX_set_verify, (SSL_CTX *ctx, int mode, SSL_verify_cb callback), (ctx, mode,
    callback))
GIVING(int, SSL_CTX_use_PrivateKey, (SSL_CTX *ctx, EVP_PKEY *pkey), (ctx, pkey))
GIVING(int, SSL_CTX_use_PrivateKey_file, (SSL_CTX *ctx, const char *file, int type), (ctx, file,
    type))
GIVING(int, SSL_CTX_use_certificate, (SSL_CTX *ctx, X509 *x), (ctx, x))
GIVING(int, SSL_CTX_use_certificate_chain_file, (SSL_CTX *ctx, const char *file), (ctx, file))
GIVING(SSL_SESSION *, SSL_SESSION_dup, (const SSL_SESSION *src), (src))
GIVING_NOTHING(SSL_SESSION_free, (SSL_SESSION *ses), (ses))
GIVING(long, SSL_ctrl, (SSL *ssl, int cmd, long larg, void *parg), (ssl, cmd, larg, parg))
GIVING(int, SSL_do_handshake, (SSL *s), (s))
GIVING_NOTHING(SSL_free, (SSL *ssl), (ssl))
GIVING(X509 *, SSL_get0_peer_certificate, (const SSL *s), (s))
GIVING(const SSL_CIPHER *, SSL_get_current_cipher, (const SSL *s), (s))
GIVING(int, SSL_get_error, (const SSL *s, int ret_code), (s, ret_code))
GIVING(void *, SSL_get_ex_data, (const SSL *ssl, int idx), (ssl, idx))
GIVING(int, SSL_get_ex_data_X509_STORE_CTX_idx, (void), ())
GIVING(const SSL_CIPHER *, SSL_get_pending_cipher, (const SSL *s), (s))
GIVING(int, SSL_get_shutdown, (const SSL *ssl), (ssl))
GIVING(long, SSL_get_verify_result, (const SSL *ssl), (ssl))
GIVING(const char *, SSL_get_version, (const SSL *s), (s))
GIVING(int, SSL_has_pending, (const SSL *s), (s))
GIVING(SSL *, SSL_new, (SSL_CTX *ctx), (ctx))
GIVING(int, SSL_peek_ex, (SSL *ssl, void *buf, size_t num, size_t *readbytes), (ssl, buf, num,
    readbytes))
GIVING(int, SSL_read_ex, (SSL *ssl, void *buf, size_t num, size_t *readbytes), (ssl, buf, num,
    readbytes))
GIVING(int, SSL_select_next_proto, (unsigned char **out, unsigned char *outlen,
    const unsigned char *in, unsigned int inlen, const unsigned char *client,
    unsigned int client_len), (out, outlen, in, inlen, client, client_len))
GIVING(int, SSL_session_reused, (const SSL *s), (s))
GIVING_NOTHING(SSL_set_accept_state, (SSL *s), (s))
GIVING_NOTHING(SSL_set_bio, (SSL *s, BIO *rbio, BIO *wbio), (s, rbio, wbio))
GIVING_NOTHING(SSL_set_connect_state, (SSL *s), (s))
GIVING_NOTHING(SSL_set_default_read_buffer_len, (SSL *s, size_t len), (s, len))
GIVING(int, SSL_set_ex_data, (SSL *ssl, int idx, void *data), (ssl, idx, data))
GIVING_NOTHING(SSL_set_read_ahead, (SSL *s, int yes), (s, yes))
GIVING(int, SSL_set_session, (SSL *to, SSL_SESSION *session), (to, session))
GIVING_NOTHING(SSL_set_shutdown, (SSL *ssl, int mode), (ssl, mode))
GIVING(int, SSL_shutdown, (SSL *s), (s))
GIVING(int, SSL_write_ex, (SSL *s, const void *buf, size_t num, size_t *written), (s, buf, num,
    written))
GIVING(const SSL_METHOD *, TLS_client_method, (void), ())
GIVING(const SSL_METHOD *, TLS_server_method, (void), ())
GIVING(X509_EXTENSION *, X509V3_EXT_conf_nid, (LHASH_OF(CONF_VALUE) *conf, X509V3_CTX *ctx,
    int ext_nid, const char *value), (conf, ctx, ext_nid, value))
GIVING_NOTHING(X509_EXTENSION_free, (X509_EXTENSION *a), (a))
GIVING(int, X509_NAME_add_entry_by_txt, (X509_NAME *name, const char *field, int type,
    const unsigned char *bytes, int len, int loc, int set), (name, field, type, bytes, len, loc,
    set))
GIVING(int, X509_NAME_print_ex, (BIO *out, const X509_NAME *nm, int indent, unsigned long flags),
    (out, nm, indent, flags))
GIVING(X509 *, X509_STORE_CTX_get0_cert, (const X509_STORE_CTX *ctx), (ctx))
GIVING(int, X509_STORE_CTX_get_error, (const X509_STORE_CTX *ctx), (ctx))
GIVING(void *, X509_STORE_CTX_get_ex_data, (const X509_STORE_CTX *ctx, int idx), (ctx, idx))
GIVING(int, X509_add_ext, (X509 *x, X509_EXTENSION *ex, int loc), (x, ex, loc))
GIVING(int, X509_check_host, (X509 *x, const char *chk, size_t chklen, unsigned int flags,
    char **peername), (x, chk, chklen, flags, peername))
GIVING(int, X509_check_ip_asc, (X509 *x, const char *ipasc, unsigned int flags), (x, ipasc, flags))
GIVING(int, X509_check_private_key, (const X509 *x509, const EVP_PKEY *pkey), (x509, pkey))
GIVING(int, X509_digest, (const X509 *data, const EVP_MD *type, unsigned char *md,
    unsigned int *len), (data, type, md, len))
GIVING_NOTHING(X509_free, (X509 *a), (a))
GIVING(const ASN1_TIME *, X509_get0_notAfter, (const X509 *x), (x))
GIVING(const ASN1_TIME *, X509_get0_notBefore, (const X509 *x), (x))
GIVING(void *, X509_get_ext_d2i, (const X509 *x, int nid, int *crit, int *idx), (x, nid, crit, idx))
GIVING(X509_NAME *, X509_get_issuer_name, (const X509 *a), (a))
GIVING(ASN1_INTEGER *, X509_get_serialNumber, (X509 *x), (x))
GIVING(X509_NAME *, X509_get_subject_name, (const X509 *a), (a))
GIVING(ASN1_TIME *, X509_getm_notAfter, (const X509 *x), (x))
GIVING(ASN1_TIME *, X509_getm_notBefore, (const X509 *x), (x))
GIVING(ASN1_TIME *, X509_gmtime_adj, (ASN1_TIME *s, long adj), (s, adj))
GIVING(X509 *, X509_new, (void), ())
GIVING(int, X509_set_issuer_name, (X509 *x, const X509_NAME *name), (x, name))
GIVING(int, X509_set_pubkey, (X509 *x, EVP_PKEY *pkey), (x, pkey))
GIVING(int, X509_set_version, (X509 *x, long version), (x, version))
GIVING(int, X509_sign, (X509 *x, EVP_PKEY *pkey, const EVP_MD *md), (x, pkey, md))
GIVING(int, X509_verify_cert, (X509_STORE_CTX *ctx), (ctx))
GIVING(const char *, X509_verify_cert_error_string, (long n), (n))
