package import Files

/// A file system on an HTTP client. HTTP has no session: a connection comes and goes by itself, and
/// what is wrong is told by the first request.
package protocol WebFileSystem: FileSystem {
    /// The client that sends all its requests.
    var client: HTTPClient { get }
}

extension WebFileSystem {
    var site: Site { client.site }
    var interrupt: @Sendable () -> Void { client.interrupt }
    var isConnected: Bool { client.isConnected }
    var security: ConnectionSecurity? { client.security }

    func home() throws(FileSystemError) -> Path {
        try client.beginOperation()
        return .root
    }

    func close() { client.close() }

    func prepare(_ next: [Upcoming]) {}

    func open(_ file: Path, from offset: UInt64) throws(FileSystemError) -> any FileSource {
        try open(file, from: offset, version: nil)
    }

    func open(
        _ file: Path, from offset: UInt64, version: String?
    ) throws(FileSystemError) -> any FileSource {
        try Download(client: client, file: file, offset: offset, version: version).source()
    }

    /// HTTP sends files whole.
    func resume(_ part: Part, _ creation: Creation) throws(FileSystemError) -> any FileSink {
        throw .unresumable(part.file, on: site)
    }

    /// Posts a form to `path`, and gives the answer of any status. Its body is read as the connection
    /// takes it; `progress` hears after each block how many bytes of it went out. Redirections are
    /// followed as RFC 9110 section 15.4 has them: to a GET after 301, 302 and 303, and with the form
    /// again, on the same server only, after 307 and 308.
    package func post(
        _ body: MultipartBody, to path: Path, isDirectory: Bool,
        progress: (UInt64) -> Void = { _ in }
    ) throws(FileSystemError) -> FormReply {
        try FormPost(client: client, body: body, path: path, isDirectory: isDirectory)
            .send(progress: progress)
    }
}
