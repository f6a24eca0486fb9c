// Digests: checksums of bytes as they go by, and of files by reading them. The algorithms are OpenSSL's,
// but CRC-32, which it has none of.
// It must never know whose files they are, nor what becomes of the checksum.
