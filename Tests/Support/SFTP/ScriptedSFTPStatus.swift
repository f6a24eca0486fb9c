/// The codes of a STATUS packet (draft-ietf-secsh-filexfer-02, section 7).
package enum ScriptedSFTPStatus: UInt32, Sendable {
    case ok, endOfFile, noSuchFile, permissionDenied, failure, badMessage, noConnection
    case connectionLost, unsupported

    /// What OpenSSH says with it.
    package var text: String {
        switch self {
        case .ok: "Success"
        case .endOfFile: "End of file"
        case .noSuchFile: "No such file"
        case .permissionDenied: "Permission denied"
        case .failure: "Failure"
        case .badMessage: "Bad message"
        case .noConnection: "No connection"
        case .connectionLost: "Connection lost"
        case .unsupported: "Operation unsupported"
        }
    }
}
