// Transport: bytes to and from a peer: addresses, TCP sockets that wait with a deadline, the
// byte-stream protocol and TLS (OpenSSL) under it, splitting control bytes into bounded lines, and
// waking a blocked call from another thread; and programs whose standard input and output are such a
// stream.
// It must never import a target that knows what the bytes mean.
