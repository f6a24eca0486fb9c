// libcurl as far as Swift can call it. The library is loaded on first use, because loading it takes
// longer than all the rest of a start.
// It must never hold logic of Ferry's own: each function is one or a few of libcurl's own calls.
#ifndef FERRY_CCURL_H
#define FERRY_CCURL_H

#include <curl/curl.h>

#include <stdint.h>

/// Loads libcurl; 1, or 0 where it cannot be. From any thread, any number of times. Nothing else
/// here may be called before it gave 1.
int ferry_curl_load(void);
/// libcurl's words for a code.
const char *ferry_curl_words(CURLcode code);
/// The TLS library that libcurl was built with: `OpenSSL/3.0.13`.
const char *ferry_curl_tls(void);

CURL *ferry_curl_easy_init(void);
void ferry_curl_easy_reset(CURL *easy);
void ferry_curl_easy_cleanup(CURL *easy);

/// What libcurl calls with bytes to take or room to fill.
typedef size_t (*ferry_curl_bytes_call)(char *bytes, size_t size, size_t count, void *context);

/// curl_easy_setopt by the kind of the option's value.
CURLcode ferry_curl_set_number(CURL *easy, CURLoption option, long value);
CURLcode ferry_curl_set_size(CURL *easy, CURLoption option, int64_t value);
CURLcode ferry_curl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode ferry_curl_set_fields(CURL *easy, CURLoption option, struct curl_slist *fields);
CURLcode ferry_curl_set_context(CURL *easy, CURLoption option, void *context);
CURLcode ferry_curl_set_bytes_call(CURL *easy, CURLoption option, ferry_curl_bytes_call call);
CURLcode ferry_curl_set_open_call(CURL *easy, curl_opensocket_callback call);
CURLcode ferry_curl_set_tls_call(CURL *easy, curl_ssl_ctx_callback call);

CURLcode ferry_curl_get_number(CURL *easy, CURLINFO kind, long *value);
// The socket of the connection that is kept after an exchange; -1 where none is. To be asked while the
// handle is still in its multi handle.
int ferry_curl_get_socket(CURL *easy);
CURLcode ferry_curl_get_size(CURL *easy, CURLINFO kind, int64_t *value);
/// Goes on with what a callback paused.
CURLcode ferry_curl_easy_resume(CURL *easy);

CURLM *ferry_curl_multi_init(void);
CURLMcode ferry_curl_multi_set_number(CURLM *multi, CURLMoption option, long value);
CURLMcode ferry_curl_multi_add(CURLM *multi, CURL *easy);
CURLMcode ferry_curl_multi_remove(CURLM *multi, CURL *easy);
CURLMcode ferry_curl_multi_perform(CURLM *multi, int *running);
CURLMcode ferry_curl_multi_poll(CURLM *multi, int milliseconds);
/// Ends a `ferry_curl_multi_poll`, from any thread.
CURLMcode ferry_curl_multi_wakeup(CURLM *multi);
/// 1 with the result of a transfer that is done; 0 where none is.
int ferry_curl_multi_result(CURLM *multi, CURLcode *result);
void ferry_curl_multi_cleanup(CURLM *multi);

/// A list with a copy of `text` at its end; NULL without memory, and `list` is then as it was.
struct curl_slist *ferry_curl_append(struct curl_slist *list, const char *text);
void ferry_curl_free_list(struct curl_slist *list);

/// curl_url(3) and its kin.
CURLU *ferry_curl_url(void);
void ferry_curl_url_cleanup(CURLU *url);
CURLUcode ferry_curl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags);
CURLUcode ferry_curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags);
/// Frees what `ferry_curl_url_get` gave.
void ferry_curl_free(void *memory);

#endif
