#include "symbols.h"
#include "CArchive.h"

#include <pthread.h>

static struct {
    struct archive *(*read_new)(void);
    int (*read_free)(struct archive *);
    int (*format_zip)(struct archive *);
    int (*format_tar)(struct archive *);
    int (*format_7zip)(struct archive *);
    int (*format_iso)(struct archive *);
    int (*format_raw)(struct archive *);
    int (*filter_gzip)(struct archive *);
    int (*filter_bzip2)(struct archive *);
    int (*filter_xz)(struct archive *);
    int (*filter_zstd)(struct archive *);
    int (*filter_lzma)(struct archive *);
    const char *(*zlib_version)(void);
    const char *(*bzlib_version)(void);
    const char *(*liblzma_version)(void);
    const char *(*libzstd_version)(void);
    int (*set_read)(struct archive *, archive_read_callback *);
    int (*set_skip)(struct archive *, archive_skip_callback *);
    int (*set_seek)(struct archive *, archive_seek_callback *);
    int (*set_context)(struct archive *, void *);
    int (*open1)(struct archive *);
    int (*open_memory)(struct archive *, const void *, size_t);
    int (*next_header)(struct archive *, struct archive_entry **);
    int (*data_block)(struct archive *, const void **, size_t *, la_int64_t *);
    la_ssize_t (*data)(struct archive *, void *, size_t);
    const char *(*error_string)(struct archive *);
    int (*format)(struct archive *);
    int (*filter_count)(struct archive *);
    const char *(*pathname)(struct archive_entry *);
    const char *(*pathname_utf8)(struct archive_entry *);
    unsigned int (*filetype)(struct archive_entry *);
    int (*size_is_set)(struct archive_entry *);
    la_int64_t (*size)(struct archive_entry *);
    int (*mtime_is_set)(struct archive_entry *);
    time_t (*mtime)(struct archive_entry *);
    unsigned int (*perm)(struct archive_entry *);
    const char *(*symlink)(struct archive_entry *);
    const char *(*symlink_utf8)(struct archive_entry *);
    const char *(*hardlink)(struct archive_entry *);
    const char *(*hardlink_utf8)(struct archive_entry *);
    int (*is_data_encrypted)(struct archive_entry *);
} calls;

static const struct ferry_archive_symbol symbols[] = {
    {"archive_read_new", (void **)&calls.read_new},
    {"archive_read_free", (void **)&calls.read_free},
    // By its directory at the end alone: what else lies in the file is not the archive's.
    {"archive_read_support_format_zip_seekable", (void **)&calls.format_zip},
    {"archive_read_support_format_tar", (void **)&calls.format_tar},
    {"archive_read_support_format_7zip", (void **)&calls.format_7zip},
    {"archive_read_support_format_iso9660", (void **)&calls.format_iso},
    {"archive_read_support_format_raw", (void **)&calls.format_raw},
    {"archive_read_support_filter_gzip", (void **)&calls.filter_gzip},
    {"archive_read_support_filter_bzip2", (void **)&calls.filter_bzip2},
    {"archive_read_support_filter_xz", (void **)&calls.filter_xz},
    {"archive_read_support_filter_zstd", (void **)&calls.filter_zstd},
    {"archive_read_support_filter_lzma", (void **)&calls.filter_lzma},
    {"archive_zlib_version", (void **)&calls.zlib_version},
    {"archive_bzlib_version", (void **)&calls.bzlib_version},
    {"archive_liblzma_version", (void **)&calls.liblzma_version},
    {"archive_libzstd_version", (void **)&calls.libzstd_version},
    {"archive_read_set_read_callback", (void **)&calls.set_read},
    {"archive_read_set_skip_callback", (void **)&calls.set_skip},
    {"archive_read_set_seek_callback", (void **)&calls.set_seek},
    {"archive_read_set_callback_data", (void **)&calls.set_context},
    {"archive_read_open1", (void **)&calls.open1},
    {"archive_read_open_memory", (void **)&calls.open_memory},
    {"archive_read_next_header", (void **)&calls.next_header},
    {"archive_read_data_block", (void **)&calls.data_block},
    {"archive_read_data", (void **)&calls.data},
    {"archive_error_string", (void **)&calls.error_string},
    {"archive_format", (void **)&calls.format},
    {"archive_filter_count", (void **)&calls.filter_count},
    {"archive_entry_pathname", (void **)&calls.pathname},
    {"archive_entry_pathname_utf8", (void **)&calls.pathname_utf8},
    {"archive_entry_filetype", (void **)&calls.filetype},
    {"archive_entry_size_is_set", (void **)&calls.size_is_set},
    {"archive_entry_size", (void **)&calls.size},
    {"archive_entry_mtime_is_set", (void **)&calls.mtime_is_set},
    {"archive_entry_mtime", (void **)&calls.mtime},
    {"archive_entry_perm", (void **)&calls.perm},
    {"archive_entry_symlink", (void **)&calls.symlink},
    {"archive_entry_symlink_utf8", (void **)&calls.symlink_utf8},
    {"archive_entry_hardlink", (void **)&calls.hardlink},
    {"archive_entry_hardlink_utf8", (void **)&calls.hardlink_utf8},
    {"archive_entry_is_data_encrypted", (void **)&calls.is_data_encrypted},
};

