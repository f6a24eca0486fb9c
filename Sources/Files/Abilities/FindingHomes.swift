/// A file system that knows where the users of its machine have their files.
package protocol FindingHomes: FileSystem {
    /// The home directory of another user. Throws `.unsupported` where the server does not tell.
    func home(of user: [UInt8]) throws(FileSystemError) -> Path
}

extension FileSystem {
    /// Where a path from the directory after the login leads, which is asked for where need be.
    package func path(of below: RelativePath) throws(FileSystemError) -> Path {
        if let user = below.user, !user.isEmpty, let files = self as? any FindingHomes {
            return below.path(fromHomeOfUser: try files.home(of: user))
        }
        return below.path(from: try home())
    }
}
