#include "symbols.h"
#include "CArchiveWriter.h"

#include <pthread.h>

static struct {
    struct archive *(*write_new)(void);
    int (*write_free)(struct archive *);
    int (*write_fail)(struct archive *);
    int (*write_close)(struct archive *);
    int (*format_zip)(struct archive *);
    int (*format_pax)(struct archive *);
    int (*filter_gzip)(struct archive *);
    int (*filter_bzip2)(struct archive *);
    int (*filter_xz)(struct archive *);
    int (*filter_zstd)(struct archive *);
    const char *(*zlib_version)(void);
    const char *(*bzlib_version)(void);
    const char *(*liblzma_version)(void);
    const char *(*libzstd_version)(void);
    int (*last_block)(struct archive *, int);
    int (*open)(
        struct archive *, void *, archive_open_callback *, archive_write_callback *,
        archive_close_callback *);
    int (*header)(struct archive *, struct archive_entry *);
    la_ssize_t (*data)(struct archive *, const void *, size_t);
    int (*finish_entry)(struct archive *);
    const char *(*error_string)(struct archive *);
    struct archive_entry *(*entry_new)(void);
    void (*entry_free)(struct archive_entry *);
    struct archive_entry *(*entry_clear)(struct archive_entry *);
    void (*set_pathname)(struct archive_entry *, const char *);
    void (*set_filetype)(struct archive_entry *, unsigned int);
    void (*set_perm)(struct archive_entry *, mode_t);
    void (*set_mtime)(struct archive_entry *, time_t, long);
    void (*set_symlink)(struct archive_entry *, const char *);
    void (*set_size)(struct archive_entry *, la_int64_t);
} calls;

static const struct ferry_archive_symbol symbols[] = {
    {"archive_write_new", (void **)&calls.write_new},
    {"archive_write_free", (void **)&calls.write_free},
    {"archive_write_fail", (void **)&calls.write_fail},
    {"archive_write_close", (void **)&calls.write_close},
    {"archive_write_set_format_zip", (void **)&calls.format_zip},
    {"archive_write_set_format_pax_restricted", (void **)&calls.format_pax},
    {"archive_write_add_filter_gzip", (void **)&calls.filter_gzip},
    {"archive_write_add_filter_bzip2", (void **)&calls.filter_bzip2},
    {"archive_write_add_filter_xz", (void **)&calls.filter_xz},
    {"archive_write_add_filter_zstd", (void **)&calls.filter_zstd},
    {"archive_zlib_version", (void **)&calls.zlib_version},
    {"archive_bzlib_version", (void **)&calls.bzlib_version},
    {"archive_liblzma_version", (void **)&calls.liblzma_version},
    {"archive_libzstd_version", (void **)&calls.libzstd_version},
    {"archive_write_set_bytes_in_last_block", (void **)&calls.last_block},
    {"archive_write_open", (void **)&calls.open},
    {"archive_write_header", (void **)&calls.header},
    {"archive_write_data", (void **)&calls.data},
    {"archive_write_finish_entry", (void **)&calls.finish_entry},
    {"archive_error_string", (void **)&calls.error_string},
    {"archive_entry_new", (void **)&calls.entry_new},
    {"archive_entry_free", (void **)&calls.entry_free},
    {"archive_entry_clear", (void **)&calls.entry_clear},
    {"archive_entry_set_pathname", (void **)&calls.set_pathname},
    {"archive_entry_set_filetype", (void **)&calls.set_filetype},
    {"archive_entry_set_perm", (void **)&calls.set_perm},
    {"archive_entry_set_mtime", (void **)&calls.set_mtime},
    {"archive_entry_set_symlink", (void **)&calls.set_symlink},
    {"archive_entry_set_size", (void **)&calls.set_size},
};

static int is_loaded;
// Names are marked as UTF-8 where the thread's charset is that.
static locale_t utf8;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    is_loaded = ferry_archive_find(symbols, sizeof symbols / sizeof *symbols, &utf8);
}

int ferry_archive_writer_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

// Where libarchive was built without one of these, it would start a program for it.
static int add_filter(struct archive *archive, enum ferry_archive_filter filter) {
    switch (filter) {
    case FERRY_ARCHIVE_PLAIN: return ARCHIVE_OK;
    case FERRY_ARCHIVE_GZIP:
        return calls.zlib_version() ? calls.filter_gzip(archive) : ARCHIVE_FATAL;
    case FERRY_ARCHIVE_BZIP2:
        return calls.bzlib_version() ? calls.filter_bzip2(archive) : ARCHIVE_FATAL;
    case FERRY_ARCHIVE_XZ:
        return calls.liblzma_version() ? calls.filter_xz(archive) : ARCHIVE_FATAL;
    case FERRY_ARCHIVE_ZSTD:
        return calls.libzstd_version() ? calls.filter_zstd(archive) : ARCHIVE_FATAL;
    }
    return ARCHIVE_FATAL;
}

struct archive *ferry_archive_writer(
    void *context, ferry_archive_write_call write, int is_zip, enum ferry_archive_filter filter) {
    struct archive *archive = calls.write_new();
    if (archive == NULL) return NULL;
    int code = is_zip ? calls.format_zip(archive) : calls.format_pax(archive);
    if (code == ARCHIVE_OK) code = add_filter(archive, filter);
    // Nothing is written behind the end to fill a block.
    if (code == ARCHIVE_OK) code = calls.last_block(archive, 1);
    if (code == ARCHIVE_OK) code = calls.open(archive, context, NULL, write, NULL);
    if (code == ARCHIVE_OK) return archive;
    ferry_archive_writer_free(archive);
    return NULL;
}

struct archive_entry *ferry_archive_entry(void) { return calls.entry_new(); }

void ferry_archive_entry_free(struct archive_entry *entry) { calls.entry_free(entry); }

int ferry_archive_begin(
    struct archive *archive, struct archive_entry *entry, const char *name, int kind, int mode,
    const int64_t *seconds, const char *link, int64_t size) {
    calls.entry_clear(entry);
    calls.set_pathname(entry, name);
    calls.set_filetype(entry, (unsigned int)kind);
    calls.set_perm(entry, (mode_t)mode);
    if (seconds != NULL) calls.set_mtime(entry, (time_t)*seconds, 0);
    if (link != NULL) calls.set_symlink(entry, link);
    calls.set_size(entry, size);
    locale_t before = uselocale(utf8);
    int code = calls.header(archive, entry);
    uselocale(before);
    return code;
}

la_ssize_t ferry_archive_put(struct archive *archive, const void *bytes, size_t count) {
    return calls.data(archive, bytes, count);
}

int ferry_archive_end(struct archive *archive) { return calls.finish_entry(archive); }

int ferry_archive_close(struct archive *archive) {
    locale_t before = uselocale(utf8);
    int code = calls.write_close(archive);
    uselocale(before);
    return code;
}

const char *ferry_archive_writer_words(struct archive *archive) {
    const char *words = calls.error_string(archive);
    return words ? words : "";
}

void ferry_archive_writer_free(struct archive *archive) {
    calls.write_fail(archive);
    calls.write_free(archive);
}
