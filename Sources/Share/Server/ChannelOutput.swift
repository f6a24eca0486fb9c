import NIOCore
import NIOHTTP1

/// Responses on their way into a connection's channel. Confined to its event loop.
final class ChannelOutput: ResponseOutput {
    private let context: ChannelHandlerContext

    init(_ context: ChannelHandlerContext) {
        self.context = context
    }

    /// It leaves with the first part of the body.
    func write(_ head: HTTPResponseHead) {
        context.write(ChannelOutput.wrap(.head(head)), promise: nil)
    }

    /// The visitor waits for this before it sends its body (RFC 9110, section 15.2.1).
    func writeContinue() {
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(ChannelOutput.wrap(.head(head)), promise: nil)
    }

    func write(
        _ body: IOData?, isLast: Bool, check: (() -> Bool)?,
        taken: @escaping (Result<Void, any Error>, _ seconds: Double) -> Void
    ) {
        let loop = context.eventLoop
        let promise = loop.makePromise(of: Void.self)
        if let body {
            context.write(ChannelOutput.wrap(.body(body)), promise: isLast ? nil : promise)
        }
        if isLast { context.write(ChannelOutput.wrap(.end(nil)), promise: promise) }
        let checks = check.map { SecondlyCheck(loop, $0) }
        let start = Visits.now
        promise.futureResult.assumeIsolated().whenComplete { result in
            // Never from within the write itself: a thousand small responses would be as many
            // calls deep.
            loop.assumeIsolated().execute {
                checks?.cancel()
                taken(result, Visits.now - start)
            }
        }
        context.flush()
    }

    private static func wrap(_ part: HTTPServerResponsePart) -> NIOAny {
        NIOAny(part)
    }
}
