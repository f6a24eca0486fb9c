import Disk
import Files
import Jobs
import Glibc
import NIOCore
import NIOHTTP1
import Web

/// A response on its way out.
extension Connection {
    /// `reason` is for the log.
    func send(_ response: Response, reason: String? = nil) {
        guard let exchange, let context else { return }
        deadline.clear()
        let length = Connection.length(of: response)
        if !exchange.hasBodyEnded, hasLongBody(exchange) { exchange.mustClose = true }
        if length == nil, exchange.minorVersion == 0 { exchange.mustClose = true }
        services.log.responded(
            number, arrival.visitor, response.status, reason: reason,
            elapsed: Visits.now - exchange.startedAt)
        let head = HTTPResponseHead(
            version: exchange.minorVersion == 0 ? .http1_0 : .http1_1,
            status: HTTPResponseStatus(
                statusCode: Int(response.status.code), reasonPhrase: response.status.words),
            headers: headers(response, length, exchange))
        let rest = Connection.rest(of: response, isHead: exchange.isHead)
        var visit: OpenVisit?
        if let path = response.download, let request = exchange.request, !exchange.isHead {
            visit = services.folder.visits.begin(.download, path, size: length, for: request)
        }
        let sending = Sending(rest, visit: visit)
        phase = .sending(sending)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        pump(sending)
    }

    /// Bytes of the body; nil where they are not known ahead.
    private static func length(of response: Response) -> UInt64? {
        switch response.body {
        case .none, .receive: 0
        case .bytes(let bytes): UInt64(bytes.count)
        case .pieces(let pieces): pieces.reduce(0) { $0 &+ $1.length }
        case .blocks(_, let length): length
        }
    }

    private static func rest(of response: Response, isHead: Bool) -> Sending.Rest {
        if isHead { return .nothing }
        switch response.body {
        case .none, .receive: return .nothing
        case .bytes(let bytes): return .pieces([.bytes(bytes)])
        case .pieces(let pieces): return .pieces(ArraySlice(pieces))
        case .blocks(let blocks, let length): return .blocks(blocks, promised: length)
        }
    }

    /// Whether what the visitor still sends is too much to be read over.
    private func hasLongBody(_ exchange: ServedExchange) -> Bool {
        guard let request = exchange.request else { return true }
        guard let length = request.bodyLength else { return true }
        return length > services.limits.unreadBody || length > 0 && exchange.expectsContinue
    }

    private func headers(
        _ response: Response, _ length: UInt64?, _ exchange: ServedExchange
    ) -> HTTPHeaders {
        var headers = HTTPHeaders()
        headers.add(name: "Date", value: HTTPDate.text(Int64(time(nil))))
        headers.add(name: "Server", value: "Ferry")
        for field in response.headers.fields {
            // A line break in a value would be the visitor's next header.
            let value = field.value.unicodeScalars.map { scalar -> Character in
                scalar.value < 0x20 || scalar.value == 0x7F ? " " : Character(scalar)
            }
            headers.add(name: field.name, value: String(value))
        }
        headers.replaceOrAdd(name: "X-Content-Type-Options", value: "nosniff")
        headers.replaceOrAdd(name: "Referrer-Policy", value: "same-origin")
        headers.replaceOrAdd(name: "Cross-Origin-Resource-Policy", value: "same-origin")
        let code = response.status.code
        if code >= 200, code != 204, code != 304 {
            if let length {
                headers.replaceOrAdd(name: "Content-Length", value: String(length))
            } else if exchange.minorVersion == 1, !exchange.isHead {
                headers.replaceOrAdd(name: "Transfer-Encoding", value: "chunked")
            }
        }
        if exchange.mustClose {
            headers.replaceOrAdd(name: "Connection", value: "close")
        } else if exchange.minorVersion == 0 {
            headers.replaceOrAdd(name: "Connection", value: "keep-alive")
        }
        return headers
    }

    // MARK: Block by block

    /// Writes the next part; what follows is done when the visitor has taken it.
    private func pump(_ sending: Sending) {
        guard case .sending(let current) = phase, current === sending else { return }
        deadline.set(seconds: services.limits.sendTime)
        switch sending.rest {
        case .nothing:
            write(nil, sending)
        case .blocks(let blocks, let promised):
            pull(blocks, promised, sending)
        case .pieces:
            let limit = arrival.isSecure ? Sending.blockSize : sending.fileStep
            switch sending.nextPart(limit: limit) {
            case nil: write(nil, sending)
            case .bytes(let bytes): write(.byteBuffer(bytes), sending)
            case .file(let file, let range):
                if arrival.isSecure {
                    read(file, range, sending)
                } else {
                    sendThroughKernel(file, range, sending)
                }
            }
        }
    }

