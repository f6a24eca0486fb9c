import NIOCore
import NIOHTTP1

/// A request's body on its way into a sink.
extension Connection {
    /// Bytes that are handed to a sink at once.
    private static let blockSize = 1 << 18

    func beginReceiving(_ receiver: BodyReceiver) {
        guard let exchange, let request = exchange.request, let context else {
            abandon(receiver)
            return
        }
        if let length = request.bodyLength, length > receiver.limit {
            abandon(receiver)
            exchange.mustClose = true
            send(page(Connection.tooLarge), reason: Connection.tooLarge.sentence)
            return
        }
        if exchange.expectsContinue, waiting.isEmpty {
            let head = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        }
        phase = .receiving(IncomingBody(receiver))
        deadline.set(seconds: services.limits.bodyTime)
        proceed()
    }

    /// Whether there may be more to do at once.
    func receive(_ part: HTTPServerRequestPart, _ body: IncomingBody) -> Bool {
        switch part {
        case .head:
            return refuseBody(body, Refusal(.badRequest, "The body has no end."))
        case .body(let buffer):
            return write(buffer, body)
        case .end:
            finish(body)
            return false
        }
    }

    /// Gives the body up, and the connection with it.
    @discardableResult
    func refuseBody(_ body: IncomingBody, _ refusal: Refusal) -> Bool {
        abandon(body.receiver)
        exchange?.mustClose = true
        send(page(refusal), reason: refusal.sentence)
        return false
    }

    private func write(_ first: ByteBuffer, _ body: IncomingBody) -> Bool {
        var bytes = Array(first.readableBytesView)
        while case .body(let next)? = waiting.first,
            bytes.count + next.readableBytes <= Connection.blockSize
        {
            bytes += next.readableBytesView
            waiting.removeFirst()
        }
        guard !bytes.isEmpty else { return true }
        body.received += UInt64(bytes.count)
        guard body.received <= body.receiver.limit else {
            return refuseBody(body, Connection.tooLarge)
        }
        let elapsed = Visits.now - body.startedAt
        guard
            elapsed <= Double(services.limits.bodyTime)
                || Double(body.received) >= elapsed * Double(services.limits.bodyRate)
        else {
            return refuseBody(body, Refusal(.requestTimeout, "The body comes too slowly."))
        }
        body.isBusy = true
        let receiver = body.receiver
        let block = bytes
        onThread {
            () -> Result<Void, Refusal> in
            Result { () throws(Refusal) in try receiver.write(block) }
        } then: { connection, result in
            body.isBusy = false
            connection.wrote(result, body)
        }
        return false
    }

    private func wrote(_ result: Result<Void, Refusal>, _ body: IncomingBody) {
        guard !body.isGivenUp else {
            abandon(body.receiver)
            return
        }
        switch result {
        case .success:
            deadline.set(seconds: services.limits.bodyTime)
        case .failure(let refusal):
            refuseBody(body, refusal)
        }
        proceed()
    }

    private func finish(_ body: IncomingBody) {
        body.isBusy = true
        exchange?.hasBodyEnded = true
        let receiver = body.receiver
        onThread {
            () -> Result<Response, Refusal> in
            let result = Result { () throws(Refusal) in try receiver.finish() }
            if case .failure = result { receiver.abandon() }
            return result
        } then: { connection, result in
            guard !body.isGivenUp else { return }
            switch result {
            case .success(let response): connection.send(response)
            case .failure(let refusal):
                connection.send(connection.page(refusal), reason: refusal.sentence)
            }
        }
    }

    private static var tooLarge: Refusal {
        Refusal(.contentTooLarge, "That is more than this share takes at once.")
    }
}
