// Preloaded below a program that was built: traces its calls on the user's files, and makes one of
// them fail, come back short, or be the last thing that the program ever does.
//
//   FERRY_FAULT_PROGRAM  only in the program whose file has this name
//   FERRY_FAULT_BELOW    directories, absolute and resolved, with `:` between: only paths in them count
//   FERRY_FAULT_TRACE    a file; each call that counts adds `CALL TAB NUMBER TAB PATH TAB FAULT` to it
//   FERRY_FAULT          CALL:NUMBER[+]:FAULT, with `,` between: the call of that number, from 1 on,
//                        `+` with all later ones; FAULT is an error's name, `short`, or `kill`;
//                        `late-` before an error does the call and then says that it failed
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { directory_limit = 8, order_limit = 8, call_limit = 64, path_size = 8192 };

struct order {
    char call[32];
    long number;
    int goes_on, is_late, is_short, kills, error;
};

static const struct { const char *name; int number; } errors[] = {
    {"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT}, {"EINVAL", EINVAL}, {"EINTR", EINTR},
    {"ENOSYS", ENOSYS}, {"EXDEV", EXDEV}, {"EOPNOTSUPP", EOPNOTSUPP}, {"EACCES", EACCES},
    {"EPERM", EPERM}, {"EROFS", EROFS}, {"ESTALE", ESTALE}, {"EMFILE", EMFILE},
    {"ENOENT", ENOENT}, {"EEXIST", EEXIST}, {"ENOMEM", ENOMEM}, {"EFBIG", EFBIG},
};

static struct { const char *name; atomic_long count; } calls[call_limit];
static atomic_int call_count;
static char directories[directory_limit][path_size];
static struct order orders[order_limit];
static int directory_count, order_count, is_ready, trace = -1;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void read_order(char *text) {
    if (order_count == order_limit) return;
    struct order *order = &orders[order_count];
    char *number = strchr(text, ':');
    char *fault = number ? strchr(number + 1, ':') : NULL;
    if (!fault) abort();
    *number++ = *fault++ = 0;
    snprintf(order->call, sizeof order->call, "%s", text);
    order->number = atol(number);
    order->goes_on = strchr(number, '+') != NULL;
    if (strcmp(fault, "short") == 0) order->is_short = 1;
    else if (strcmp(fault, "kill") == 0) order->kills = 1;
    else {
        order->is_late = strncmp(fault, "late-", 5) == 0;
        if (order->is_late) fault += 5;
        for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
            if (strcmp(fault, errors[i].name) == 0) order->error = errors[i].number;
        if (order->error == 0) abort();
    }
    order_count++;
}

static void read_list(const char *name, const char *separator, void (*take)(char *)) {
    const char *value = getenv(name);
    char *copy = value ? strdup(value) : NULL, *rest = NULL;
    for (char *part = copy ? strtok_r(copy, separator, &rest) : NULL; part;
         part = strtok_r(NULL, separator, &rest))
        take(part);
    free(copy);
}

static void take_directory(char *path) {
    if (directory_count < directory_limit)
        snprintf(directories[directory_count++], path_size, "%s", path);
}

__attribute__((constructor)) static void begin(void) {
    const char *program = getenv("FERRY_FAULT_PROGRAM"), *path = getenv("FERRY_FAULT_TRACE");
    if (program && strcmp(program, program_invocation_short_name) != 0) return;
    read_list("FERRY_FAULT_BELOW", ":", take_directory);
    read_list("FERRY_FAULT", ",", read_order);
    if (path) trace = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    // Out of the way of numbers that the program may expect.
    if (trace >= 0) {
        int high = fcntl(trace, F_DUPFD_CLOEXEC, 1000);
        if (high >= 0) REAL(close)(trace), trace = high;
    }
    is_ready = directory_count > 0;
}

static int is_below(const char *path) {
    for (int i = 0; i < directory_count; i++) {
        size_t length = strlen(directories[i]);
        if (strncmp(path, directories[i], length) == 0 && (path[length] == '/' || !path[length]))
            return 1;
    }
    return 0;
}

// The path of an open file in `path`; empty where it has none.
static void path_of(int descriptor, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = REAL(readlink)(link, path, path_size - 1);
    path[length < 0 ? 0 : length] = 0;
}

static void path_at(int directory, const char *name, char *path) {
    if (!name || !*name) return path_of(directory, path);
    if (*name == '/') return (void)snprintf(path, path_size, "%s", name);
    if (directory == AT_FDCWD) { if (!getcwd(path, path_size)) *path = 0; }
    else path_of(directory, path);
    size_t length = strlen(path);
    snprintf(path + length, path_size - length, "/%s", name);
}

// Counts the call, and says what is to become of it; NULL where it goes on as it is.
static const struct order *meet(const char *call, const char *path, const char *other) {
    const char *counted = is_below(path) ? path : other && is_below(other) ? other : NULL;
    if (!counted) return NULL;
    int index = 0;
    for (; index < call_limit; index++) {
        int known = atomic_load(&call_count);
        if (index < known) {
            if (calls[index].name && strcmp(calls[index].name, call) == 0) break;
        } else if (atomic_compare_exchange_strong(&call_count, &known, known + 1)) {
            calls[index].name = call;
            break;
        } else index--;
    }
    if (index == call_limit) abort();
    long number = atomic_fetch_add(&calls[index].count, 1) + 1;
    const struct order *met = NULL;
    for (int i = 0; i < order_count; i++)
        if (strcmp(orders[i].call, call) == 0 &&
            (number == orders[i].number || (orders[i].goes_on && number > orders[i].number)))
            met = &orders[i];
    if (trace >= 0) {
        char line[path_size + 128];
        int length = snprintf(line, sizeof line, "%s\t%ld\t%s\t%s\n", call, number, counted,
                              !met ? "" : met->kills ? "kill" : "met");
        if (length > 0) (void)!REAL(write)(trace, line, (size_t)length);
    }
    if (met && met->kills) {
        // A confined process has no kill(2), and may signal its own threads only.
        syscall(SYS_tgkill, getpid(), gettid(), SIGKILL);
        for (;;) pause();
    }
    return met;
}

static const struct order *meet_open(const char *call, int descriptor) {
    int kept = errno;
    char path[path_size];
    const struct order *met = NULL;
    if (is_ready) {
        path_of(descriptor, path);
        if (*path == '/') met = meet(call, path, NULL);
    }
    errno = kept;
    return met;
}

static const struct order *meet_at(
    const char *call, int directory, const char *name, int other, const char *other_name) {
    int kept = errno;
    char path[path_size], second[path_size];
    const struct order *met = NULL;
    if (is_ready) {
        path_at(directory, name, path);
        if (other_name) path_at(other, other_name, second);
        met = meet(call, path, other_name ? second : NULL);
    }
    errno = kept;
    return met;
}

// Where the call is to fail, its end: with `late-` once it was done.
#define FAIL(met, perform, failure) \
    do { \
        if (met && met->error) { \
            if (met->is_late) (void)(perform); \
            errno = met->error; \
            return failure; \
        } \
    } while (0)

#define PARAMETERS(...) __VA_ARGS__
#define WITH_DESCRIPTOR(type, name, label, descriptor, parameters, arguments) \
    type name parameters { \
        const struct order *met = meet_open(label, descriptor); \
        FAIL(met, REAL(name) arguments, -1); \
        return REAL(name) arguments; \
    }
#define WITH_NAME(name, label, directory, path, parameters, arguments) \
    int name parameters { \
        const struct order *met = meet_at(label, directory, path, 0, NULL); \
        FAIL(met, REAL(name) arguments, -1); \
        return REAL(name) arguments; \
    }
#define WITH_NAMES(name, label, from, old, to, new, parameters, arguments) \
    int name parameters { \
        const struct order *met = meet_at(label, from, old, to, new); \
        FAIL(met, REAL(name) arguments, -1); \
        return REAL(name) arguments; \
    }
// `count` is a parameter: a call that is to come back short is given half of it.
#define WITH_COUNT(name, label, descriptor, count, parameters, arguments) \
    ssize_t name parameters { \
        const struct order *met = meet_open(label, descriptor); \
        FAIL(met, REAL(name) arguments, -1); \
        if (met && met->is_short && count > 1) count /= 2; \
        return REAL(name) arguments; \
    }

#define OPENING(name, label, with_directory, without, directory) \
    int name(with_directory const char *path, int flags, ...) { \
        unsigned mode = 0; \
        if (flags & (O_CREAT | __O_TMPFILE)) { \
            va_list list; \
            va_start(list, flags); \
            mode = va_arg(list, unsigned); \
            va_end(list); \
        } \
        const struct order *met = meet_at(label, directory, path, 0, NULL); \
        FAIL(met, 0, -1); \
        return REAL(name)(without path, flags, mode); \
    }
OPENING(open, "open", , , AT_FDCWD)
OPENING(open64, "open", , , AT_FDCWD)
OPENING(openat, "open", PARAMETERS(int folder, ), PARAMETERS(folder, ), folder)
OPENING(openat64, "open", PARAMETERS(int folder, ), PARAMETERS(folder, ), folder)

WITH_COUNT(read, "read", file, size, (int file, void *to, size_t size), (file, to, size))
WITH_COUNT(pread, "read", file, size, (int file, void *to, size_t size, off_t at), (file, to, size, at))
WITH_COUNT(pread64, "read", file, size, (int file, void *to, size_t size, off64_t at), (file, to, size, at))
WITH_COUNT(write, "write", file, size, (int file, const void *from, size_t size), (file, from, size))
WITH_COUNT(pwrite, "write", file, size, (int file, const void *from, size_t size, off_t at), (file, from, size, at))
WITH_COUNT(pwrite64, "write", file, size, (int file, const void *from, size_t size, off64_t at), (file, from, size, at))
WITH_COUNT(writev, "write", file, count, (int file, const struct iovec *from, int count), (file, from, count))
// Within the kernel, what comes back short is a page: of a few calls each would still be large.
static size_t shortened(const struct order *met, size_t size) {
    return !met || !met->is_short || size < 2 ? size : size > 8192 ? 4096 : size / 2;
}
ssize_t copy_file_range(int in, off64_t *from, int out, off64_t *to, size_t size, unsigned flags) {
    const struct order *met = meet_open("copy_file_range", out);
    FAIL(met, 0, -1);
    return REAL(copy_file_range)(in, from, out, to, shortened(met, size), flags);
}
ssize_t splice(int in, off64_t *from, int out, off64_t *to, size_t size, unsigned flags) {
    const struct order *met = meet_open("splice", out);
    if (!met) met = meet_open("splice", in);
    FAIL(met, 0, -1);
    return REAL(splice)(in, from, out, to, shortened(met, size), flags);
}
ssize_t sendfile(int out, int in, off_t *from, size_t size) {
    const struct order *met = meet_open("sendfile", in);
    if (!met) met = meet_open("sendfile", out);
    FAIL(met, 0, -1);
    return REAL(sendfile)(out, in, from, shortened(met, size));
}
ssize_t sendfile64(int out, int in, off64_t *from, size_t size) { return sendfile(out, in, from, size); }

WITH_DESCRIPTOR(int, fsync, "fsync", file, (int file), (file))
WITH_DESCRIPTOR(int, fdatasync, "fdatasync", file, (int file), (file))
WITH_DESCRIPTOR(int, syncfs, "syncfs", file, (int file), (file))
WITH_DESCRIPTOR(int, sync_file_range, flags & SYNC_FILE_RANGE_WAIT_AFTER ? "wait_for_writing" : "sync_file_range", file, (int file, off64_t at, off64_t size, unsigned flags), (file, at, size, flags))
WITH_DESCRIPTOR(int, ftruncate, "ftruncate", file, (int file, off_t size), (file, size))
WITH_DESCRIPTOR(int, ftruncate64, "ftruncate", file, (int file, off64_t size), (file, size))
WITH_DESCRIPTOR(int, fallocate, "fallocate", file, (int file, int mode, off_t at, off_t size), (file, mode, at, size))
WITH_DESCRIPTOR(int, fchmod, "fchmod", file, (int file, mode_t mode), (file, mode))
WITH_DESCRIPTOR(int, fchown, "fchown", file, (int file, uid_t user, gid_t group), (file, user, group))
WITH_DESCRIPTOR(int, futimens, "futimens", file, (int file, const struct timespec times[2]), (file, times))
WITH_DESCRIPTOR(int, flock, "flock", file, (int file, int operation), (file, operation))
WITH_DESCRIPTOR(int, fsetxattr, "fsetxattr", file, (int file, const char *name, const void *value, size_t size, int flags), (file, name, value, size, flags))
WITH_DESCRIPTOR(ssize_t, fgetxattr, "fgetxattr", file, (int file, const char *name, void *value, size_t size), (file, name, value, size))
WITH_DESCRIPTOR(int, fremovexattr, "fsetxattr", file, (int file, const char *name), (file, name))
WITH_DESCRIPTOR(int, fstat, "stat", file, (int file, struct stat *status), (file, status))
WITH_DESCRIPTOR(int, fstat64, "stat", file, (int file, struct stat64 *status), (file, status))
WITH_DESCRIPTOR(int, fstatvfs, "statvfs", file, (int file, struct statvfs *status), (file, status))
WITH_DESCRIPTOR(off_t, lseek, "lseek", file, (int file, off_t at, int from), (file, at, from))

WITH_NAME(stat, "stat", AT_FDCWD, path, (const char *path, struct stat *status), (path, status))
WITH_NAME(stat64, "stat", AT_FDCWD, path, (const char *path, struct stat64 *status), (path, status))
WITH_NAME(lstat, "stat", AT_FDCWD, path, (const char *path, struct stat *status), (path, status))
WITH_NAME(lstat64, "stat", AT_FDCWD, path, (const char *path, struct stat64 *status), (path, status))
WITH_NAME(fstatat, "stat", folder, path, (int folder, const char *path, struct stat *status, int flags), (folder, path, status, flags))
WITH_NAME(fstatat64, "stat", folder, path, (int folder, const char *path, struct stat64 *status, int flags), (folder, path, status, flags))
WITH_NAME(statx, "stat", folder, path, (int folder, const char *path, int flags, unsigned mask, struct statx *status), (folder, path, flags, mask, status))
WITH_NAME(statvfs, "statvfs", AT_FDCWD, path, (const char *path, struct statvfs *status), (path, status))
WITH_NAME(unlink, "unlink", AT_FDCWD, path, (const char *path), (path))
WITH_NAME(rmdir, "unlink", AT_FDCWD, path, (const char *path), (path))
WITH_NAME(unlinkat, "unlink", folder, path, (int folder, const char *path, int flags), (folder, path, flags))
WITH_NAME(mkdir, "mkdir", AT_FDCWD, path, (const char *path, mode_t mode), (path, mode))
WITH_NAME(mkdirat, "mkdir", folder, path, (int folder, const char *path, mode_t mode), (folder, path, mode))
WITH_NAME(symlink, "symlink", AT_FDCWD, path, (const char *target, const char *path), (target, path))
WITH_NAME(symlinkat, "symlink", folder, path, (const char *target, int folder, const char *path), (target, folder, path))
WITH_NAME(truncate, "ftruncate", AT_FDCWD, path, (const char *path, off_t size), (path, size))
WITH_NAME(chmod, "fchmod", AT_FDCWD, path, (const char *path, mode_t mode), (path, mode))
WITH_NAME(fchmodat, "fchmod", folder, path, (int folder, const char *path, mode_t mode, int flags), (folder, path, mode, flags))
WITH_NAME(fchownat, "fchown", folder, path, (int folder, const char *path, uid_t user, gid_t group, int flags), (folder, path, user, group, flags))
WITH_NAME(utimensat, "futimens", folder, path, (int folder, const char *path, const struct timespec times[2], int flags), (folder, path, times, flags))
WITH_NAME(access, "access", AT_FDCWD, path, (const char *path, int mode), (path, mode))
WITH_NAME(faccessat, "access", folder, path, (int folder, const char *path, int mode, int flags), (folder, path, mode, flags))
WITH_NAMES(rename, "rename", AT_FDCWD, old, AT_FDCWD, new, (const char *old, const char *new), (old, new))
WITH_NAMES(renameat, "rename", from, old, to, new, (int from, const char *old, int to, const char *new), (from, old, to, new))
WITH_NAMES(renameat2, "renameat2", from, old, to, new, (int from, const char *old, int to, const char *new, unsigned flags), (from, old, to, new, flags))
WITH_NAMES(link, "link", AT_FDCWD, old, AT_FDCWD, new, (const char *old, const char *new), (old, new))
WITH_NAMES(linkat, "link", from, old, to, new, (int from, const char *old, int to, const char *new, int flags), (from, old, to, new, flags))

// A descriptor is gone even where close(2) fails.
int close(int file) {
    const struct order *met = meet_open("close", file);
    int result = REAL(close)(file);
    FAIL(met, 0, -1);
    return result;
}

struct dirent *readdir(DIR *stream) {
    const struct order *met = meet_open("readdir", dirfd(stream));
    FAIL(met, REAL(readdir)(stream), NULL);
    return REAL(readdir)(stream);
}
struct dirent64 *readdir64(DIR *stream) {
    const struct order *met = meet_open("readdir", dirfd(stream));
    FAIL(met, REAL(readdir64)(stream), NULL);
    return REAL(readdir64)(stream);
}
DIR *opendir(const char *path) {
    const struct order *met = meet_at("open", AT_FDCWD, path, 0, NULL);
    FAIL(met, 0, NULL);
    return REAL(opendir)(path);
}
ssize_t readlinkat(int folder, const char *path, char *to, size_t size) {
    const struct order *met = meet_at("readlink", folder, path, 0, NULL);
    FAIL(met, 0, -1);
    return REAL(readlinkat)(folder, path, to, size);
}
