/// A file system that knows how far away its server is.
package protocol TellingDistance: FileSystem {
    /// Seconds of a round trip to it, as the system has measured them; nil without a connection.
    var distance: Double? { get }
}
