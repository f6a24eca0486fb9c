// ncurses with wide characters, as far as Swift can call it, and wrappers for what Swift cannot
// see: globals, macros, and structures that must stay opaque.
// It must never hold logic of Ferry's own beyond joining a few of ncurses' own calls.
#ifndef FERRY_CNCURSES_H
#define FERRY_CNCURSES_H

#define NCURSES_WIDECHAR 1
#define NCURSES_OPAQUE 1
#define NCURSES_NOMACROS 1
#include <ncurses.h>

#include <stddef.h>
#include <stdint.h>

/// Attributes as bits that Swift can combine.
enum ferry_attribute {
    FERRY_BOLD = (int)A_BOLD,
    FERRY_UNDERLINE = (int)A_UNDERLINE,
    FERRY_REVERSE = (int)A_REVERSE,
    FERRY_DIM = (int)A_DIM,
};

/// setupterm(3x): 1 when the terminal type is known, 0 when not, -1 without a database.
int ferry_terminal_probe(const char *type, int descriptor);
/// newterm(3x) on standard output and input, its size by the system and never by the environment,
/// and without ncurses' signal handlers; the whole window, or NULL.
WINDOW *ferry_terminal_start(const char *type);
/// endwin(3x), and everything that `ferry_terminal_start` took is given back.
void ferry_terminal_end(void);
/// The next refresh clears the screen and writes all of it.
void ferry_terminal_forget(void);
/// COLORS and COLOR_PAIRS, after start_color(3x).
int ferry_colour_count(void);
int ferry_pair_count(void);
/// Puts one cell's scalars (one that takes columns and up to four marks) at a place.
void ferry_put(
    WINDOW *window, int row, int column, const uint32_t *scalars, size_t count,
    unsigned attributes, int pair);
/// A capability's text, or NULL where the terminal has none.
const char *ferry_capability(const char *name);
/// tigetnum(3x), after `ferry_terminal_probe`: below 0 where the terminal has no such number.
int ferry_capability_number(const char *name);

#endif
