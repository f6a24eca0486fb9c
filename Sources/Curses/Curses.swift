// Curses
