import Words

/// What a STATUS packet says (draft-ietf-secsh-filexfer-02, section 7). Numbers past 8 are of later
/// versions; some servers send them all the same.
package struct StatusCode: Hashable, Sendable, RawRepresentable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    static let ok = StatusCode(rawValue: 0)
    static let end = StatusCode(rawValue: 1)
    static let noSuchFile = StatusCode(rawValue: 2)
    static let permissionDenied = StatusCode(rawValue: 3)
    static let failure = StatusCode(rawValue: 4)
    static let badMessage = StatusCode(rawValue: 5)
    static let noConnection = StatusCode(rawValue: 6)
    static let connectionLost = StatusCode(rawValue: 7)
    static let unsupported = StatusCode(rawValue: 8)
    static let invalidHandle = StatusCode(rawValue: 9)
    static let noSuchPath = StatusCode(rawValue: 10)
    static let exists = StatusCode(rawValue: 11)
    static let writeProtected = StatusCode(rawValue: 12)
    static let noSpace = StatusCode(rawValue: 14)
    static let quotaExceeded = StatusCode(rawValue: 15)
    static let notEmpty = StatusCode(rawValue: 18)
    static let notDirectory = StatusCode(rawValue: 19)
    static let invalidName = StatusCode(rawValue: 20)
    static let isDirectory = StatusCode(rawValue: 24)

    /// In the draft's words, for the log and for servers that add none of their own.
    package var words: String {
        switch self {
        case .ok: "OK"
        case .end: tr("end of file")
        case .noSuchFile: tr("no such file")
        case .permissionDenied: tr("permission denied")
        case .failure: tr("failure")
        case .badMessage: tr("bad message")
        case .noConnection: tr("no connection")
        case .connectionLost: tr("connection lost")
        case .unsupported: tr("operation unsupported")
        case .invalidHandle: tr("invalid handle")
        case .noSuchPath: tr("no such path")
        case .exists: tr("file already exists")
        case .writeProtected: tr("write protected")
        case .noSpace: tr("no space on the file system")
        case .quotaExceeded: tr("quota exceeded")
        case .notEmpty: tr("directory not empty")
        case .notDirectory: tr("not a directory")
        case .invalidName: tr("invalid name")
        case .isDirectory: tr("is a directory")
        default: tr("status \(rawValue)")
        }
    }

    /// What it means, as a few plain words; nil where its own say all there is.
    var explanation: String? {
        switch self {
        case .failure:
            tr("The server gives no reason; often the name already exists, or the disk is full.")
        case .permissionDenied: tr("The account does not have permission.")
        case .unsupported: tr("The server does not support this; Ferry avoids it where possible.")
        case .badMessage: tr("The server did not understand the request.")
        case .noSuchFile: tr("There is no such file or directory.")
        default: nil
        }
    }
}
