package import Files
import FoundationEssentials
package import Jobs
import Share

/// What the process of a share tells the screen that started it, a line of JSON each.
package enum ShareMessage: Codable, Sendable {
    case status(ShareNews)
    case line(ShareLine)
    /// It could not be opened: why, as a sentence.
    case refused(String)

    /// Bytes of a line at most; longer ones are no message.
    static let limit = 16 << 20

    /// With its line end; nil for what cannot be written as JSON.
    package var bytes: [UInt8]? {
        guard let data = try? JSONEncoder().encode(self) else { return nil }
        return Array(data) + [0x0A]
    }

    /// Nil for what is no message.
    init?(_ line: some Collection<UInt8>) {
        guard let message = try? JSONDecoder().decode(ShareMessage.self, from: Data(line)) else {
            return nil
        }
        self = message
    }
}

/// What the screen tells the process of its share, a line each.
package enum ShareOrder: Hashable, Sendable {
    case stop(atOnce: Bool)
    case kick(Visit.ID)
    case release(VisitorLock.ID)

    package var text: String {
        switch self {
        case .stop(let atOnce): atOnce ? "stop now" : "stop"
        case .kick(let id): "kick \(id.rawValue)"
        case .release(let id): "release \(id.rawValue)"
        }
    }

    /// Nil for what is no order.
    package init?(_ line: String) {
        switch line {
        case "stop": self = .stop(atOnce: false)
        case "stop now": self = .stop(atOnce: true)
        default:
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 2, let number = UInt64(words[1]) else { return nil }
            switch words[0] {
            case "kick": self = .kick(Visit.ID(rawValue: number))
            case "release": self = .release(VisitorLock.ID(rawValue: number))
            default: return nil
            }
        }
    }
}

/// How a share is now, as far as the screen does not know it anyway.
package struct ShareNews: Codable, Sendable {
    private enum State: String, Codable {
        case serving, ending, ended
    }

    private enum Bounds: Codable {
        case whole, filesOnly
        case callsOnly(String)
        case nothing(String)
    }

    /// Rows of visits: what is told stays shorter than a message may be.
    private static let visitLimit = 600
    /// The same of locks, and of those of one visitor: others are seen beside him.
    private static let lockLimit = (all: 200, visitor: 20)

    private let state: State
    private let urls: [String]
    private let audience: String
    private let pin: String?
    private let fingerprint: Data?
    private let bounds: Bounds?
    private let visits: [ShareVisit]
    private let locks: [ShareLock]
    private let lockCount: Int

    package init(_ status: ShareStatus) {
        state =
            switch status.state {
            case .serving: .serving
            case .ending: .ending
            case .ended: .ended
            }
        urls = status.urls
        audience = status.audience
        pin = status.pin
        fingerprint = status.fingerprint.map { Data($0) }
        bounds =
            switch status.confinement {
            case .whole: .whole
            case .filesOnly: .filesOnly
            case .callsOnly(let reason): .callsOnly(reason)
            case .nothing(let reason): .nothing(reason)
            case nil: nil
            }
        visits = status.visits.suffix(ShareNews.visitLimit).map(ShareVisit.init)
        var counts: [String: Int] = [:]
        // Those that have kept others out for longest.
        let shown = status.locks.filter { lock in
            counts[lock.visitor, default: 0] += 1
            return counts[lock.visitor, default: 0] <= ShareNews.lockLimit.visitor
        }
        locks = shown.prefix(ShareNews.lockLimit.all).map(ShareLock.init)
        lockCount = status.lockCount
    }

    package var hasEnded: Bool { state == .ended }

    /// With what was asked for. `code` makes the code of the first URL.
    func status(of request: ShareRequest, code: (String) -> QRCode?) -> ShareStatus {
        var user: String?
        if case .user(let name, _) = request.access { user = VisibleText.make(name) }
        let state: ShareStatus.State =
            switch self.state {
            case .serving: .serving
            case .ending: .ending
            case .ended: .ended
            }
        let confinement: Confinement? =
            switch bounds {
            case .whole: .whole
            case .filesOnly: .filesOnly
            case .callsOnly(let reason): .callsOnly(reason)
            case .nothing(let reason): .nothing(reason)
            case nil: nil
            }
        return ShareStatus(
            state: state, folder: request.folder, urls: urls, audience: audience,
            isWritable: request.isWritable, user: user, pin: pin,
            fingerprint: fingerprint.map { Array($0) }, code: urls.first.flatMap(code),
            confinement: confinement, visits: visits.map(\.visit), locks: locks.map(\.lock),
            lockCount: lockCount)
    }
}

/// A visit as a line of JSON has it.
private struct ShareVisit: Codable {
    private enum Ending: Codable {
        case running, done, kicked
        case failed(String)
    }

    private let id: UInt64
    private let isUpload: Bool
    private let visitor: String
    private let path: Data
    private let size: UInt64?
    private let done: UInt64
    private let speed: Double?
    private let state: Ending

    init(_ visit: Visit) {
        id = visit.id.rawValue
        isUpload = visit.direction == .upload
        visitor = visit.visitor
        path = Data(visit.path.bytes)
        size = visit.size
        done = visit.done
        speed = visit.speed
        state =
            switch visit.state {
            case .running: .running
            case .done: .done
            case .kicked: .kicked
            case .failed(let reason): .failed(reason)
            }
    }

    var visit: Visit {
        let state: Visit.State =
            switch self.state {
            case .running: .running
            case .done: .done
            case .kicked: .kicked
            case .failed(let reason): .failed(reason)
            }
        return Visit(
            id: Visit.ID(rawValue: id), direction: isUpload ? .upload : .download,
            visitor: visitor, path: Path(Array(path)), size: size, done: done, speed: speed,
            state: state)
    }
}

/// A lock as a line of JSON has it.
private struct ShareLock: Codable {
    private let id: UInt64
    private let visitor: String
    private let path: Data
    private let isDirectory: Bool
    private let since: Double
    private let until: Double

    init(_ lock: VisitorLock) {
        id = lock.id.rawValue
        visitor = lock.visitor
        path = Data(lock.path.bytes)
        isDirectory = lock.isDirectory
        since = lock.since
        until = lock.until
    }

    var lock: VisitorLock {
        VisitorLock(
            id: VisitorLock.ID(rawValue: id), visitor: visitor, path: Path(Array(path)),
            isDirectory: isDirectory, since: since, until: until)
    }
}

/// A line of a share's log.
package struct ShareLine: Codable, Sendable {
    private let time: Double
    private let connection: Int
    private let direction: Exchange.Direction
    private let text: String
    private let code: Int?
    private let elapsed: Double?
    private let explanation: String?

    package init(_ exchange: Exchange) {
        time = exchange.time
        connection = exchange.connection
        direction = exchange.direction
        text = exchange.text
        code = exchange.code
        elapsed = exchange.elapsed
        explanation = exchange.explanation
    }

    /// With the number that the connection has here.
    func exchange(_ number: (Int) -> Int) -> Exchange {
        Exchange(
            time: time, connection: number(connection), direction: direction, text: text,
            code: code, elapsed: elapsed, explanation: explanation)
    }
}
