#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static struct {
    CURLcode (*global_init)(long);
    const char *(*easy_strerror)(CURLcode);
    curl_version_info_data *(*version_info)(CURLversion);
    CURL *(*easy_init)(void);
    void (*easy_reset)(CURL *);
    void (*easy_cleanup)(CURL *);
    CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
    CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
    CURLcode (*easy_pause)(CURL *, int);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_setopt)(CURLM *, CURLMoption, ...);
    CURLMcode (*multi_add_handle)(CURLM *, CURL *);
    CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
    CURLMcode (*multi_perform)(CURLM *, int *);
    CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd *, unsigned int, int, int *);
    CURLMcode (*multi_wakeup)(CURLM *);
    CURLMsg *(*multi_info_read)(CURLM *, int *);
    CURLMcode (*multi_cleanup)(CURLM *);
    struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
    void (*slist_free_all)(struct curl_slist *);
    CURLU *(*url)(void);
    void (*url_cleanup)(CURLU *);
    CURLUcode (*url_set)(CURLU *, CURLUPart, const char *, unsigned int);
    CURLUcode (*url_get)(CURLU *, CURLUPart, char **, unsigned int);
    void (*free)(void *);
} calls;

static const struct {
    const char *name;
    void **place;
} symbols[] = {
    {"curl_global_init", (void **)&calls.global_init},
    {"curl_easy_strerror", (void **)&calls.easy_strerror},
    {"curl_version_info", (void **)&calls.version_info},
    {"curl_easy_init", (void **)&calls.easy_init},
    {"curl_easy_reset", (void **)&calls.easy_reset},
    {"curl_easy_cleanup", (void **)&calls.easy_cleanup},
    {"curl_easy_setopt", (void **)&calls.easy_setopt},
    {"curl_easy_getinfo", (void **)&calls.easy_getinfo},
    {"curl_easy_pause", (void **)&calls.easy_pause},
    {"curl_multi_init", (void **)&calls.multi_init},
    {"curl_multi_setopt", (void **)&calls.multi_setopt},
    {"curl_multi_add_handle", (void **)&calls.multi_add_handle},
    {"curl_multi_remove_handle", (void **)&calls.multi_remove_handle},
    {"curl_multi_perform", (void **)&calls.multi_perform},
    {"curl_multi_poll", (void **)&calls.multi_poll},
    {"curl_multi_wakeup", (void **)&calls.multi_wakeup},
    {"curl_multi_info_read", (void **)&calls.multi_info_read},
    {"curl_multi_cleanup", (void **)&calls.multi_cleanup},
    {"curl_slist_append", (void **)&calls.slist_append},
    {"curl_slist_free_all", (void **)&calls.slist_free_all},
    {"curl_url", (void **)&calls.url},
    {"curl_url_cleanup", (void **)&calls.url_cleanup},
    {"curl_url_set", (void **)&calls.url_set},
    {"curl_url_get", (void **)&calls.url_get},
    {"curl_free", (void **)&calls.free},
};

static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        *symbols[i].place = dlsym(library, symbols[i].name);
        if (*symbols[i].place == NULL) return;
    }
    is_loaded = calls.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

int ferry_curl_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

const char *ferry_curl_words(CURLcode code) { return calls.easy_strerror(code); }

const char *ferry_curl_tls(void) {
    const char *name = calls.version_info(CURLVERSION_NOW)->ssl_version;
    return name ? name : "";
}

CURL *ferry_curl_easy_init(void) { return calls.easy_init(); }
void ferry_curl_easy_reset(CURL *easy) { calls.easy_reset(easy); }
void ferry_curl_easy_cleanup(CURL *easy) { calls.easy_cleanup(easy); }

CURLcode ferry_curl_set_number(CURL *easy, CURLoption option, long value) {
    return calls.easy_setopt(easy, option, value);
}

CURLcode ferry_curl_set_size(CURL *easy, CURLoption option, int64_t value) {
    return calls.easy_setopt(easy, option, (curl_off_t)value);
}

CURLcode ferry_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return calls.easy_setopt(easy, option, value);
}

CURLcode ferry_curl_set_fields(CURL *easy, CURLoption option, struct curl_slist *fields) {
    return calls.easy_setopt(easy, option, fields);
}

CURLcode ferry_curl_set_context(CURL *easy, CURLoption option, void *context) {
    return calls.easy_setopt(easy, option, context);
}

CURLcode ferry_curl_set_bytes_call(CURL *easy, CURLoption option, ferry_curl_bytes_call call) {
    return calls.easy_setopt(easy, option, call);
}

CURLcode ferry_curl_set_open_call(CURL *easy, curl_opensocket_callback call) {
    return calls.easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, call);
}

CURLcode ferry_curl_set_tls_call(CURL *easy, curl_ssl_ctx_callback call) {
    return calls.easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, call);
}

CURLcode ferry_curl_get_number(CURL *easy, CURLINFO kind, long *value) {
    return calls.easy_getinfo(easy, kind, value);
}

int ferry_curl_get_socket(CURL *easy) {
    curl_socket_t socket = CURL_SOCKET_BAD;
    if (calls.easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &socket) != CURLE_OK) return -1;
    return socket;
}

CURLcode ferry_curl_get_size(CURL *easy, CURLINFO kind, int64_t *value) {
    curl_off_t size = 0;
    CURLcode code = calls.easy_getinfo(easy, kind, &size);
    *value = size;
    return code;
}

CURLcode ferry_curl_easy_resume(CURL *easy) { return calls.easy_pause(easy, CURLPAUSE_CONT); }

CURLM *ferry_curl_multi_init(void) { return calls.multi_init(); }

CURLMcode ferry_curl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return calls.multi_setopt(multi, option, value);
}

CURLMcode ferry_curl_multi_add(CURLM *multi, CURL *easy) {
    return calls.multi_add_handle(multi, easy);
}

CURLMcode ferry_curl_multi_remove(CURLM *multi, CURL *easy) {
    return calls.multi_remove_handle(multi, easy);
}

CURLMcode ferry_curl_multi_perform(CURLM *multi, int *running) {
    return calls.multi_perform(multi, running);
}

CURLMcode ferry_curl_multi_poll(CURLM *multi, int milliseconds) {
    return calls.multi_poll(multi, NULL, 0, milliseconds, NULL);
}

CURLMcode ferry_curl_multi_wakeup(CURLM *multi) { return calls.multi_wakeup(multi); }

int ferry_curl_multi_result(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = calls.multi_info_read(multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return 1;
    }
    return 0;
}

void ferry_curl_multi_cleanup(CURLM *multi) { calls.multi_cleanup(multi); }

struct curl_slist *ferry_curl_append(struct curl_slist *list, const char *text) {
    return calls.slist_append(list, text);
}

void ferry_curl_free_list(struct curl_slist *list) { calls.slist_free_all(list); }

CURLU *ferry_curl_url(void) { return calls.url(); }
void ferry_curl_url_cleanup(CURLU *url) { calls.url_cleanup(url); }

CURLUcode ferry_curl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags) {
    return calls.url_set(url, part, text, flags);
}

CURLUcode ferry_curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags) {
    return calls.url_get(url, part, text, flags);
}

void ferry_curl_free(void *memory) { calls.free(memory); }
