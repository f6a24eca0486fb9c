// Local: this machine's files as a `FileSystem`. Below a chosen root every step is taken from a
// directory's descriptor and follows no link, so that nothing a server lists can lead outside.
// `LocalFileSystem` puts three behind that protocol: what is there (`EntryReader`), parts of files
// (`LocalParts`) and names (`NameChanges`). `Trash` is where files are put from which they can return.
// It must never import a protocol, a queue or the screen.
