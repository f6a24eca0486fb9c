import Engine
import Files
import Glibc
import Jobs
import Share
import Synchronization
import Words
import Work

/// The process that serves a share for the screen: it is told what to do on stdin, and says on stdout how it is. It
/// ends with the screen, whatever becomes of that.
struct ScreenShare {
    /// Messages that may wait while the screen is busy; lines of the log beyond them are dropped.
    private static let messageLimit = 10_000

    private let command: Share

    init(_ command: Share) {
        self.command = command
    }

    func run() throws {
        var password: Secret?
        if command.user != nil {
            guard let line = ScreenShare.line(), !line.isEmpty else {
                throw Failure([tr("The share was started without its password.")])
            }
            password = Secret(line)
        }
        guard let mailbox = Mailbox<ShareMessage>() else {
            throw Failure([tr("This process has no file descriptors left.")])
        }
        let waits = WaitingMessages()
        let server = Share.confinedServer(
            try command.request(password),
            log: { exchange in
                guard waits.add(atMost: ScreenShare.messageLimit) else { return }
                mailbox.post(.line(ShareLine(exchange)))
            },
            changed: { status in
                if waits.replace(ShareNews(status)) { mailbox.post(.status(ShareNews(status))) }
            })
        do throws(FileSystemError) {
            ScreenShare.say(.status(ShareNews(try server.start())))
        } catch {
            ScreenShare.say(.refused(error.message))
            return
        }
        ScreenShare.serve(server, mailbox, waits)
    }

    /// Until it has ended.
    private static func serve(
        _ server: ShareServer, _ mailbox: Mailbox<ShareMessage>, _ waits: WaitingMessages
    ) {
        var typed: [UInt8] = []
        var input: CInt = STDIN_FILENO
        while true {
            var waiting = [
                pollfd(fd: input, events: Int16(POLLIN), revents: 0),
                pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            poll(&waiting, nfds_t(waiting.count), -1)
            if waiting[0].revents != 0 {
                var buffer = [UInt8](repeating: 0, count: 4_096)
                let count = read(input, &buffer, buffer.count)
                if count > 0 {
                    typed += buffer[..<count]
                    for order in orders(&typed) { obey(order, server) }
                } else if count == 0 || errno != EINTR {
                    // The screen is gone. A negative descriptor is not looked at.
                    input = -1
                    server.stop(atOnce: true)
                }
            }
            for message in mailbox.drain() {
                guard case .status = message else {
                    waits.remove()
                    say(message)
                    continue
                }
                guard let news = waits.take() else { continue }
                say(.status(news))
                if news.hasEnded { return }
            }
        }
    }

    private static func orders(_ typed: inout [UInt8]) -> [ShareOrder] {
        var orders: [ShareOrder] = []
        while let end = typed.firstIndex(of: 0x0A) {
            let line = String(decoding: typed[..<end], as: UTF8.self)
            typed.removeSubrange(...end)
            if let order = ShareOrder(line) { orders.append(order) }
        }
        return orders
    }

    private static func obey(_ order: ShareOrder, _ server: ShareServer) {
        switch order {
        case .stop(let atOnce): server.stop(atOnce: atOnce)
        case .kick(let id): server.kick(id)
        case .release(let id): server.release(id)
        }
    }

    /// The first line of stdin, and not a byte more; nil where there is none.
    private static func line() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < 1 << 20 {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }

    /// Where nobody reads it, stdin has ended as well.
    private static func say(_ message: ShareMessage) {
        var rest = (message.bytes ?? [])[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

/// How many messages wait for the screen. Used from any thread.
private final class WaitingMessages: Sendable {
    private let count = Mutex(0)
    /// The newest that was not told yet.
    private let news = Mutex<ShareNews?>(nil)

    /// Only the newest is told; whether there was none to be told.
    func replace(_ newest: ShareNews) -> Bool {
        news.withLock { news in
            defer { news = newest }
            return news == nil
        }
    }

    func take() -> ShareNews? {
        news.withLock { news in
            defer { news = nil }
            return news
        }
    }

    /// Counts one more; false where there are too many.
    func add(atMost limit: Int) -> Bool {
        count.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
    }

    func remove() { count.withLock { $0 -= 1 } }
}
