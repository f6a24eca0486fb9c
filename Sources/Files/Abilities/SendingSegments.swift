/// A file system whose server begins to send a file at any byte, without sending what is before it, so
/// that several connections can fetch one file together.
package protocol SendingSegments: FileSystem {
    /// Seconds of a round trip to it, as the system has measured them; nil without a connection.
    var distance: Double? { get }
}
