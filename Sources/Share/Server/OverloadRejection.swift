import NIOCore

/// Tells a visitor for whom there is no room (503, RFC 9110, section 15.6.4), and hangs up.
final class OverloadRejection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let isSecure: Bool

    init(isSecure: Bool) {
        self.isSecure = isSecure
    }

    func channelActive(context: ChannelHandlerContext) {
        guard !isSecure else {
            context.close(promise: nil)
            return
        }
        let text =
            "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nContent-Length: 0\r\n"
            + "Connection: close\r\n\r\n"
        let end = context.eventLoop.makePromise(of: Void.self)
        end.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: end)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
