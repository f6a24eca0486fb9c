// The few GNU and Linux calls that Swift's Glibc module hides, as plain C prototypes.
// It must never hold logic of Ferry's own: each function is one system call or one macro.
#ifndef FERRY_CLINUX_H
#define FERRY_CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A file in memory, closed in programs that are started; -1 and errno.
int ferry_memory_file(void);
/// pipe2(2) with O_CLOEXEC | O_NONBLOCK; 0, or -1 and errno.
int ferry_pipe(int descriptors[2]);
/// splice(2) where both ends are, without waiting for a pipe.
ssize_t ferry_splice(int in, int out, size_t length);
/// sendfile(2) from where the file `in` is; -1 and errno.
ssize_t ferry_send_file(int out, int in, size_t length);
/// fcntl(F_SETPIPE_SZ); the size granted, or -1 and errno.
int ferry_set_pipe_size(int descriptor, int size);
/// copy_file_range(2) at both files' own positions.
ssize_t ferry_copy_file_range(int in, int out, size_t length);
/// statfs(2)'s f_type of what holds `path`; 0, or -1 and errno.
int ferry_file_system_type(const char *path, uint32_t *type);
/// The same of the file system that holds an open file.
int ferry_descriptor_file_system_type(int descriptor, uint32_t *type);
/// Whether names in an open directory are one where they differ only in capitals: 1, or 0.
int ferry_folds_names(int descriptor);
/// syncfs(2): everything of the file system that holds `descriptor` is on the disk.
int ferry_syncfs(int descriptor);
/// sync_file_range(2) with SYNC_FILE_RANGE_WRITE: begins to write these bytes to the disk, without
/// waiting for them; 0, or -1 and errno.
int ferry_start_writing(int descriptor, int64_t offset, int64_t length);
/// sync_file_range(2) over the whole file, waiting until what was being written is; 0, or -1 and the
/// errno of what could not be written.
int ferry_wait_for_writing(int descriptor);
/// renameat2(2) with RENAME_NOREPLACE: fails with EEXIST where the target exists.
int ferry_rename_new(int old_directory, const char *old_name, int new_directory, const char *new_name);
/// renameat2(2) with RENAME_EXCHANGE: each gets the name of the other.
int ferry_rename_exchange(int old_directory, const char *old_name, int new_directory, const char *new_name);
/// signalfd(2) for the `count` signals given, blocking them in the calling thread; CLOEXEC, NONBLOCK.
int ferry_signalfd(const int *signals, size_t count);
/// The next signal pending on `descriptor` (a signalfd), or 0 when there is none.
int ferry_read_signal(int descriptor);
/// Whether sigaction(2) says that this process ignores the signal.
int ferry_ignores(int signal);
/// Columns that a Unicode scalar takes by wcwidth(3); -1 when it is not printable.
int ferry_wcwidth(uint32_t scalar);
/// Columns and rows of the terminal behind `descriptor`; 0, or -1 and errno.
int ferry_terminal_size(int descriptor, int *columns, int *rows);
/// adjtimex(2): 1 where something keeps the clock at the right time, 0 where nothing does, -1 where the
/// kernel does not say.
int ferry_clock_is_kept(void);
/// Names the calling thread, for debuggers; at most 15 bytes are kept.
void ferry_name_thread(const char *name);
/// Ignores SIGPIPE in the whole process: writes to a closed peer return EPIPE instead.
void ferry_ignore_sigpipe(void);
/// SO_RCVLOWAT of a socket.
int ferry_set_receive_low_water(int descriptor, int bytes);
/// Turns on TCP keep-alive with an idle time of `seconds` and probes every 15 s.
int ferry_set_keepalive(int descriptor, int seconds);
/// TCP_INFO's smoothed round trip of a TCP socket, in microseconds; -1 and errno.
int64_t ferry_round_trip(int descriptor);
/// Turns core dumps of this process off, so that no password reaches a disk that way.
void ferry_disable_core_dumps(void);
/// fcntl(2) with F_OFD_SETLK: an exclusive lock on the byte at `offset`, which belongs to this open of
/// the file and dies with it; 0, or -1 and EAGAIN where another open of it has it.
int ferry_lock_byte(int descriptor, int64_t offset);
/// The same with F_UNLCK.
int ferry_unlock_byte(int descriptor, int64_t offset);
/// F_OFD_GETLK: 1 where another open of the file has the byte locked, 0 where none has; -1 and errno.
int ferry_is_byte_locked(int descriptor, int64_t offset);
/// open(2)/openat(2) without C's variable arguments.
int ferry_openat(int directory, const char *name, int flags, unsigned mode);

