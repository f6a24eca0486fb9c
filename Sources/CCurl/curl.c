#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static void *library;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    CURLcode (*initialise)(long) = (CURLcode(*)(long))dlsym(library, "curl_global_init");
    if (initialise == NULL || initialise(CURL_GLOBAL_DEFAULT) != CURLE_OK) library = NULL;
}

int ferry_curl_load(void) {
    pthread_once(&once, load);
    return library != NULL;
}
