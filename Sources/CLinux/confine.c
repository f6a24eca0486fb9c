#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Headers older than the kernel do not name these; the numbers are the same on every architecture.
enum { create_ruleset = 444, add_rule = 445, restrict_self = 446 };

int ferry_landlock_version(void) { return (int)syscall(create_ruleset, NULL, 0, 1U); }

int ferry_landlock_make(uint64_t files, uint64_t network, uint64_t scopes) {
    const uint64_t handled[] = {files, network, scopes};
    return (int)syscall(create_ruleset, handled, sizeof handled, 0U);
}

int ferry_open_place(const char *path) { return open(path, O_PATH | O_CLOEXEC); }

int ferry_landlock_allow(int rules, int directory, uint64_t rights) {
    const struct __attribute__((packed)) {
        uint64_t rights;
        int32_t directory;
    } rule = {rights, directory};
    return (int)syscall(add_rule, rules, 1, &rule, 0U);
}

int ferry_landlock_allow_port(int rules, uint64_t port, uint64_t rights) {
    const uint64_t rule[] = {rights, port};
    return (int)syscall(add_rule, rules, 2, rule, 0U);
}

int ferry_landlock_enter(int rules) { return (int)syscall(restrict_self, rules, 0U); }

int ferry_gain_no_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

int ferry_keep_capabilities(uint32_t kept) {
    // struct __user_cap_header_struct and two of __user_cap_data_struct, which libc does not declare.
    uint32_t header[2] = {0x20080522, 0}, data[6] = {0};
    if (syscall(SYS_capget, header, data) != 0) return -1;
    for (int index = 0; index < 6; index++) data[index] &= index < 2 ? kept : 0;
    return (int)syscall(SYS_capset, header, data);
}

int ferry_filter_calls(const struct ferry_filter_step *steps, uint16_t count, int all_threads) {
    const struct sock_fprog program = {count, (struct sock_filter *)steps};
    const unsigned flags = all_threads ? SECCOMP_FILTER_FLAG_TSYNC : 0;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

uint32_t ferry_call_architecture(void) {
#if defined(__x86_64__)
    return AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
    return AUDIT_ARCH_AARCH64;
#else
    return 0;
#endif
}

// In the order of how often a server needs them.
static const int serving[] = {
    SYS_read, SYS_write, SYS_epoll_pwait, SYS_recvfrom, SYS_futex, SYS_sendfile,
    SYS_pread64, SYS_readv, SYS_writev, SYS_recvmsg, SYS_openat, SYS_close,
    SYS_newfstatat, SYS_fstat, SYS_statx, SYS_getdents64, SYS_epoll_ctl, SYS_accept4, SYS_accept,
    SYS_clock_gettime, SYS_gettimeofday, SYS_timerfd_settime, SYS_fcntl, SYS_lseek, SYS_pwrite64,
    SYS_copy_file_range, SYS_splice, SYS_ftruncate, SYS_fallocate, SYS_fadvise64, SYS_fsync,
    SYS_fdatasync, SYS_sync_file_range, SYS_syncfs, SYS_linkat, SYS_unlinkat, SYS_renameat2,
    SYS_mkdirat, SYS_fchmod, SYS_fchown, SYS_faccessat, SYS_readlinkat,
    SYS_statfs, SYS_fstatfs, SYS_fgetxattr, SYS_flistxattr, SYS_umask, SYS_getcwd, SYS_flock,
    SYS_dup, SYS_dup3, SYS_pipe2, SYS_eventfd2, SYS_epoll_create1, SYS_ppoll, SYS_pselect6,
    SYS_timerfd_create, SYS_timerfd_gettime, SYS_signalfd4, SYS_preadv, SYS_pwritev, SYS_preadv2,
    SYS_pwritev2, SYS_recvmmsg, SYS_bind, SYS_listen, SYS_getsockname,
    SYS_getpeername, SYS_getsockopt, SYS_setsockopt, SYS_shutdown, SYS_munmap, SYS_mremap,
    SYS_madvise, SYS_mincore, SYS_msync, SYS_brk, SYS_set_robust_list, SYS_get_robust_list,
    SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_setaffinity, SYS_sched_getparam,
    SYS_sched_setparam, SYS_sched_getscheduler, SYS_sched_setscheduler,
    SYS_sched_get_priority_max, SYS_sched_get_priority_min, SYS_getpriority, SYS_setpriority,
    SYS_membarrier,
    SYS_set_tid_address, SYS_gettid, SYS_getpid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid,
    SYS_getegid, SYS_getresuid, SYS_getresgid, SYS_getgroups, SYS_clock_getres,
    SYS_clock_nanosleep, SYS_nanosleep, SYS_times, SYS_getrusage, SYS_sysinfo, SYS_uname,
    SYS_getrandom, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigtimedwait,
    SYS_rt_sigpending, SYS_rt_sigsuspend, SYS_sigaltstack, SYS_getpgid, SYS_getsid, SYS_getcpu,
    SYS_sched_getattr, SYS_sched_rr_get_interval, SYS_setitimer, SYS_getitimer, SYS_timer_create,
    SYS_timer_settime, SYS_timer_gettime, SYS_timer_delete, SYS_timer_getoverrun, SYS_readahead,
    SYS_sync, SYS_mlock, SYS_munlock, SYS_capget, SYS_socketpair, SYS_exit,
    SYS_exit_group, SYS_restart_syscall,
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef SYS_faccessat2
    SYS_faccessat2,
#endif
#ifdef SYS_epoll_pwait2
    SYS_epoll_pwait2,
#endif
#ifdef SYS_close_range
    SYS_close_range,
#endif
#ifdef SYS_futex_waitv
    SYS_futex_waitv,
#endif
#ifdef SYS_open
    SYS_open, SYS_creat, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_mkdir, SYS_rmdir,
    SYS_unlink, SYS_link, SYS_epoll_create, SYS_epoll_wait, SYS_poll, SYS_select, SYS_time,
    SYS_getdents, SYS_dup2, SYS_pipe, SYS_eventfd, SYS_signalfd,
    SYS_getpgrp, SYS_pause, SYS_alarm, SYS_arch_prctl,
#endif
#ifdef SYS_rename
    SYS_rename,
#endif
#ifdef SYS_renameat
    SYS_renameat,
#endif
#ifdef SYS_getrlimit
    SYS_getrlimit, SYS_setrlimit,
#endif
};

size_t ferry_serving_calls(const int **numbers) {
    *numbers = serving;
    return sizeof serving / sizeof serving[0];
}

int ferry_limited_call(enum ferry_limited_call call) {
    switch (call) {
    case FERRY_CALL_SOCKET: return SYS_socket;
    case FERRY_CALL_CLONE: return SYS_clone;
    case FERRY_CALL_IOCTL: return SYS_ioctl;
    case FERRY_CALL_PRCTL: return SYS_prctl;
    case FERRY_CALL_MMAP: return SYS_mmap;
    case FERRY_CALL_MPROTECT: return SYS_mprotect;
    case FERRY_CALL_PRLIMIT: return SYS_prlimit64;
    case FERRY_CALL_TGKILL: return SYS_tgkill;
    case FERRY_CALL_SENDTO: return SYS_sendto;
    case FERRY_CALL_SENDMSG: return SYS_sendmsg;
    case FERRY_CALL_SENDMMSG: return SYS_sendmmsg;
    case FERRY_CALL_UTIMENSAT: return SYS_utimensat;
    }
    return -1;
}
