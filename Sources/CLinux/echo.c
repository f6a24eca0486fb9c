#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

// What ends the program, or stops it, must not leave a terminal behind that shows nothing of what is
// typed: the handlers below put it right first, with calls that a handler may make.
static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { ending_count = sizeof ending / sizeof ending[0] };

static struct sigaction before_ending[ending_count], before_stop, before_continue;
static struct termios audible, silent;
static atomic_int is_silent;
static int silent_terminal = -1, told = -1;

// Another group's terminal is not this program's to change.
static void set(const struct termios *modes) {
    pid_t group = tcgetpgrp(silent_terminal);
    if (group < 0 || group == getpgrp()) tcsetattr(silent_terminal, TCSANOW, modes);
}

static void restore_and_end(int number) {
    int kept = errno;
    if (atomic_load(&is_silent)) {
        set(&audible);
        ssize_t ignored = write(silent_terminal, "\n", 1);
        (void)ignored;
    }
    for (int i = 0; i < ending_count; i++) {
        if (ending[i] == number) sigaction(number, &before_ending[i], NULL);
    }
    raise(number);
    errno = kept;
}

static void catch_stop(void);

static void restore_and_stop(int number) {
    int kept = errno;
    if (atomic_load(&is_silent)) set(&audible);
    sigaction(SIGTSTP, &before_stop, NULL);
    raise(number);
    // It goes on.
    if (atomic_load(&is_silent)) catch_stop();
    errno = kept;
}

static void silence_again(int number) {
    (void)number;
    int kept = errno;
    if (atomic_load(&is_silent)) {
        set(&silent);
        ssize_t ignored = write(told, "c", 1);
        (void)ignored;
    }
    errno = kept;
}

static void catch(int number, void (*handler)(int), struct sigaction *before) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_NODEFER | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, NULL, before);
    // What is ignored stays ignored, as by nohup(1); a stop cannot be, for one that is not.
    if (before->sa_handler != SIG_IGN || number == SIGCONT) sigaction(number, &action, NULL);
}

static void catch_stop(void) { catch(SIGTSTP, restore_and_stop, &before_stop); }

int ferry_echo_off(int terminal, int wake) {
    static int registered;
    if (tcgetattr(terminal, &audible) != 0) return -1;
    silent = audible;
    silent.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
    silent.c_lflag |= ICANON | ISIG;
    silent.c_iflag |= ICRNL;
    silent_terminal = terminal;
    told = wake;
    if (!registered) registered = atexit(ferry_echo_on) == 0;
    atomic_store(&is_silent, 1);
    for (int i = 0; i < ending_count; i++) catch(ending[i], restore_and_end, &before_ending[i]);
    catch_stop();
    catch(SIGCONT, silence_again, &before_continue);
    int result;
    do {
        result = tcsetattr(terminal, TCSAFLUSH, &silent);
    } while (result != 0 && errno == EINTR);
    if (result == 0) return 0;
    int number = errno;
    ferry_echo_on();
    errno = number;
    return -1;
}

void ferry_echo_on(void) {
    if (!atomic_exchange(&is_silent, 0)) return;
    set(&audible);
    for (int i = 0; i < ending_count; i++) sigaction(ending[i], &before_ending[i], NULL);
    sigaction(SIGTSTP, &before_stop, NULL);
    sigaction(SIGCONT, &before_continue, NULL);
}
