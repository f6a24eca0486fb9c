// How both halves, the reader and the writer, find libarchive's calls.
#ifndef FERRY_ARCHIVE_SYMBOLS_H
#define FERRY_ARCHIVE_SYMBOLS_H

#define _GNU_SOURCE
#include <locale.h>
#include <stddef.h>

/// A call by its name, and where its address goes.
struct ferry_archive_symbol {
    const char *name;
    void **place;
};

/// Fills all places, and makes the charset in which names are read and marked: that of the thread
/// that asks. 1 for success; 0 where the library, one of the calls or the charset is missing.
int ferry_archive_find(const struct ferry_archive_symbol *symbols, size_t count, locale_t *utf8);

#endif
