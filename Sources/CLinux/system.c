#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wchar.h>

int ferry_memory_file(void) { return memfd_create("ferry", MFD_CLOEXEC); }

int ferry_pipe(int descriptors[2]) { return pipe2(descriptors, O_CLOEXEC | O_NONBLOCK); }

ssize_t ferry_splice(int in, int out, size_t length) {
    return splice(in, NULL, out, NULL, length, SPLICE_F_MOVE | SPLICE_F_MORE | SPLICE_F_NONBLOCK);
}

ssize_t ferry_send_file(int out, int in, size_t length) { return sendfile(out, in, NULL, length); }

int ferry_set_pipe_size(int descriptor, int size) { return fcntl(descriptor, F_SETPIPE_SZ, size); }

ssize_t ferry_copy_file_range(int in, int out, size_t length) {
    return copy_file_range(in, NULL, out, NULL, length, 0);
}

int ferry_file_system_type(const char *path, uint32_t *type) {
    struct statfs status;
    if (statfs(path, &status) != 0) return -1;
    *type = (uint32_t)status.f_type;
    return 0;
}

int ferry_descriptor_file_system_type(int descriptor, uint32_t *type) {
    struct statfs status;
    if (fstatfs(descriptor, &status) != 0) return -1;
    *type = (uint32_t)status.f_type;
    return 0;
}

int ferry_folds_names(int descriptor) {
    uint32_t type = 0;
    if (ferry_descriptor_file_system_type(descriptor, &type) == 0) {
        switch (type) {
        case 0x4D44:      // FAT
        case 0x2011BAB0:  // exFAT
        case 0x5346544E:  // NTFS, old and new
        case 0x7366746E:
        case 0x4244:  // HFS and HFS+
        case 0x482B:
        case 0x517B:  // SMB, old and new
        case 0xFE534D42:
        case 0xFF534D42:
        case 0x786F4256:  // VirtualBox's shared folders
            return 1;
        }
    }
    // ext4, F2FS and tmpfs: each directory by itself (FS_CASEFOLD_FL). It writes an int, whatever its name says.
    int flags[2] = {0, 0};
    return ioctl(descriptor, FS_IOC_GETFLAGS, flags) == 0 && (flags[0] & 0x40000000) != 0;
}

int ferry_syncfs(int descriptor) { return syncfs(descriptor); }

int ferry_start_writing(int descriptor, int64_t offset, int64_t length) {
    return sync_file_range(descriptor, offset, length, SYNC_FILE_RANGE_WRITE);
}

int ferry_wait_for_writing(int descriptor) {
    return sync_file_range(
        descriptor, 0, 0,
        SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER);
}

int ferry_rename_new(int old_directory, const char *old_name, int new_directory, const char *new_name) {
    return renameat2(old_directory, old_name, new_directory, new_name, RENAME_NOREPLACE);
}

int ferry_rename_exchange(int old_directory, const char *old_name, int new_directory, const char *new_name) {
    return renameat2(old_directory, old_name, new_directory, new_name, RENAME_EXCHANGE);
}

int ferry_signalfd(const int *signals, size_t count) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < count; i++) sigaddset(&set, signals[i]);
    if (pthread_sigmask(SIG_BLOCK, &set, NULL) != 0) return -1;
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int ferry_read_signal(int descriptor) {
    struct signalfd_siginfo info;
    return read(descriptor, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

int ferry_ignores(int signal) {
    struct sigaction action;
    return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

int ferry_wcwidth(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

int ferry_terminal_size(int descriptor, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -1;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

void ferry_name_thread(const char *name) {
    char kept[16];
    snprintf(kept, sizeof kept, "%s", name);
    pthread_setname_np(pthread_self(), kept);
}

void ferry_ignore_sigpipe(void) { signal(SIGPIPE, SIG_IGN); }

int ferry_set_receive_low_water(int descriptor, int bytes) {
    return setsockopt(descriptor, SOL_SOCKET, SO_RCVLOWAT, &bytes, sizeof bytes);
}

int ferry_set_keepalive(int descriptor, int seconds) {
    int on = 1, interval = 15;
    if (setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on) != 0) return -1;
    if (setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, &seconds, sizeof seconds) != 0) return -1;
    return setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
}

int64_t ferry_round_trip(int descriptor) {
    struct tcp_info told;
    socklen_t length = sizeof told;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &told, &length) != 0) return -1;
    return told.tcpi_rtt;
}

void ferry_disable_core_dumps(void) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_DUMPABLE, 0);
}

