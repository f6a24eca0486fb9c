// Files: the words every other target speaks: names, paths, entries, directories, sites, errors,
// a line of the log, and the `FileSystem` protocol. Values and protocols only.
// It must never import another target of Ferry, nor do any I/O.
