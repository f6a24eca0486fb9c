import Files
import Words

/// What is looked at before bytes go behind those that a part has: that it has them still, now that it
/// is open. Some servers empty a file by opening it for writing, and somebody may have cut it.
struct Resumption {
    let channel: Channel
    let refusals: Refusals
    let part: Part
    /// Where the next byte belongs.
    let offset: UInt64

    private var site: Site { channel.site }

    /// Whether the server takes bytes behind `offset`, told by a write of none; what is longer is cut
    /// off there. Refuses a part that is shorter, with `.changed`. Nothing is written before that is
    /// known: behind what is missing it would leave a hole.
    func isTaken(by handle: [UInt8]) throws(FileSystemError) -> Bool {
        var isTaken: Bool?
        // It travels with the question for the size. rclone tells the old size of what it empties.
        channel.write(UnsafeRawBufferPointer(start: nil, count: 0), at: offset, of: handle) {
            answer in
            if case .success(.status(let code, _)) = answer {
                isTaken = code == .ok
            } else {
                isTaken = false
            }
        }
        let size = try openSize(handle)
        try channel.wait { isTaken != nil }
        guard let size else {
            throw refusal(
                tr(
                    "\(host) does not report the size of \(name), so the transfer cannot be resumed."
                ))
        }
        try check(size)
        guard isTaken == true else { return false }
        if size > offset { try cut(.setOpenStatus(handle, Attributes(size: offset))) }
        return true
    }

    /// The same once a handle was closed that took nothing behind `offset`: a server that has emptied
    /// the part says so by now.
    func checkClosed() throws(FileSystemError) {
        guard let size = try size(.fileStatus(part.path)) else { return }
        try check(size)
        if size > offset { try cut(.setStatus(part.path, Attributes(size: offset))) }
    }

    /// Refuses a part that is too short.
    private func check(_ size: UInt64) throws(FileSystemError) {
        guard size < offset else { return }
        guard size == 0 else {
            throw refusal(
                tr(
                    "\(name) has \(size) bytes on the server, not \(offset), so the transfer cannot "
                        + "be resumed.")
            )
        }
        refusals.note(.resume)
        throw refusal(tr("\(host) empties files when a transfer is resumed."))
    }

    /// Bytes that it has; nil where the server does not tell.
    private func openSize(_ handle: [UInt8]) throws(FileSystemError) -> UInt64? {
        if refusals.allows(.openStatus), let size = try size(.openStatus(handle)) { return size }
        return try size(.fileStatus(part.path))
    }

    private func size(_ request: Request) throws(FileSystemError) -> UInt64? {
        let (site, path) = (site, part.path)
        do throws(FileSystemError) {
            return try channel.ask(request) { answer throws(FileSystemError) in
                try Answer(answer, .examine, path, on: site).attributes().size
            }
        } catch {
            guard channel.loss == nil else { throw error }
            return nil
        }
    }

    private func cut(_ request: Request) throws(FileSystemError) {
        let (site, path) = (site, part.path)
        try channel.ask(request) { answer throws(FileSystemError) in
            try Answer(answer, .truncate, path, on: site).done()
        }
    }

    private var host: String { VisibleText.make(site.host) }
    private var name: String { part.path.text(on: site) }

    private func refusal(_ detail: String) -> FileSystemError {
        FileSystemError(.changed, path: part.path, detail: detail)
    }
}