    /// Plain connections only: what is encrypted must pass through this process.
    private func sendThroughKernel(_ file: OpenFile, _ range: Range<UInt64>, _ sending: Sending) {
        guard isThere(file, upTo: range.upperBound) else { return }
        let region = FileRegion(
            fileHandle: sending.handle(for: file), readerIndex: Int(clamping: range.lowerBound),
            endIndex: Int(clamping: range.upperBound))
        write(.fileRegion(region), sending)
        watch(file, upTo: range.upperBound, sending)
    }

    /// A file that became shorter has nothing to send, and the kernel would be asked for ever.
    private func isThere(_ file: OpenFile, upTo end: UInt64) -> Bool {
        var status = stat()
        guard fstat(file.descriptor.number, &status) == 0, UInt64(clamping: status.st_size) >= end
        else {
            abort("The file became shorter while it was sent.")
            return false
        }
        return true
    }

    /// Looks after the file each second until the visitor has taken this part of it.
    private func watch(_ file: OpenFile, upTo end: UInt64, _ sending: Sending) {
        guard case .sending(let current) = phase, current === sending else { return }
        sending.watch = loop.assumeIsolated().scheduleTask(in: .seconds(1)) { [weak self] in
            guard let self, case .sending(let current) = self.phase, current === sending,
                self.isThere(file, upTo: end)
            else { return }
            self.watch(file, upTo: end, sending)
        }
    }

    private func read(_ file: OpenFile, _ range: Range<UInt64>, _ sending: Sending) {
        let count = Int(range.upperBound - range.lowerBound)
        onThread {
            () -> Result<ByteBuffer, Refusal> in
            Result { () throws(Refusal) in
                ByteBuffer(bytes: try file.read(at: range.lowerBound, count: count))
            }
        } then: { connection, result in
            guard case .sending(let current) = connection.phase, current === sending else { return }
            switch result {
            case .success(let bytes) where bytes.readableBytes == count:
                connection.write(.byteBuffer(bytes), sending)
            case .success:
                connection.abort("The file became shorter while it was sent.")
            case .failure(let refusal):
                connection.abort(refusal.sentence)
            }
        }
    }

    private func pull(_ blocks: Blocks, _ promised: UInt64?, _ sending: Sending) {
        onThread {
            () -> Result<[UInt8]?, Refusal> in
            Result { () throws(Refusal) in try blocks.next() }
        } then: { connection, result in
            guard case .sending(let current) = connection.phase, current === sending else { return }
            switch result {
            case .failure(let refusal):
                connection.services.log.troubled(connection.number, refusal.sentence)
                connection.abort(refusal.sentence)
            case .success(nil):
                guard promised ?? 0 == 0 else {
                    connection.abort("It became shorter while it was sent.")
                    return
                }
                sending.rest = .nothing
                connection.write(nil, sending)
            case .success(let bytes?):
                let count = UInt64(bytes.count)
                guard count <= promised ?? .max else {
                    connection.abort("It became longer while it was sent.")
                    return
                }
                sending.rest = .blocks(blocks, promised: promised.map { $0 - count })
                connection.write(.byteBuffer(ByteBuffer(bytes: bytes)), sending)
            }
        }
    }

    /// Nil ends the response.
    private func write(_ body: IOData?, _ sending: Sending) {
        guard let context else { return }
        let promise = context.eventLoop.makePromise(of: Void.self)
        let count = body?.readableBytes ?? 0
        let isLast = body == nil || sending.isAtEnd
        if let body { context.write(wrapOutboundOut(.body(body)), promise: isLast ? nil : promise) }
        if isLast { context.write(wrapOutboundOut(.end(nil)), promise: promise) }
        let start = Visits.now
        promise.futureResult.assumeIsolated().whenComplete { [weak self] result in
            // Never from within the write itself: a thousand small responses would be as many
            // calls deep.
            self?.context?.eventLoop.assumeIsolated().execute {
                self?.wrote(result, count, isLast: isLast, seconds: Visits.now - start, sending)
            }
        }
        context.flush()
    }

    private func wrote(
        _ result: Result<Void, any Error>, _ count: Int, isLast: Bool, seconds: Double,
        _ sending: Sending
    ) {
        sending.watch?.cancel()
        guard case .sending(let current) = phase, current === sending else { return }
        guard case .success = result else {
            abort("The visitor broke it off.")
            return
        }
        if count > 0 { sending.visit?.advance(by: count) }
        sending.tookStep(seconds)
        guard isLast else {
            pump(sending)
            return
        }
        sending.visit?.end(.done)
        sending.release()
        answered()
    }
}
