import Glibc
import Jobs
import NIOCore
import NIOHTTP1

/// One request after the other: it is let in, its body taken, and what a responder says sent.
extension Connection {
    /// Lets a responder work for the request, if it is one that is answered.
    func start(_ head: HTTPRequestHead) {
        deadline.clear()
        let exchange = ServedExchange(head, startedAt: Visits.now)
        let line =
            "\(head.method.rawValue) \(head.uri) HTTP/1.\(head.version.minor)"
        services.log.requested(
            number, arrival.visitor, line, Headers(head.headers.map { ($0.name, $0.value) }))
        let request: Request
        do throws(Refusal) {
            request = try services.admission.admit(head, from: arrival, for: exchange)
        } catch {
            // Where its framing is in doubt, nothing behind it can be trusted.
            exchange.mustClose = exchange.mustClose || exchange.request == nil
            refuse(exchange, error)
            return
        }
        phase = .responding(exchange)
        let services = services
        work.run(on: services.threads(for: request.method)) {
            () -> Result<Response, Refusal> in
            Result { () throws(Refusal) in
                try services.responders.respond(to: request, in: services.folder)
            }
        } then: { [self] result in
            answer(result)
        }
    }

    private func answer(_ result: Result<Response, Refusal>) {
        switch (phase, result) {
        case (.responding(let exchange), .success(let response)):
            if case .receive(let receiver) = response.body {
                beginReceiving(IncomingBody(receiver, services.limits, work), exchange)
            } else {
                send(response, exchange)
            }
        case (.responding(let exchange), .failure(let refusal)):
            refuse(exchange, refusal)
        case (_, .success(let response)):
            if case .receive(let receiver) = response.body {
                IncomingBody(receiver, services.limits, work).abandon()
            }
        case (_, .failure): break
        }
    }

    private func beginReceiving(_ body: IncomingBody, _ exchange: ServedExchange) {
        do throws(Refusal) {
            if let length = exchange.request?.bodyLength { try body.check(length: length) }
        } catch {
            refuse(body, exchange, error)
            return
        }
        if exchange.expectsContinue, received.isEmpty { output?.writeContinue() }
        phase = .receiving(body, exchange)
        deadline.set(seconds: services.limits.bodyTime)
        proceed()
    }

    /// Takes what has come of the body, and answers once it is whole.
    func receive(_ body: IncomingBody, _ exchange: ServedExchange) {
        do throws(Refusal) {
            try body.take(from: &received, at: Visits.now) { [self] progress in
                switch progress {
                case .wrote(.success):
                    deadline.set(seconds: services.limits.bodyTime)
                    proceed()
                case .wrote(.failure(let refusal)):
                    refuse(body, exchange, refusal)
                    proceed()
                case .finished(.success(let response)):
                    exchange.hasBodyEnded = true
                    send(response, exchange)
                case .finished(.failure(let refusal)):
                    exchange.hasBodyEnded = true
                    refuse(exchange, refusal)
                }
            }
        } catch {
            refuse(body, exchange, error)
        }
    }

    // MARK: The response

    /// `reason` is for the log.
    private func send(_ response: Response, _ exchange: ServedExchange, reason: String? = nil) {
        guard let output else { return }
        deadline.clear()
        let head = ResponseHead(
            response, to: exchange, unreadBody: services.limits.unreadBody,
            date: Int64(time(nil)))
        exchange.mustClose = head.closes
        services.log.responded(
            number, arrival.visitor, response.status, reason: reason,
            elapsed: Visits.now - exchange.startedAt)
        let files: ResponseWriter.Files =
            arrival.isSecure ? .process : arrival.isNear ? .quicker(SpeedTrial()) : .kernel
        let writer = ResponseWriter(
            response, to: exchange, files: files, services.folder.visits, output, work)
        phase = .sending(writer)
        output.write(head.head)
        writer.start { [weak self] in
            guard let self else { return }
            deadline.set(seconds: services.limits.sendTime)
        } ended: { [weak self] outcome in
            self?.ended(outcome, exchange)
        }
    }

    private func ended(_ outcome: ResponseWriter.Outcome, _ exchange: ServedExchange) {
        switch outcome {
        case .done: answered(exchange)
        case .failed(let reason): abort(reason)
        case .refused(let refusal):
            services.log.troubled(number, refusal.sentence)
            abort(refusal.sentence)
        }
    }

    private func refuse(_ exchange: ServedExchange, _ refusal: Refusal) {
        send(
            services.admission.page(refusal, for: exchange.request), exchange,
            reason: refusal.sentence)
    }

    /// Gives the body up, and the connection with it.
    func refuse(_ body: IncomingBody, _ exchange: ServedExchange, _ refusal: Refusal) {
        body.abandon()
        exchange.mustClose = true
        refuse(exchange, refusal)
    }

    /// Answers what is no HTTP.
    func refuseFault(_ fault: Refusal) {
        let exchange = ServedExchange(nil, startedAt: Visits.now)
        exchange.mustClose = true
        services.log.troubled(number, "\(arrival.visitor) \(fault.sentence)")
        refuse(exchange, fault)
    }

    /// The response is out.
    private func answered(_ exchange: ServedExchange) {
        if exchange.mustClose || isEnding {
            linger()
        } else if exchange.hasBodyEnded {
            becomeIdle()
            proceed()
        } else {
            phase = .skipping(0)
            deadline.set(seconds: services.limits.bodyTime)
            proceed()
        }
    }

    /// Reads over what is left of the request. Whether there may be more to do at once.
    func skip(_ count: UInt64) -> Bool {
        switch received.next() {
        case nil:
            if received.fault != nil { linger() }
            return false
        case .end where !isEnding:
            becomeIdle()
            return true
        case .body(let bytes):
            let count = count + UInt64(bytes.readableBytes)
            let limits = services.limits
            if count > limits.unreadBody || received.bodyFault(limits) != nil {
                linger()
                return false
            }
            phase = .skipping(count)
            return true
        case .end, .head:
            linger()
            return false
        }
    }

    private func becomeIdle() {
        phase = .idle
        deadline.set(seconds: services.limits.idleTime)
    }
}
