// Listing: what servers answer to MLSD, LIST and NLST, read into a `Directory`. One file a family
// of forms; no I/O, no strings made per line.
// It must never import anything but Files.
