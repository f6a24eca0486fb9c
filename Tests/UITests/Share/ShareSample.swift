import Files
import Jobs

@testable import UI

/// A share to draw: what it looks like, and who comes.
enum ShareSample {
    /// A pattern as large as the code of a short URL; no real one.
    static func code(width: Int = 25) -> QRCode? {
        QRCode(
            width: width,
            modules: (0..<width * width).map { ($0 / width * 7 + $0 % width * 3) % 5 < 2 })
    }

    static func visit(
        _ id: UInt64, _ path: String, _ direction: Visit.Direction = .download,
        _ state: Visit.State = .running, done: UInt64 = 512 * 1_024, by visitor: String = "10.0.0.7"
    ) -> Visit {
        var visit = Visit(
            id: Visit.ID(rawValue: id), direction: direction, visitor: visitor, path: Path(path),
            size: 1_024 * 1_024, done: done, state: state)
        if state == .running { visit.speed = 262_144 }
        return visit
    }

    /// From 14:02 until 15:02 on some day.
    static func lock(
        _ id: UInt64, _ path: String, isDirectory: Bool = false, by visitor: String = "10.0.0.7"
    ) -> VisitorLock {
        VisitorLock(
            id: VisitorLock.ID(rawValue: id), visitor: visitor, path: Path(path),
            isDirectory: isDirectory, since: 50_520, until: 54_120)
    }

    static func status(
        _ visits: [Visit] = [], state: ShareStatus.State = .serving, code: QRCode? = code(),
        locks: [VisitorLock] = []
    ) -> ShareStatus {
        ShareStatus(
            state: state, folder: Path("/home/me/site"), urls: ["http://10.0.0.2:8080/"],
            audience: "Everyone on the network of 10.0.0.2 reaches it.", isWritable: false,
            code: code, confinement: .whole, visits: visits, locks: locks)
    }
}

extension FullScreen {
    /// What the Engine tells of the share.
    @discardableResult
    mutating func share(
        _ visits: [Visit] = [], state: ShareStatus.State = .serving,
        code: QRCode? = ShareSample.code(), locks: [VisitorLock] = []
    ) -> [Effect] {
        model.update(.shared(ShareSample.status(visits, state: state, code: code, locks: locks)))
    }
}
