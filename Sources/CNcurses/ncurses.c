#define _GNU_SOURCE
#include "CNcurses.h"

#include <signal.h>
#include <stdio.h>
#include <term.h>
#include <wchar.h>

static SCREEN *screen;

int ferry_terminal_probe(const char *type, int descriptor) {
    int found = 0;
    return setupterm(type, descriptor, &found) == OK ? 1 : found > 0 ? 0 : found;
}

WINDOW *ferry_terminal_start(const char *type) {
    static const int caught[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
    enum { caught_count = sizeof caught / sizeof caught[0] };
    struct sigaction before[caught_count];
    for (int i = 0; i < caught_count; i++) sigaction(caught[i], NULL, &before[i]);
    use_env(FALSE);
    use_tioctl(TRUE);
    screen = newterm(type, stdout, stdin);
    for (int i = 0; i < caught_count; i++) sigaction(caught[i], &before[i], NULL);
    // Until endwin was called once, ncurses 6.4 writes at every movement of the cursor: a hundred
    // packets for a frame over ssh. The first refresh takes the full screen again.
    if (screen) endwin();
    return screen ? stdscr : NULL;
}

void ferry_terminal_end(void) {
    if (!screen) return;
    endwin();
    delscreen(screen);
    screen = NULL;
}

void ferry_terminal_forget(void) { clearok(curscr, TRUE); }

int ferry_colour_count(void) { return COLORS; }

int ferry_pair_count(void) { return COLOR_PAIRS; }

void ferry_put(
    WINDOW *window, int row, int column, const uint32_t *scalars, size_t count,
    unsigned attributes, int pair) {
    wchar_t text[CCHARW_MAX + 1];
    size_t kept = count < CCHARW_MAX ? count : CCHARW_MAX;
    for (size_t i = 0; i < kept; i++) text[i] = (wchar_t)scalars[i];
    text[kept] = L'\0';
    cchar_t cell;
    short old_pair = (short)(pair < 32767 ? pair : 32767);
    if (setcchar(&cell, text, (attr_t)attributes, old_pair, &pair) == ERR) return;
    mvwadd_wchnstr(window, row, column, &cell, 1);
}

int ferry_capability_number(const char *name) { return tigetnum(name); }

const char *ferry_capability(const char *name) {
    const char *text = tigetstr(name);
    return text == (const char *)-1 ? NULL : text;
}
