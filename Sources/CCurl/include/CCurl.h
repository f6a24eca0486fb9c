// libcurl as far as Swift can call it. The library is loaded on first use, because loading it takes
// longer than all the rest of a start.
// It must never hold logic of Ferry's own: each function is one or a few of libcurl's own calls.
#ifndef FERRY_CCURL_H
#define FERRY_CCURL_H

#include <curl/curl.h>

/// Loads libcurl; 1, or 0 where it cannot be. From any thread, any number of times.
int ferry_curl_load(void);

#endif
