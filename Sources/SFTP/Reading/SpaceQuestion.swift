import Files

/// How much room there is (statvfs@openssh.com).
struct SpaceQuestion {
    /// Bytes below which a failure to write is taken for a lack of room.
    static let little: UInt64 = 64 << 10

    let channel: Channel

    /// Free and total bytes for the user; nil where the server does not tell.
    func space(at directory: Path) throws(FileSystemError) -> (free: UInt64, total: UInt64)? {
        guard let request = request(about: directory) else { return nil }
        let site = channel.site
        return try channel.ask(request) { answer throws(FileSystemError) in
            try SpaceQuestion.read(answer, directory, on: site)
        }
    }

    /// What asks for it; nil where the server does not tell.
    func request(about directory: Path) -> Request? {
        guard channel.version.has(.fileSystemStatus) else { return nil }
        return .extended(.fileSystemStatus, [.path(directory)])
    }

    static func read(
        _ answer: Result<Reply, FileSystemError>, _ directory: Path, on site: Site
    ) throws(FileSystemError) -> (free: UInt64, total: UInt64)? {
        let fields = try Answer(answer, .measureSpace, directory, on: site).extended()
        do throws(PacketFault) {
            return try read(fields)
        } catch {
            throw .broken(error.words, on: site)
        }
    }

    /// The fields of statvfs(2), from f_bsize to f_namemax.
    private static func read(
        _ reply: FieldReader
    ) throws(PacketFault) -> (free: UInt64, total: UInt64)? {
        var fields = reply
        _ = try fields.longNumber()
        let unit = try fields.longNumber()
        let blocks = try fields.longNumber()
        _ = try fields.longNumber()
        let available = try fields.longNumber()
        let (free, isFreeTooMuch) = available.multipliedReportingOverflow(by: unit)
        let (total, isTotalTooMuch) = blocks.multipliedReportingOverflow(by: unit)
        guard !isFreeTooMuch, !isTotalTooMuch, total > 0 else { return nil }
        return (free, total)
    }
}