static struct flock one_byte(int64_t offset, short type) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = offset, .l_len = 1};
    return lock;
}

int ferry_lock_byte(int descriptor, int64_t offset) {
    struct flock lock = one_byte(offset, F_WRLCK);
    return fcntl(descriptor, F_OFD_SETLK, &lock);
}

int ferry_unlock_byte(int descriptor, int64_t offset) {
    struct flock lock = one_byte(offset, F_UNLCK);
    return fcntl(descriptor, F_OFD_SETLK, &lock);
}

int ferry_is_byte_locked(int descriptor, int64_t offset) {
    struct flock lock = one_byte(offset, F_WRLCK);
    if (fcntl(descriptor, F_OFD_GETLK, &lock) != 0) return -1;
    return lock.l_type != F_UNLCK;
}

int ferry_openat(int directory, const char *name, int flags, unsigned mode) {
    return openat(directory, name, flags | O_CLOEXEC, mode);
}

// With no signal blocked or ignored, whatever is in this process.
static int spawn(
    const posix_spawn_file_actions_t *actions, short flags, char *const arguments[],
    char *const environment[], pid_t *child) {
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(
        &attributes, flags | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int result = posix_spawnp(
        child, arguments[0], actions, &attributes, arguments, environment ? environment : environ);
    posix_spawnattr_destroy(&attributes);
    return result;
}

int ferry_spawn_foreground(
    const char *directory, char *const arguments[], int terminal, int kept, pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    // Onto itself: it is not closed then.
    if (kept >= 0) posix_spawn_file_actions_adddup2(&actions, kept, kept);
    if (directory) posix_spawn_file_actions_addchdir_np(&actions, directory);
    if (terminal >= 0) posix_spawn_file_actions_addtcsetpgrp_np(&actions, terminal);
    int result = spawn(&actions, POSIX_SPAWN_SETPGROUP, arguments, NULL, child);
    posix_spawn_file_actions_destroy(&actions);
    return result;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where) {
    (void)status, (void)kind, (void)where;
    return remove(path);
}

void ferry_remove_tree(const char *path) { nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS); }

int ferry_set_modified(int directory, const char *name, int64_t seconds) {
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = seconds}};
    return utimensat(directory, name, times, AT_SYMLINK_NOFOLLOW);
}

int ferry_set_open_modified(int descriptor, int64_t seconds) {
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = seconds}};
    return futimens(descriptor, times);
}

int ferry_spawn_helper(
    char *const arguments[], char *const environment[], int input, int output, int complaints,
    pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, 0);
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    posix_spawn_file_actions_adddup2(&actions, complaints, 2);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    int result = spawn(&actions, POSIX_SPAWN_SETSID, arguments, environment, child);
    posix_spawn_file_actions_destroy(&actions);
    return result;
}

int ferry_open_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int ferry_has_ended(pid_t child) {
    siginfo_t ending = {.si_pid = 0};
    if (waitid(P_PID, (id_t)child, &ending, WEXITED | WNOHANG | WNOWAIT) != 0) return -1;
    return ending.si_pid == child;
}

int ferry_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int ferry_peer_user(int descriptor, uid_t *user) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
    *user = peer.uid;
    return 0;
}

int ferry_clock_is_kept(void) {
    struct timex state = {0};
    if (adjtimex(&state) < 0) return -1;
    return (state.status & STA_UNSYNC) == 0;
}
