// Curses: a real terminal as a `Display`: ncurses draws the frame, the keys are read from the
// descriptor itself; colours for what the terminal can show; signals; programs in the foreground.
// It must never know what is shown, nor be used from another thread than the main one.
