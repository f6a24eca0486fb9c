// Settings: what the user wrote down: the configuration, themes, keys, sites, .netrc; and where
// these files lie. Every error is one sentence with the file and the line.
// It must never import a protocol's target, nor the interface, nor ncurses; it opens no connection.
