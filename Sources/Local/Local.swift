// Local: this machine's files as a `FileSystem`. Below a chosen root every step is taken from a
// directory's descriptor and follows no link, so that nothing a server lists can lead outside.
// It must never import a protocol, a queue or the screen.
