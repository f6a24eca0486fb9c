/// A file system that may connect again under way, and do once more what it was asked for.
package protocol CountingLogins: FileSystem {
    /// How often it has connected so far.
    var loginCount: Int { get }
}