static int is_loaded;
// Names of 7-Zip and of zip's UTF-8 flag are turned into the thread's own charset.
static locale_t utf8;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    is_loaded = ferry_archive_find(symbols, sizeof symbols / sizeof *symbols, &utf8);
}

int ferry_archive_load(void) {
    pthread_once(&once, load);
    return is_loaded;
}

struct archive *ferry_archive_reader(
    int is_7zip, void *context, ferry_archive_read_call read, ferry_archive_skip_call skip,
    ferry_archive_seek_call seek) {
    struct archive *archive = calls.read_new();
    if (archive == NULL) return NULL;
    if (is_7zip) {
        calls.format_7zip(archive);
    } else {
        calls.format_zip(archive);
        calls.format_tar(archive);
        calls.format_iso(archive);
        // Where libarchive was built without one of these, it would start a program for it.
        if (calls.zlib_version() != NULL) calls.filter_gzip(archive);
        if (calls.bzlib_version() != NULL) calls.filter_bzip2(archive);
        if (calls.liblzma_version() != NULL) calls.filter_xz(archive);
        if (calls.libzstd_version() != NULL) calls.filter_zstd(archive);
    }
    calls.set_context(archive, context);
    calls.set_read(archive, read);
    calls.set_skip(archive, skip);
    calls.set_seek(archive, seek);
    return archive;
}

int ferry_archive_open(struct archive *archive) {
    locale_t before = uselocale(utf8);
    int code = calls.open1(archive);
    uselocale(before);
    return code;
}

int ferry_archive_next(struct archive *archive, struct archive_entry **entry) {
    locale_t before = uselocale(utf8);
    int code = calls.next_header(archive, entry);
    uselocale(before);
    return code;
}

int ferry_archive_block(
    struct archive *archive, const void **bytes, size_t *count, int64_t *offset) {
    la_int64_t place = 0;
    int code = calls.data_block(archive, bytes, count, &place);
    *offset = place;
    return code;
}

int64_t ferry_archive_unpack(const void *packed, size_t count, void *bytes, size_t room) {
    struct archive *archive = calls.liblzma_version() != NULL ? calls.read_new() : NULL;
    if (archive == NULL) return -1;
    calls.format_raw(archive);
    calls.filter_lzma(archive);
    calls.filter_xz(archive);
    struct archive_entry *entry = NULL;
    int64_t found = -1;
    if (calls.open_memory(archive, packed, count) == ARCHIVE_OK
        && calls.next_header(archive, &entry) == ARCHIVE_OK) {
        found = calls.data(archive, bytes, room);
    }
    calls.read_free(archive);
    return found < 0 ? -1 : found;
}

void ferry_archive_free(struct archive *archive) { calls.read_free(archive); }

const char *ferry_archive_words(struct archive *archive) {
    const char *words = calls.error_string(archive);
    return words ? words : "";
}

int ferry_archive_format(struct archive *archive) { return calls.format(archive); }

int ferry_archive_filters(struct archive *archive) {
    // The last one is the file itself.
    int count = calls.filter_count(archive);
    return count > 0 ? count - 1 : 0;
}

// The text in the archive's own bytes, else as UTF-8.
static const char *text(
    struct archive_entry *entry, const char *(*raw)(struct archive_entry *),
    const char *(*decoded)(struct archive_entry *)) {
    locale_t before = uselocale(utf8);
    const char *found = raw(entry);
    if (found == NULL) found = decoded(entry);
    uselocale(before);
    return found;
}

const char *ferry_archive_name(struct archive_entry *entry) {
    return text(entry, calls.pathname, calls.pathname_utf8);
}

int ferry_archive_kind(struct archive_entry *entry) { return (int)calls.filetype(entry); }

int64_t ferry_archive_size(struct archive_entry *entry) {
    return calls.size_is_set(entry) ? calls.size(entry) : -1;
}

int ferry_archive_time(struct archive_entry *entry, int64_t *seconds) {
    if (!calls.mtime_is_set(entry)) return 0;
    *seconds = calls.mtime(entry);
    return 1;
}

int ferry_archive_mode(struct archive_entry *entry) { return (int)calls.perm(entry); }

const char *ferry_archive_link(struct archive_entry *entry) {
    return text(entry, calls.symlink, calls.symlink_utf8);
}

const char *ferry_archive_hard_link(struct archive_entry *entry) {
    return text(entry, calls.hardlink, calls.hardlink_utf8);
}

int ferry_archive_is_encrypted(struct archive_entry *entry) {
    return calls.is_data_encrypted(entry) > 0;
}
