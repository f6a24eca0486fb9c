import NIOCore
import NIOHTTP1
import Words

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
        case responding(ServedExchange)
        /// The body goes into a sink.
        case receiving(IncomingBody, ServedExchange)
        /// The response goes out.
        case sending(ResponseWriter)
        /// The response is out; the rest of the request's body is read over, so many bytes so far.
        case skipping(UInt64)
        /// Nothing more is answered; what still comes is thrown away.
        case lingering
        /// Threads may still work for it.
        case closed
        case finished
    }

    let services: Services
    let number: Int
    let arrival: HeadCheck.Arrival
    var phase = Phase.idle
    var received = ReceivedParts()
    /// Whether this share takes no further requests.
    var isEnding = false
    private(set) var context: ChannelHandlerContext?
    private(set) var output: ChannelOutput?
    let finished: () -> Void
    private let loop: any EventLoop
    private(set) lazy var deadline = Deadline(loop) { [weak self] in self?.waitedTooLong() }
    private(set) lazy var work = PendingWork(loop, services.threads) { [weak self] in
        self?.finishIfDone()
    }

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
        output = ChannelOutput(context)
        if context.channel.isActive { begin() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        lost()
        self.context = nil
        output = nil
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
        received.append(unwrapInboundIn(data))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        proceed()
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            received.end()
            proceed()
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        lost()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // What comes behind something that is no HTTP: it is thrown away, so that the answer arrives.
        if error is ByteToMessageDecoderError { return }
        guard let refusal = ParserFault.refusal(for: error, received.meter, services.limits) else {
            // A reset, or what is no TLS: there is nobody to answer.
            abort(tr("The connection was lost."))
            return
        }
        received.fail(refusal)
        proceed()
    }

    /// Raw bytes, before they are parsed.
    func arrived(_ buffer: ByteBuffer) {
        switch phase {
        case .idle:
            if received.meter.headLength == 0 { deadline.set(seconds: services.limits.headTime) }
        case .receiving, .skipping:
            deadline.set(seconds: services.limits.bodyTime)
        default: break
        }
        received.arrived(buffer)
    }

    // MARK: One step after the other

    /// Goes on with whatever is waiting, and asks for more where there is nothing.
    func proceed() {
        while context != nil, step() {}
        guard let context, needsMore else { return }
        if received.hasEnded {
            abort(tr("The visitor disconnected."))
        } else {
            context.read()
        }
    }

    /// Whether there may be more to do at once.
    private func step() -> Bool {
        switch phase {
        case .idle:
            if let head = received.nextHead() {
                start(head)
                return true
            }
            if let fault = received.fault { refuseFault(fault) }
            return false
        case .receiving(let body, let exchange):
            receive(body, exchange)
            return false
        case .skipping(let count):
            return skip(count)
        case .lingering:
            received.removeAll()
            return false
        case .responding, .sending, .closed, .finished:
            return false
        }
    }

    private var needsMore: Bool {
        switch phase {
        case .lingering: true
        case _ where !received.isEmpty || received.fault != nil: false
        case .idle, .skipping: true
        case .receiving(let body, _): !body.isBusy
        case .responding, .sending, .closed, .finished: false
        }
    }
}
