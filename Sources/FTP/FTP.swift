// FTP: the file transfer protocol (RFC 959, 1123, 2228's plain half, 2428, 3659), from the bytes
// of a reply to a `FileSystem`. What parses does no I/O; what does I/O belongs to one worker.
// It must never import a target that knows screens, queues or settings.
