import Files
import Transport
import Words

/// The answer to a request: its head, and its body as it is read. The connection is free for the
/// next request once the body was read to its end, or given up.
final class Response {
    let head: ResponseHead
    /// Where it came from, after all redirections.
    let destination: Destination
    private let exchange: CurlExchange
    private let path: Path
    private let explain: (TransportError, Path) -> FileSystemError

    init(
        _ head: ResponseHead, from destination: Destination, _ exchange: CurlExchange, _ path: Path,
        explain: @escaping (TransportError, Path) -> FileSystemError
    ) {
        self.head = head
        self.destination = destination
        self.exchange = exchange
        self.path = path
        self.explain = explain
    }

    /// Bytes of the body that came.
    var received: UInt64 { exchange.received }

    /// Waits for at least one byte of the body; 0 at its end, which the framing has confirmed.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
        do throws(TransportError) {
            return try exchange.read(into: buffer)
        } catch {
            throw broken(error)
        }
    }

    /// What broke off in the middle of a body is a part of a file, and no file.
    private func broken(_ error: TransportError) -> FileSystemError {
        var made = explain(error, path)
        guard error.kind == .closed else { return made }
        made.kind = .truncated
        let missing = head.length.map { $0 &- exchange.received }
        made.detail =
            missing.map { tr("\(path.text) was cut off: \($0) bytes are missing.") }
            ?? tr("\(path.text) was cut off: the server did not say that it is complete.")
        made.isTransient = true
        return made
    }

    /// Feeds the whole body, in pieces, until `take` gives false; of something that is no file, for
    /// half an hour at most.
    func readAll(_ take: (UnsafeRawBufferPointer) -> Bool) throws(FileSystemError) {
        exchange.end = exchange.end.earlier(.after(seconds: 1_800))
        let buffer = Buffer(capacity: 64 << 10)
        while true {
            let count = try read(into: buffer.bytes)
            if count == 0 { return }
            guard take(UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count])) else {
                return cancel()
            }
        }
    }

    /// The whole body, where it has `limit` bytes at most.
    func bytes(limit: Int) throws(FileSystemError) -> [UInt8] {
        var all: [UInt8] = []
        var isTooLong = false
        try readAll { piece in
            guard all.count + piece.count <= limit else {
                isTooLong = true
                return false
            }
            all.append(contentsOf: piece)
            return true
        }
        guard !isTooLong else {
            throw FileSystemError(
                .protocolViolation, path: path, reply: head.text,
                detail: tr("The answer about \(path.text) is longer than \(limit) bytes."))
        }
        return all
    }

    /// Reads a body that nobody wants, where it is short, so that the connection can be kept.
    func drain() {
        var left = 64 << 10
        exchange.end = .after(seconds: 2)
        guard exchange.isBodiless || head.length ?? 0 <= UInt64(left) else { return cancel() }
        try? readAll { piece in
            left -= piece.count
            return left >= 0
        }
        cancel()
    }

    /// Gives the connection back; closes it where the body was not read to its end.
    func cancel() { exchange.cancel() }
}
