import Files
import Transport
import Words

/// A GET of a file, or of what is behind a byte of it (RFC 9110 section 14.2), of one version where
/// that is known: the bytes of two are never mixed.
struct Download {
    let client: HTTPClient
    let file: Path
    /// Bytes at its start that are not wanted.
    let offset: UInt64
    /// As `FileSource.version` named it; nil for any.
    let version: String?

    private var site: Site { client.site }
    private var host: String { client.host }

    /// Asks for it; the source's bytes are still to come.
    func source() throws(FileSystemError) -> DownloadSource {
        var fields: [RequestField] = []
        if offset > 0 {
            fields.append(RequestField("Range", "bytes=\(offset)-"))
            // Else the server sends the whole of what it has now (RFC 9110 section 13.1.5).
            if let version { fields.append(RequestField("If-Range", version)) }
        }
        let response = try client.send(Request("GET", file, fields: fields))
        do throws(FileSystemError) {
            return try source(response)
        } catch {
            response.drain()
            throw error
        }
    }

    private func source(_ response: Response) throws(FileSystemError) -> DownloadSource {
        let head = response.head
        guard head.isSuccess || head.status == 416 else { throw client.refusal(head, .read, file) }
        if let version, !FileVersion.fits(head, version) { throw changed(head) }
        let current = FileVersion.of(head)
        if let encoding = head.value("content-encoding"), encoding.lowercased() != "identity" {
            client.log.remark(
                tr(
                    "\(file.text(on: site)) is saved as the server stores it "
                        + "(\(VisibleText.make(encoding)))."))
        }
        switch head.status {
        case 416:
            response.drain()
            return try emptySource(head)
        case 206:
            let size = try partSize(head)
            return opened(response, from: offset, size: size, version: current ?? version)
        case _ where offset > 0:
            // The whole file, where a part was asked for: another version, or no parts at all.
            if version != nil, current == nil || current != version { throw changed(head) }
            try skip(response)
            let source = opened(response, from: offset, size: head.length, version: current)
            source.hasSkippedStart = true
            return source
        default:
            return opened(response, from: 0, size: head.length, version: current)
        }
    }

    /// Nil where there is nothing left to read.
    private func opened(
        _ response: Response?, from start: UInt64, size: UInt64?, version: String?
    ) -> DownloadSource {
        DownloadSource(
            response, of: file, on: site, from: start, size: size, version: version)
    }

    /// Reads past what is there already, of a server that sends files from their start only.
    private func skip(_ response: Response) throws(FileSystemError) {
        if let length = response.head.length, length < offset {
            throw changed(response.head)
        }
        client.log.remark(
            tr(
                "\(host) only sends files from the start; skipping the first \(offset) bytes of "
                    + "\(file.text(on: site))."))
        let buffer = Buffer(capacity: 256 << 10)
        var left = offset
        while left > 0 {
            let room = UnsafeMutableRawBufferPointer(
                rebasing: buffer.bytes.prefix(Int(clamping: left)))
            let count = try response.read(into: room)
            guard count > 0 else { throw changed(response.head) }
            left -= UInt64(count)
        }
    }

    /// The whole file's size, of a 206 that holds all from `offset` on; nil where it does not say.
    private func partSize(_ head: ResponseHead) throws(FileSystemError) -> UInt64? {
        guard let text = head.value("content-range"), let range = ContentRange(text),
            case .part(let first, let last, let total) = range, first == offset
        else {
            let shown = head.value("content-range").map { VisibleText.make($0) } ?? tr("none")
            throw FileSystemError(
                .protocolViolation, path: file, reply: head.text,
                detail: tr(
                    "\(host) sent another range of \(file.text(on: site)) than the one from "
                        + "byte \(offset) (Content-Range: \(shown)); fetch it again."))
        }
        if let length = head.length, length != last - first &+ 1 {
            throw FileSystemError(
                .protocolViolation, path: file, reply: head.text,
                detail: tr(
                    "\(host) contradicts itself about the length of \(file.text(on: site)); "
                        + "fetch it again."))
        }
        return total
    }

    /// There is nothing from `offset` on: all of the file is there already, or it has shrunk.
    private func emptySource(_ head: ResponseHead) throws(FileSystemError) -> DownloadSource {
        var total: UInt64?
        if case .unsatisfied(let told) = head.value("content-range").flatMap({ ContentRange($0) }) {
            total = told
        } else {
            // Apache and lighttpd do not say how long it is.
            let response = try client.send(Request("HEAD", file))
            response.drain()
            if let version, FileVersion.of(response.head) != version { throw changed(head) }
            if response.head.isSuccess { total = response.head.contentLength }
        }
        guard total == offset else { throw changed(head) }
        return opened(nil, from: offset, size: total, version: version)
    }

    private func changed(_ head: ResponseHead) -> FileSystemError {
        FileSystemError(
            .changed, path: file, reply: head.text,
            detail: tr("\(file.text(on: site)) has changed on \(host); fetch it again."))
    }
}
