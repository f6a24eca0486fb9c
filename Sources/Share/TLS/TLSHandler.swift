import NIOCore

/// Encrypts what a connection sends and decrypts what it gets, between the socket and the rest.
/// Confined to its loop.
final class TLSHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// What came is no TLS, or breaks its rules.
    struct Broken: Error {}

    /// Sent down before a close: an answer is cut off, so that no close_notify is to tell its end.
    struct CutOff {}

    private struct Write {
        var text: ByteBuffer
        var promise: EventLoopPromise<Void>?
    }

    private let session: TLSSession
    /// What is to be sent once it is flushed and the handshake is done.
    private var writes = MarkedCircularBuffer<Write>(initialCapacity: 8)
    /// Whether the next handler waits for something that did not come yet.
    private var isAwaited = false
    private var hasInputEnded = false
    private var isCutOff = false
    private var isClosed = false

    init(_ session: TLSSession) {
        self.session = session
    }

    // MARK: What comes

    func read(context: ChannelHandlerContext) {
        isAwaited = true
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosed, !hasInputEnded else { return }
        session.receive(unwrapInboundIn(data))
        advance(context)
        sendOutput(context)
    }

    private func advance(_ context: ChannelHandlerContext) {
        while !isClosed {
            let wasOpen = session.isOpen
            let step = session.advance(context.channel.allocator)
            if session.isOpen, !wasOpen { sendMarked(context) }
            switch step {
            case .text(let text):
                isAwaited = false
                context.fireChannelRead(wrapInboundOut(text))
            case .needsMore: return
            case .ended:
                endInput(context)
                return
            case .broken:
                // The alert that says why; whoever hears of the error closes.
                sendOutput(context)
                context.fireErrorCaught(Broken())
                return
            }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // A record that is not whole yet, or one of the handshake, is nothing to the next handler.
        if isAwaited, !isClosed { context.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event as? ChannelEvent == .inputClosed else {
            context.fireUserInboundEventTriggered(event)
            return
        }
        endInput(context)
    }

    /// HTTP itself tells where a request is cut off, so that an end without a close_notify, which
    /// many programs leave out, is an end like any other.
    private func endInput(_ context: ChannelHandlerContext) {
        guard !hasInputEnded else { return }
        hasInputEnded = true
        context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }

    // MARK: What goes

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isClosed else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        guard case .byteBuffer(let text) = unwrapOutboundIn(data) else {
            // The kernel cannot encrypt a file.
            promise?.fail(ChannelError.operationUnsupported)
            return
        }
        writes.append(Write(text: text, promise: promise))
    }

    func flush(context: ChannelHandlerContext) {
        writes.mark()
        sendMarked(context)
        context.flush()
    }

    private func sendMarked(_ context: ChannelHandlerContext) {
        guard session.isOpen else { return }
        let allocator = context.channel.allocator
        while writes.hasMark, let write = writes.popFirst() {
            if write.text.readableBytes == 0 {
                write.promise?.succeed()
            } else if let encrypted = session.encrypt(write.text, allocator) {
                context.write(wrapOutboundOut(.byteBuffer(encrypted)), promise: write.promise)
            } else {
                write.promise?.fail(Broken())
            }
        }
        context.flush()
    }

    private func sendOutput(_ context: ChannelHandlerContext) {
        guard !isClosed, let output = session.takeOutput(context.channel.allocator) else { return }
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(output)), promise: nil)
    }

    // MARK: The end

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        guard event is CutOff else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        isCutOff = true
        promise?.succeed()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch mode {
        case .input: context.close(mode: .input, promise: promise)
        case .output:
            session.end()
            sendOutput(context)
            context.close(mode: .output, promise: promise)
        case .all:
            if !isCutOff { session.end() }
            sendOutput(context)
            isClosed = true
            failWrites()
            context.close(mode: .all, promise: promise)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        isClosed = true
        failWrites()
        context.fireChannelInactive()
    }

    private func failWrites() {
        while let write = writes.popFirst() { write.promise?.fail(ChannelError.ioOnClosedChannel) }
    }
}
