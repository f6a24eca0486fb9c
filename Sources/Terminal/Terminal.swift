// Terminal: what a text screen is made of, without a terminal: sizes, cells with roles, keys and
// other events, the width of characters.
// It must never import ncurses, nor know what is shown.
