// The writing half of libarchive as far as Swift can call it, loaded on first use like the reading half.
// It must never hold logic of Ferry's own: each function is one or a few of libarchive's own calls.
#ifndef FERRY_CARCHIVE_WRITER_H
#define FERRY_CARCHIVE_WRITER_H

#include <archive.h>
#include <archive_entry.h>

#include <stdint.h>

/// Loads libarchive for writing; 1, or 0 where it cannot be. From any thread, any number of times.
/// Nothing else here may be called before it gave 1.
int ferry_archive_writer_load(void);

/// Takes the next bytes of the archive: how many were taken, or -1. `context` is what was given to
/// `ferry_archive_writer`.
typedef la_ssize_t (*ferry_archive_write_call)(
    struct archive *, void *context, const void *bytes, size_t count);

/// What is around a tar archive.
enum ferry_archive_filter {
    FERRY_ARCHIVE_PLAIN,
    FERRY_ARCHIVE_GZIP,
    FERRY_ARCHIVE_BZIP2,
    FERRY_ARCHIVE_XZ,
    FERRY_ARCHIVE_ZSTD
};

/// An open writer of zip, or of tar (pax where ustar does not do), in one thread and at each
/// compression's usual level. NULL where libarchive was built without that, or without memory: it never
/// starts a program.
struct archive *ferry_archive_writer(
    void *context, ferry_archive_write_call write, int is_zip, enum ferry_archive_filter filter);

/// One entry, to be used for one header after the other; NULL without memory.
struct archive_entry *ferry_archive_entry(void);
void ferry_archive_entry_free(struct archive_entry *entry);

/// Writes a header. `kind` is AE_IFREG and its kin, `seconds` NULL for no time, `link` what a link says
/// and NULL for anything else, `size` in bytes. ARCHIVE_OK, ARCHIVE_WARN, or an error below it.
int ferry_archive_begin(
    struct archive *archive, struct archive_entry *entry, const char *name, int kind, int mode,
    const int64_t *seconds, const char *link, int64_t size);
/// How many bytes of the present entry's contents were taken; below 0 for an error.
la_ssize_t ferry_archive_put(struct archive *archive, const void *bytes, size_t count);
/// Ends the present entry. These return as `ferry_archive_begin` does.
int ferry_archive_end(struct archive *archive);
/// Writes what comes behind the last entry.
int ferry_archive_close(struct archive *archive);
/// libarchive's words for the last error; "" for none.
const char *ferry_archive_writer_words(struct archive *archive);
/// Lets go of it: of one that was not closed, nothing more is written.
void ferry_archive_writer_free(struct archive *archive);

#endif
