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
        case .end: "end of file"
        case .noSuchFile: "no such file"
        case .permissionDenied: "permission denied"
        case .failure: "failure"
        case .badMessage: "bad message"
        case .noConnection: "no connection"
        case .connectionLost: "connection lost"
        case .unsupported: "operation unsupported"
        case .invalidHandle: "invalid handle"
        case .noSuchPath: "no such path"
        case .exists: "file already exists"
        case .writeProtected: "write protected"
        case .noSpace: "no space on the file system"
        case .quotaExceeded: "quota exceeded"
        case .notEmpty: "directory not empty"
        case .notDirectory: "not a directory"
        case .invalidName: "invalid name"
        case .isDirectory: "is a directory"
        default: "status \(rawValue)"
        }
    }

    /// What it means, as a few plain words; nil where its own say all there is.
    var explanation: String? {
        switch self {
        case .failure:
            "The server gives no reason; often the name already exists, or the disk is full."
        case .permissionDenied: "The account does not have permission."
        case .unsupported: "The server does not support this; Ferry avoids it where possible."
        case .badMessage: "The server did not understand the request."
        case .noSuchFile: "There is no such file or directory."
        default: nil
        }
    }
}
