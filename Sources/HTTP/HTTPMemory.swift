import Files

/// What was learnt of a server, which outlives its connections.
struct HTTPMemory {
    /// Whether HEAD is answered; false after a 405 or 501.
    var answersHead = true
    /// Whether PUT is known to work; nil until it was asked.
    var takesPut: Bool?
    var dav = DAVMemory()
    /// The path of the bucket, where the server is one of S3's kind.
    var bucket: Path?
}
