package import Files
import Transport

extension HTTPFileSystem {
    package func open(
        _ file: Path, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource {
        try open(file, from: offset, version: nil)
    }

    package func open(
        _ file: Path, from offset: UInt64, version: String?
    ) throws(FileSystemError) -> any FileSource {
        var fields: [RequestField] = []
        if offset > 0 {
            fields.append(RequestField("Range", "bytes=\(offset)-"))
            // Else the server sends the whole of what it has now (RFC 9110 section 13.1.5).
            if let version { fields.append(RequestField("If-Range", version)) }
        }
        let response = try send(Request("GET", file, fields: fields))
        do throws(FileSystemError) {
            return try source(response, of: file, from: offset, version: version)
        } catch {
            response.drain()
            throw error
        }
    }

    private func source(
        _ response: Response, of file: Path, from offset: UInt64, version: String?
    ) throws(FileSystemError) -> HTTPSource {
        let head = response.head
        guard head.isSuccess || head.status == 416 else { throw refusal(head, "read", file) }
        if let version, !FileVersion.fits(head, version) { throw changed(file, head) }
        let current = FileVersion.of(head)
        if let encoding = head.value("content-encoding"), encoding.lowercased() != "identity" {
            log.remark(
                "\(file.text(on: site)) is kept as it is stored: \(VisibleText.make(encoding)).")
        }
        switch head.status {
        case 416:
            response.drain()
            return try emptySource(head, of: file, from: offset, version: version)
        case 206:
            let size = try partSize(head, of: file, from: offset)
            return HTTPSource(
                response, of: file, on: site, from: offset, size: size,
                version: current ?? version)
        case _ where offset > 0:
            // The whole file, where a part was asked for: another version, or no parts at all.
            if version != nil, current == nil || current != version { throw changed(file, head) }
            try skip(offset, of: response, file)
            return HTTPSource(
                response, of: file, on: site, from: offset, size: head.length, version: current)
        default:
            return HTTPSource(
                response, of: file, on: site, from: 0, size: head.length, version: current)
        }
    }

    /// Reads past what is there already, of a server that sends files from their start only.
    private func skip(
        _ offset: UInt64, of response: Response, _ file: Path
    ) throws(FileSystemError) {
        if let length = response.head.length, length < offset {
            throw changed(file, response.head)
        }
        log.remark(
            "\(host) sends files from their start only: reading past \(offset) bytes of "
                + "\(file.text(on: site)).")
        let buffer = Buffer(capacity: 256 << 10)
        var left = offset
        while left > 0 {
            let room = UnsafeMutableRawBufferPointer(
                rebasing: buffer.bytes.prefix(Int(clamping: left)))
            let count = try response.read(into: room)
            guard count > 0 else { throw changed(file, response.head) }
            left -= UInt64(count)
        }
    }

    /// The whole file's size, of a 206 that holds all from `offset` on; nil where it does not say.
    private func partSize(
        _ head: ResponseHead, of file: Path, from offset: UInt64
    ) throws(FileSystemError) -> UInt64? {
        guard let text = head.value("content-range"), let range = ContentRange(text),
            case .part(let first, let last, let total) = range, first == offset
        else {
            let shown = head.value("content-range").map { VisibleText.make($0) } ?? "none"
            throw FileSystemError(
                .protocolViolation, path: file, reply: head.text,
                detail: "\(host) sends another part of \(file.text(on: site)) than the one from "
                    + "byte \(offset) on (Content-Range: \(shown)); fetch it anew.")
        }
        if let length = head.length, length != last - first &+ 1 {
            throw FileSystemError(
                .protocolViolation, path: file, reply: head.text,
                detail: "\(host) contradicts itself about the length of \(file.text(on: site)); "
                    + "fetch it anew.")
        }
        return total
    }

    /// There is nothing from `offset` on: all of the file is there already, or it has shrunk.
    private func emptySource(
        _ head: ResponseHead, of file: Path, from offset: UInt64, version: String?
    ) throws(FileSystemError) -> HTTPSource {
        var total: UInt64?
        if case .unsatisfied(let told) = head.value("content-range").flatMap({ ContentRange($0) }) {
            total = told
        } else {
            // Apache and lighttpd do not say how long it is.
            let response = try send(Request("HEAD", file))
            response.drain()
            if let version, FileVersion.of(response.head) != version { throw changed(file, head) }
            if response.head.isSuccess { total = response.head.contentLength }
        }
        guard total == offset else { throw changed(file, head) }
        return HTTPSource(nil, of: file, on: site, from: offset, size: total, version: version)
    }

    private func changed(_ file: Path, _ head: ResponseHead) -> FileSystemError {
        FileSystemError(
            .changed, path: file, reply: head.text,
            detail: "\(file.text(on: site)) is another version on \(host) by now; fetch it anew.")
    }
}
