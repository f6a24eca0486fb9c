import Files

/// What is where a lock is to be, or how that gets there.
struct LockPlace: Sendable {
    /// Nil where nothing is there.
    let status: FileStatus?
    /// Puts an empty file there, which holds the name (RFC 4918, section 7.3); nil where something is there.
    let make: (@Sendable () throws(Refusal) -> Void)?

    init(status: FileStatus?, make: (@Sendable () throws(Refusal) -> Void)?) {
        self.status = status
        self.make = make
    }

    /// Of a file or directory on the disk. Throws 409 where there is no directory for a new one.
    init(_ path: Path, in folder: SharedFolder) throws(Refusal) {
        status = try NewPlace.status(path, in: folder)
        guard status == nil else {
            make = nil
            return
        }
        let (directory, name) = try NewPlace.find(path, in: folder)
        make = { () throws(Refusal) in
            let file = try IncomingFile(in: directory)
            try file.complete()
            _ = try file.commit(as: name, .refuse)
        }
    }
}
