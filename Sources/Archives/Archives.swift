// Archives entered like directories: zip, tar, 7-Zip and ISO 9660 files of any file system, read by
// ranges through libarchive. What an archive says is a stranger's word, as a server's is.
// It must never import a protocol, the queue or the screen.
