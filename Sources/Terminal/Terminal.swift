// Terminal: what a text screen is made of, without a terminal: sizes, cells with roles, keys and
// other events and the bytes they come as, the width of characters, and the display that a loop
// draws on.
// It must never import ncurses, nor know what is shown.
