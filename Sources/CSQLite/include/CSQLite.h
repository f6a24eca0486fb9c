// SQLite, and the macros of it that Swift does not see.
#ifndef FERRY_CSQLITE_H
#define FERRY_CSQLITE_H

#include <sqlite3.h>

// SQLITE_TRANSIENT: what is bound so is copied at once.
static inline int ferry_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int length) {
    return sqlite3_bind_text(statement, index, bytes, length, SQLITE_TRANSIENT);
}

static inline int ferry_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

// SQLITE_STATIC: what is bound so has to stay where it is until the statement has run.
static inline int ferry_lend_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_STATIC);
}

#endif
