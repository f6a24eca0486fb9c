// libarchive as far as Swift can call it. The library is loaded on first use, because most runs of
// Ferry open no archive.
// It must never hold logic of Ferry's own: each function is one or a few of libarchive's own calls.
#ifndef FERRY_CARCHIVE_H
#define FERRY_CARCHIVE_H

#include "CArchiveWriter.h"

#include <archive.h>
#include <archive_entry.h>

#include <stdint.h>

/// Loads libarchive; 1, or 0 where it cannot be. From any thread, any number of times. Nothing else
/// here may be called before it gave 1.
int ferry_archive_load(void);

/// What libarchive calls for the archive's own bytes, as archive_read_callback and its kin. `context`
/// is what was given to `ferry_archive_reader`.
typedef la_ssize_t (*ferry_archive_read_call)(struct archive *, void *context, const void **bytes);
typedef la_int64_t (*ferry_archive_skip_call)(struct archive *, void *context, la_int64_t count);
typedef la_int64_t (*ferry_archive_seek_call)(
    struct archive *, void *context, la_int64_t offset, int whence);

/// A reader of 7-Zip alone, or of zip, tar and ISO 9660, these through gzip, bzip2, xz and zstd where
/// libarchive itself has them: it never starts a program. NULL without memory. `ferry_archive_open`
/// comes next.
struct archive *ferry_archive_reader(
    int is_7zip, void *context, ferry_archive_read_call read, ferry_archive_skip_call skip,
    ferry_archive_seek_call seek);
/// All of these return ARCHIVE_OK, ARCHIVE_EOF, ARCHIVE_WARN, or an error below ARCHIVE_WARN.
int ferry_archive_open(struct archive *archive);
int ferry_archive_next(struct archive *archive, struct archive_entry **entry);
/// A piece of the present entry's contents, valid until the next call, and where it belongs.
int ferry_archive_block(
    struct archive *archive, const void **bytes, size_t *count, int64_t *offset);
void ferry_archive_free(struct archive *archive);

/// Unpacks a .lzma or .xz file; the bytes that came, `room` at most, or -1.
int64_t ferry_archive_unpack(const void *packed, size_t count, void *bytes, size_t room);

/// libarchive's words for the last error; "" for none.
const char *ferry_archive_words(struct archive *archive);
/// ARCHIVE_FORMAT_…, once the first header was read.
int ferry_archive_format(struct archive *archive);
/// Compressions around the archive.
int ferry_archive_filters(struct archive *archive);

/// The present entry's name as the archive has it, else as UTF-8; NULL where it has none.
const char *ferry_archive_name(struct archive_entry *entry);
/// AE_IFREG and its kin.
int ferry_archive_kind(struct archive_entry *entry);
/// Bytes; -1 where the archive does not say.
int64_t ferry_archive_size(struct archive_entry *entry);
/// 1 with the time in seconds since 1970 (UTC); 0 where the archive does not say.
int ferry_archive_time(struct archive_entry *entry, int64_t *seconds);
/// The permission bits.
int ferry_archive_mode(struct archive_entry *entry);
/// What a link says, and what a hard link shares its contents with; NULL for neither.
const char *ferry_archive_link(struct archive_entry *entry);
const char *ferry_archive_hard_link(struct archive_entry *entry);
/// Whether a password is needed for its contents.
int ferry_archive_is_encrypted(struct archive_entry *entry);

#endif
