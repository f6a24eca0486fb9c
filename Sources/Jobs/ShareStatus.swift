package import Files

/// A share as it is now. Equal values look the same on the screen.
package struct ShareStatus: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        case serving
        /// Takes nobody new, and finishes those that are served.
        case ending
        case ended
    }

    package var state: State
    package var folder: Path
    /// Under which it is reached, the one to give away first; never with a password.
    package var urls: [String]
    /// Whom it is open to, as a sentence: `Only this machine reaches it.`
    package var audience: String
    package var isWritable: Bool
    /// The name to log in with, where one is needed.
    package var user: String?
    /// To be typed by visitors, where access is by PIN.
    package var pin: String?
    /// SHA-256 of the certificate, where one was made or given: 32 bytes.
    package var fingerprint: [UInt8]?
    /// Of the first URL; nil where it is too long.
    package var code: QRCode?
    /// What its process can reach; nil where it is one that does other things too.
    package var confinement: Confinement?
    /// Downloads and uploads, those that run and the last 100 that ended, oldest first.
    package var visits: [Visit]
    /// What visitors have locked now, oldest first; of a visitor with many, the first of them.
    package var locks: [VisitorLock]
    /// All locks there are.
    package var lockCount: Int

    package init(
        state: State, folder: Path, urls: [String], audience: String, isWritable: Bool,
        user: String? = nil, pin: String? = nil, fingerprint: [UInt8]? = nil, code: QRCode? = nil,
        confinement: Confinement? = nil, visits: [Visit] = [], locks: [VisitorLock] = [],
        lockCount: Int? = nil
    ) {
        self.state = state
        self.folder = folder
        self.urls = urls
        self.audience = audience
        self.isWritable = isWritable
        self.user = user
        self.pin = pin
        self.fingerprint = fingerprint
        self.code = code
        self.confinement = confinement
        self.visits = visits
        self.locks = locks
        self.lockCount = lockCount ?? locks.count
    }
}

/// One download from a share, or upload to it.
package struct Visit: Hashable, Sendable, Identifiable {
    package struct ID: Hashable, Sendable, Comparable {
        package let rawValue: UInt64

        package init(rawValue: UInt64) {
            self.rawValue = rawValue
        }

        package static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    package enum Direction: Hashable, Sendable {
        /// From the share to the visitor.
        case download
        case upload
    }

    package enum State: Hashable, Sendable {
        case running
        case done
        /// One sentence that says why.
        case failed(String)
        case kicked
    }

    package let id: ID
    package var direction: Direction
    /// The visitor's address, and name where one was logged in: `192.168.1.7 (anna)`; sanitised.
    package var visitor: String
    /// Below the shared folder.
    package var path: Path
    /// Bytes; nil where the visitor does not say, or the answer is made on the way.
    package var size: UInt64?
    package var done: UInt64
    /// Bytes a second over the last few seconds, while running.
    package var speed: Double?
    package var state: State

    package init(
        id: ID, direction: Direction, visitor: String, path: Path, size: UInt64? = nil,
        done: UInt64 = 0, speed: Double? = nil, state: State = .running
    ) {
        self.id = id
        self.direction = direction
        self.visitor = visitor
        self.path = path
        self.size = size
        self.done = done
        self.speed = speed
        self.state = state
    }
}

/// A QR code (ISO/IEC 18004): a square of dark and light modules, without the quiet zone around it.
package struct QRCode: Hashable, Sendable {
    /// Modules on a side: 21…177.
    package let width: Int
    /// Row by row; true is dark.
    package let modules: [Bool]

    /// Nil unless `modules` fill the square.
    package init?(width: Int, modules: [Bool]) {
        guard (21...177).contains(width), modules.count == width * width else { return nil }
        self.width = width
        self.modules = modules
    }

    package func isDark(column: Int, row: Int) -> Bool {
        guard (0..<width).contains(column), (0..<width).contains(row) else { return false }
        return modules[row * width + column]
    }
}
