#define _GNU_SOURCE
#include "CLinux.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
enum { fatal_count = sizeof fatal / sizeof fatal[0] };

static struct sigaction previous[fatal_count];
static struct termios original;
static char reset[512];
static size_t reset_length;
static int terminal_descriptor = -1;

static void restore_terminal(int signal_number) {
    if (terminal_descriptor >= 0) {
        ssize_t ignored = write(terminal_descriptor, reset, reset_length);
        (void)ignored;
        tcsetattr(terminal_descriptor, TCSANOW, &original);
    }
    for (int i = 0; i < fatal_count; i++) {
        if (fatal[i] == signal_number) sigaction(signal_number, &previous[i], NULL);
    }
    // Swift's handler prints its backtrace and returns. A fault would then repeat by itself, but a
    // signal that was sent would not, and the program would live on without its terminal.
    raise(signal_number);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

void ferry_crash_arm(int terminal, const char *sequence, size_t length) {
    if (tcgetattr(terminal, &original) != 0) return;
    reset_length = length < sizeof reset ? length : sizeof reset;
    memcpy(reset, sequence, reset_length);
    terminal_descriptor = terminal;

    static char stack_memory[64 * 1024];
    stack_t stack = {.ss_sp = stack_memory, .ss_size = sizeof stack_memory};
    stack_t current;
    if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) sigaltstack(&stack, NULL);

    struct sigaction action = {.sa_handler = restore_terminal, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &action, &previous[i]);
}

void ferry_crash_disarm(void) {
    if (terminal_descriptor < 0) return;
    terminal_descriptor = -1;
    for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &previous[i], NULL);
}
