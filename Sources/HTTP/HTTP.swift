// HTTP: files of web and WebDAV servers (RFC 9110, 9112, 4918, 7578) through libcurl, from the bytes
// of an index page to a `FileSystem`; and raw exchanges, byte by byte. What parses does no I/O; what
// does I/O belongs to one worker.
//
//   WebService          which of three file systems a site is, and makes it
//   Index, Form, WebDAV the three, each with what only it needs and learns
//   Transfer            what all three do with one file: GET, PUT, and the proof that it is whole
//   Client              requests and responses on libcurl, with logins, redirections and trust
//   Messages            heads, targets, statuses: the values that requests and responses are of
//   Links, Text         references, dates and numbers in what servers write
//   Raw                 one exchange as it is written, for people
//
// It must never import a target that knows screens, queues or settings.
