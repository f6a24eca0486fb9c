// HTTP: files of web and WebDAV servers (RFC 9110, 9112, 4918, 7578) through libcurl, from the bytes
// of an index page to a `FileSystem`; and raw exchanges, byte by byte. What parses does no I/O; what
// does I/O belongs to one worker.
// It must never import a target that knows screens, queues or settings.
