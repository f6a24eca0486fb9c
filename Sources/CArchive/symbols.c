#include "symbols.h"

#include <dlfcn.h>

int ferry_archive_find(const struct ferry_archive_symbol *symbols, size_t count, locale_t *utf8) {
    void *library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return 0;
    for (size_t i = 0; i < count; i++) {
        *symbols[i].place = dlsym(library, symbols[i].name);
        if (*symbols[i].place == NULL) return 0;
    }
    *utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    return *utf8 != (locale_t)0;
}
