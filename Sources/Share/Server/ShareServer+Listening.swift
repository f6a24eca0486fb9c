import Files
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import Jobs
import Words

/// How a share comes to its connections.
extension ShareServer {
    /// Threads for responders and the disk.
    private static let threadCount = 8
    /// For requests that copy, move or delete, each for as long as it takes; the next one waits.
    private static let folderThreadCount = 3

    func listen(_ visits: Visits, _ locks: LockTable) throws(FileSystemError) -> Served {
        let folder = try SharedFolder(
            request.folder, isWritable: request.isWritable, showsHidden: request.showsHidden,
            visits: visits, locks: locks,
            properties: DeadProperties(keeper: properties) { [log] in log.troubled(0, $0) },
            macFiles: MacFiles(request.macFiles), rights: rights)
        for sentence in OverwriteRecovery.recover(folder) { log.troubled(0, sentence) }
        let address = try socketAddress()
        // The port is not known yet, and no part of a certificate.
        let names = Endpoints(request, port: request.port, addresses: addresses).names
        let tls = try ShareTLS.make(request.encryption, names: names)
        let threads = NIOThreadPool(numberOfThreads: ShareServer.threadCount)
        threads.start()
        let folderThreads = NIOThreadPool(numberOfThreads: ShareServer.folderThreadCount)
        folderThreads.start()
        let services = Services(
            folder: folder, responders: responders,
            authenticator: Authenticator(
                request.access, pin: pin, troubled: { [log] in log.troubled(0, $0) }),
            check: HeadCheck(limits: limits, hosts: AnsweredHosts(request, names: names)),
            limits: limits, log: log, threads: threads, folderThreads: folderThreads)
        let listener: any Channel
        do {
            listener = try bootstrap(services, tls).bind(to: address).wait()
        } catch {
            services.endThreads()
            throw failure(error)
        }
        let port = UInt16(clamping: listener.localAddress?.port ?? 0)
        let reach = Endpoints(request, port: port, addresses: addresses)
        return Served(
            listener: listener, services: services, port: port, reach: reach,
            fingerprint: tls?.fingerprint, code: reach.urls.first.flatMap { QRCode($0) })
    }

    private func bootstrap(_ services: Services, _ tls: ShareTLS?) -> ServerBootstrap {
        ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                // With no descriptor left, the next visitor waits a second, and the share lives.
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AcceptBackoffHandler())
                }
            }
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(
                    minimum: 1_024, initial: 2_048, maximum: 1 << 18)
            )
            .childChannelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try furnish(channel, services, tls)
                }
            }
    }

    /// Bytes on their way to a visitor of this machine; the kernel doubles it.
    private static let nearBuffer: ChannelOptions.Types.SocketOption.Value = 128 << 10

    /// Puts the parts of a connection together. On its loop.
    private func furnish(_ channel: any Channel, _ services: Services, _ tls: ShareTLS?) throws {
        let pipeline = channel.pipeline.syncOperations
        let session = tls?.makeSession()
        if tls != nil, session == nil { throw ChannelError.ioOnClosedChannel }
        let visitor = ShareServer.text(channel.remoteAddress?.ipAddress)
        guard let number = visitors.enter(visitor) else {
            try pipeline.addHandler(OverloadRejection(isSecure: tls != nil))
            return
        }
        let local = channel.localAddress
        let isNear = local?.ipAddress.map { $0 == channel.remoteAddress?.ipAddress } ?? false
        if isNear {
            // A visitor of this machine takes what is on its way while it is still in the processor's cache.
            // Where it cannot be had he is served all the same, and his place is not lost.
            try? channel.syncOptions?.setOption(
                .socketOption(.so_sndbuf), value: ShareServer.nearBuffer)
        }
        let host = Addresses.host(ShareServer.text(local?.ipAddress))
        let arrival = HeadCheck.Arrival(
            visitor: visitor, local: "\(host):\(local?.port ?? 0)", isSecure: tls != nil,
            isNear: isNear,
            hangUp: { channel.close(promise: nil) })
        let connection = Connection(number, arrival, services, channel.eventLoop) { [visitors] in
            visitors.leave(number, visitor)
        }
        visitors.hold(
            number,
            Visitors.Held(
                loop: channel.eventLoop,
                connection: NIOLoopBound(connection, eventLoop: channel.eventLoop)))
        var parserLimits = NIOHTTPDecoderLimitConfiguration()
        parserLimits.maxHeaderFieldSize = limits.headLength
        parserLimits.maxHeaderListSize = limits.headLength
        parserLimits.maxHeaderFieldCount = limits.fieldCount
        var framing = HTTPResponseEncoder.Configuration()
        framing.automaticallySetFramingHeaders = false
        if let session { try pipeline.addHandler(TLSHandler(session)) }
        try pipeline.addHandler(ByteMeter(connection))
        try pipeline.addHandler(HTTPResponseEncoder(configuration: framing))
        try pipeline.addHandler(
            ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: parserLimits)))
        try pipeline.addHandler(connection)
    }

    /// IPv4 as itself, also where it comes by a socket of IPv6.
    private static func text(_ address: String?) -> String {
        guard let address else { return tr("an unknown address") }
        return address.hasPrefix("::ffff:") && address.contains(".")
            ? String(address.dropFirst(7)) : address
    }

    private func socketAddress() throws(FileSystemError) -> SocketAddress {
        let address = request.address == "localhost" ? "127.0.0.1" : request.address
        do {
            return try SocketAddress(ipAddress: address, port: Int(request.port))
        } catch {
            throw FileSystemError(
                .badName,
                detail: tr(
                    "'\(VisibleText.make(request.address))' is not an address; give one of "
                        + "this machine, such as 192.168.1.7, or 0.0.0.0 for all."))
        }
    }

    private func failure(_ error: any Error) -> FileSystemError {
        let address = VisibleText.make(request.address)
        let code = (error as? IOError)?.errnoCode ?? 0
        switch code {
        case EADDRINUSE:
            return FileSystemError(
                .exists,
                detail: tr("Another program uses port \(request.port); choose another port."))
        case EACCES, EPERM:
            return FileSystemError(
                .denied,
                detail: tr(
                    "You do not have permission to use port \(request.port); choose one above "
                        + "1023."))
        case EADDRNOTAVAIL:
            return FileSystemError(
                .badName,
                detail: tr("\(address) is not an address of this machine."))
        default:
            let reason = code == 0 ? VisibleText.make("\(error)") : systemReason(code)
            return FileSystemError(
                .other, detail: tr("Ferry cannot listen on \(address) (\(reason))."))
        }
    }
}
