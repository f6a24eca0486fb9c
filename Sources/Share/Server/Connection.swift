import Files
import NIOCore
import NIOHTTP1

/// One visitor's connection: takes its requests one after the other, lets responders work on
/// threads, and moves bodies both ways, a block at a time. Confined to its event loop.
///
/// It never asks the network for more than it can hand on: reading stops while a responder works,
/// a block is written to disk, or a response is sent.
final class Connection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    enum Phase {
        /// Between two requests.
        case idle
        /// A responder works.
        case responding
        /// The body goes into a sink.
        case receiving(IncomingBody)
        /// The response goes out.
        case sending(Sending)
        /// The response is out; the rest of the request's body is read over.
        case skipping
        /// Nothing more is answered; what still comes is thrown away.
        case lingering
        case closed
    }

    let services: Services
    let number: Int
    var phase = Phase.idle
    var context: ChannelHandlerContext?
    var exchange: ServedExchange?
    private(set) var arrival: HeadCheck.Arrival
    var intake = InputMeter()
    /// What was parsed and not yet looked at; never more than one read brings.
    var waiting = CircularBuffer<HTTPServerRequestPart>()
    /// What came behind `waiting` is no HTTP.
    var fault: Refusal?
    var hasInputEnded = false
    /// Whether this share takes no further requests.
    var isEnding = false
    /// Work on threads that is still to report.
    var tasks = 0
    let finished: () -> Void
    var hasFinished = false
    let loop: any EventLoop
    private(set) lazy var deadline = Deadline(loop) { [weak self] in self?.waitedTooLong() }

    /// `finished` is called once, when the connection is closed and no thread works for it.
    init(
        _ number: Int, _ arrival: HeadCheck.Arrival, _ services: Services, _ loop: any EventLoop,
        finished: @escaping () -> Void
    ) {
        self.loop = loop
        self.number = number
        self.arrival = arrival
        self.services = services
        self.finished = finished
    }

    // MARK: What the channel tells

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if context.channel.isActive { begin() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        lost()
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        begin()
        context.fireChannelActive()
    }

    private func begin() {
        deadline.set(seconds: services.limits.idleTime)
        context?.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        switch part {
        case .head:
            intake.headCame()
        case .body(let bytes):
            intake.bodyCame(bytes.readableBytes)
        case .end:
            intake.ended()
        }
        if case .lingering = phase { return }
        waiting.append(part)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        proceed()
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            hasInputEnded = true
            proceed()
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        lost()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let refusal = ParserFault.refusal(for: error, intake, services.limits) else {
            // A reset, or what is no TLS: there is nobody to answer.
            abort("The connection broke.")
            return
        }
        fault = fault ?? refusal
        proceed()
    }

    /// Raw bytes, before they are parsed.
    func arrived(_ buffer: ByteBuffer) {
        switch phase {
        case .idle:
            if intake.headLength == 0 { deadline.set(seconds: services.limits.headTime) }
        case .receiving, .skipping:
            deadline.set(seconds: services.limits.bodyTime)
        default: break
        }
        intake.arrived(buffer)
    }

    // MARK: One step after the other

    /// Goes on with whatever is waiting, and asks for more where there is nothing.
    func proceed() {
        while context != nil, step() {}
        guard let context, needsMore else { return }
        if hasInputEnded {
            abort("The visitor is gone.")
        } else {
            context.read()
        }
    }

    /// Whether there may be more to do at once.
    private func step() -> Bool {
        switch phase {
        case .idle:
            while let part = waiting.popFirst() {
                guard case .head(let head) = part else { continue }
                start(head)
                return true
            }
            if let fault { refuseFault(fault) }
            return false
        case .receiving(let body):
            guard !body.isBusy else { return false }
            if let rule = bodyFault { return refuseBody(body, rule) }
            guard let part = waiting.popFirst() else {
                return fault.map { refuseBody(body, $0) } ?? false
            }
            return receive(part, body)
        case .skipping:
            return skip()
        case .lingering:
            waiting.removeAll()
            return false
        case .responding, .sending, .closed:
            return false
        }
    }

    private var needsMore: Bool {
        guard waiting.isEmpty, fault == nil else {
            if case .lingering = phase { return true }
            return false
        }
        switch phase {
        case .idle, .skipping, .lingering: return true
        case .receiving(let body): return !body.isBusy
        case .responding, .sending, .closed: return false
        }
    }

    private func start(_ head: HTTPRequestHead) {
        deadline.clear()
        let exchange = ServedExchange(head, startedAt: Visits.now)
        self.exchange = exchange
        let line =
            "\(head.method.rawValue) \(head.uri) HTTP/1.\(head.version.minor)"
        services.log.requested(
            number, arrival.visitor, line, Headers(head.headers.map { ($0.name, $0.value) }))
        let request: Request
        do throws(Refusal) {
            request = try admitted(head)
        } catch {
            // Where its framing is in doubt, nothing behind it can be trusted.
            exchange.mustClose = exchange.mustClose || exchange.request == nil
            send(page(error), reason: error.sentence)
            return
        }
        phase = .responding
        let services = services
        onThread(of: services.threads(for: request.method)) {
            () -> Result<Response, Refusal> in
            Result { () throws(Refusal) in
                try services.responders.respond(to: request, in: services.folder)
            }
        } then: { connection, result in
            connection.answer(result)
        }
    }

    private func admitted(_ head: HTTPRequestHead) throws(Refusal) -> Request {
        var request = try services.check.request(head, arrival)
        exchange?.request = request
        switch services.authenticator.answer(
            request.headers["Authorization"], from: request.visitor)
        {
        case .enter(let user): request.user = user
        case .refuse(let refusal): throw refusal
        }
        exchange?.request = request
        try CrossSite.check(request)
        for name in request.path.components { try services.folder.check(name) }
        return request
    }

    private func answer(_ result: Result<Response, Refusal>) {
        guard case .responding = phase else {
            if case .success(let response) = result, case .receive(let receiver) = response.body {
                abandon(receiver)
            }
            return
        }
        switch result {
        case .success(let response):
            if case .receive(let receiver) = response.body {
                beginReceiving(receiver)
            } else {
                send(response)
            }
        case .failure(let refusal):
            send(page(refusal), reason: refusal.sentence)
        }
    }

    /// What the visitor gets of a refusal: a page, where a browser asked for one.
    func page(_ refusal: Refusal) -> Response {
        guard let request = exchange?.request else { return refusal.response }
        // The folder's name is for those who were let in.
        let isOutside = refusal.status == .unauthorized || refusal.status == .tooManyRequests
        return StatusPage.response(
            for: refusal, to: request, share: isOutside ? "Ferry" : services.folder.name)
    }

    /// The response is out.
    func answered() {
        guard let exchange else { return }
        if exchange.mustClose || isEnding {
            linger()
        } else if exchange.hasBodyEnded {
            becomeIdle()
            proceed()
        } else {
            phase = .skipping
            deadline.set(seconds: services.limits.bodyTime)
            proceed()
        }
    }

    /// Reads over what is left of the request.
    private func skip() -> Bool {
        guard let part = waiting.popFirst() else {
            if fault != nil { linger() }
            return false
        }
        switch part {
        case .end:
            guard !isEnding else {
                linger()
                return false
            }
            becomeIdle()
            return true
        case .body(let bytes):
            exchange?.skipped += UInt64(bytes.readableBytes)
            if exchange?.skipped ?? 0 > services.limits.unreadBody || bodyFault != nil {
                linger()
                return false
            }
            return true
        case .head:
            linger()
            return false
        }
    }

    private func becomeIdle() {
        exchange = nil
        phase = .idle
        deadline.set(seconds: services.limits.idleTime)
    }

    func refuseFault(_ fault: Refusal) {
        exchange = ServedExchange(nil, startedAt: Visits.now)
        exchange?.mustClose = true
        services.log.troubled(number, "\(arrival.visitor) \(fault.sentence)")
        send(fault.response, reason: fault.sentence)
    }

    /// What is wrong with how the body comes, where it costs more than it brings.
    var bodyFault: Refusal? {
        let limits = services.limits
        guard intake.overhead > limits.chunkAllowance + limits.chunkOverhead * intake.bodyLength
        else { return nil }
        return Refusal(.badRequest, "The chunks of the body hold next to nothing.")
    }
}
