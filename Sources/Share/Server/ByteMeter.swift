import NIOCore

/// Stands before the parser and counts what it is given, so that whoever sends a head byte by
/// byte, a line without an end, or chunks of nothing but extensions is noticed.
final class ByteMeter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        connection.arrived(buffer)
        context.fireChannelRead(data)
    }
}
