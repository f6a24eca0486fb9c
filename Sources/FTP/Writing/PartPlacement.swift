import Files

/// Where an upload's bytes go until they are whole.
enum PartPlacement: Hashable {
    /// Beside the file. Where it `isKnown`, the directory has taken parts before.
    case beside(isKnown: Bool)
    /// Into the file itself, and why: `the server cannot rename`.
    case inPlace(String)

    /// The name under which the part is written; nil for the file's own.
    func name(of id: PartID) -> Name? {
        if case .beside = self { return id.name }
        return nil
    }

    /// Whether the server does not take the name, which another name may cure.
    static func isRefusal(_ error: FileSystemError) -> Bool {
        guard let reply = error.reply, error.kind != .full else { return false }
        return ["501", "504", "550", "553"].contains { reply.hasPrefix($0) }
    }

    /// Whether the reply to a command about a name that is not there means that the command itself
    /// is not to be had.
    static func isForbidden(_ reply: Reply) -> Bool {
        if reply.isUnknownCommand || reply.code == 202 { return true }
        guard reply.isFailure, !reply.isTransientFailure else { return false }
        return ReplyMeaning.kind(reply) == .denied
    }
}