/// utimensat(2): sets the time of modification (seconds since the epoch) of `name` below
/// `directory`, of a link itself, and leaves that of access alone; 0, or -1 and errno.
int ferry_set_modified(int directory, const char *name, int64_t seconds);
/// The same for an open file.
int ferry_set_open_modified(int descriptor, int64_t seconds);
/// posix_spawnp(3) of a program in `directory` (NULL: here), in a process group of its own, with
/// default signals and none blocked. Where `terminal` is not -1, that group becomes its foreground
/// group first. It has `kept`, a descriptor, open where that is not -1. 0, or errno's number.
int ferry_spawn_foreground(
    const char *directory, char *const arguments[], int terminal, int kept, pid_t *child);
/// Removes `path` and all below it, following no link.
void ferry_remove_tree(const char *path);

/// posix_spawnp(3) of a program in a session of its own (so it has no terminal), with these as its
/// descriptors 0 to 2, default signals, and no other descriptor of this process; 0, or errno's
/// number. `arguments` ends with NULL, and so does `environment`, `NAME=value` each; NULL for that of
/// this process.
int ferry_spawn_helper(
    char *const arguments[], char *const environment[], int input, int output, int complaints,
    pid_t *child);
/// pidfd_open(2): readable once the process has ended; CLOEXEC. -1 and errno.
int ferry_open_process(pid_t process);
/// waitid(2) with WNOHANG | WNOWAIT: 1 where the child has ended, which leaves it to be reaped; 0
/// where it has not, -1 and errno.
int ferry_has_ended(pid_t child);
/// accept4(2) with SOCK_CLOEXEC | SOCK_NONBLOCK; -1 and errno.
int ferry_accept(int listener);
/// SO_PEERCRED's user of a Unix socket; 0, or -1 and errno.
int ferry_peer_user(int descriptor, uid_t *user);

/// Shows no more of what is typed on `terminal`, a line at a time, and throws away what was typed
/// before; 0, or -1 and errno. Until `ferry_echo_on` a signal that ends or stops the program shows it
/// again first; after a stop it is hidden anew, and a byte is written to `wake`. One terminal at a time.
int ferry_echo_off(int terminal, int wake);
/// Puts the terminal and the signals back as they were; also done by exit(3).
void ferry_echo_on(void);

/// Restores the terminal when the process ends by a crash or a fatal signal: writes `sequence`
/// and the termios of now, then lets the signal do what it did before. Call once, early;
/// `ferry_crash_disarm` undoes it before a normal end.
void ferry_crash_arm(int terminal, const char *sequence, size_t length);
void ferry_crash_disarm(void);

/// The version of Landlock that the kernel has, from 1; -1 and errno where it has none.
int ferry_landlock_version(void);
/// landlock_create_ruleset(2): rules without which all these rights are refused (a kernel knows only those of
/// its version); a descriptor, or -1 and errno.
int ferry_landlock_make(uint64_t files, uint64_t network, uint64_t scopes);
/// open(2) with O_PATH: a place, whatever is there; -1 and errno.
int ferry_open_place(const char *path);
/// landlock_add_rule(2) for what is at and below an open file or directory; 0, or -1 and errno.
int ferry_landlock_allow(int rules, int directory, uint64_t rights);
/// The same for a port of TCP.
int ferry_landlock_allow_port(int rules, uint64_t port, uint64_t rights);
/// landlock_restrict_self(2): the calling thread, and what it starts, keep to the rules for ever.
int ferry_landlock_enter(int rules);
/// capset(2): keeps no capability of the calling thread but those of these bits (the first 32 there are) that it has.
int ferry_keep_capabilities(uint32_t kept);
/// prctl(2) with PR_SET_NO_NEW_PRIVS.
int ferry_gain_no_privileges(void);

/// A step of a program that looks at system calls: struct sock_filter.
struct ferry_filter_step {
    uint16_t code;
    uint8_t if_true, if_false;
    uint32_t value;
};
/// seccomp(2) with SECCOMP_SET_MODE_FILTER, for all threads of the process or this one; 0, or -1 and errno.
int ferry_filter_calls(const struct ferry_filter_step *steps, uint16_t count, int all_threads);
/// The AUDIT_ARCH of this program's system calls; 0 for one that is not known here.
uint32_t ferry_call_architecture(void);
/// The numbers of the system calls that a server needs whatever their arguments are; how many there are.
size_t ferry_serving_calls(const int **numbers);
/// Those that it needs with some arguments.
enum ferry_limited_call {
    FERRY_CALL_SOCKET, FERRY_CALL_CLONE, FERRY_CALL_IOCTL, FERRY_CALL_PRCTL, FERRY_CALL_MMAP,
    FERRY_CALL_MPROTECT, FERRY_CALL_PRLIMIT, FERRY_CALL_TGKILL, FERRY_CALL_SENDTO, FERRY_CALL_SENDMSG,
    FERRY_CALL_SENDMMSG, FERRY_CALL_UTIMENSAT
};
/// The number of one of these; -1 for none.
int ferry_limited_call(enum ferry_limited_call call);

#endif
