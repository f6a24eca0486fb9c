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

extension FTPFileSystem {
    /// Where the part of a file goes. Of an unknown server it is found out with an empty part that
    /// is made, renamed and removed: afterwards nothing of it is left, and no bytes were in vain.
    func placement(
        of file: Path, for id: PartID
    ) throws(FileSystemError) -> PartPlacement {
        let directory = file.parent
        if let known = memory.placement(in: directory) { return known }
        let reason = try perform(.always) { session throws(FileSystemError) in
            try reasonAgainstParts(of: file, id, on: session)
        }
        memory.learnPlacement(because: reason)
        return memory.placement(in: directory) ?? .beside(isKnown: false)
    }

    /// Why the server cannot have parts; nil where it can.
    private func reasonAgainstParts(
        of file: Path, _ id: PartID, on session: Session
    ) throws(FileSystemError) -> String? {
        let directory = file.parent
        // Names of data sets, members and the like have rules of their own.
        if memory.style == .mvs || memory.style == .nonStop || memory.style == .opaque {
            return "the server's names have rules of their own"
        }
        let first = directory.appending(id.name(inRole: 1))
        let second = directory.appending(id.name(inRole: 2))
        if let refusal = try session.directory.enter(directory) {
            throw self.refusal(refusal, "entered", directory, session)
        }
        // Of names that are not there: no harm can be done, and where even that is forbidden,
        // nothing that could not be removed again is made.
        let asked = session.control.window([
            try Command("RNFR", session.directory.argument(for: first), path: first),
            try Command("DELE", session.directory.argument(for: first), path: first),
        ])
        guard asked.count == 2 else { throw FileSystemError.unanswered(directory) }
        if PartPlacement.isForbidden(try asked[0].get()) { return "the server cannot rename" }
        if PartPlacement.isForbidden(try asked[1].get()) { return "the server cannot delete" }
        do throws(FileSystemError) {
            try store(nothingAs: first, for: file, on: session)
        } catch {
            guard session.isUsable, PartPlacement.isRefusal(error) else { throw error }
            return "the server does not take the names of unfinished files"
        }
        let moved = session.control.window([
            try Command("RNFR", session.directory.argument(for: first), path: first),
            try Command("RNTO", session.directory.argument(for: second), path: second),
            try Command("DELE", session.directory.argument(for: second), path: second),
        ])
        guard moved.count == 3 else { throw FileSystemError.unanswered(directory) }
        let isRenamed = try moved[1].get().isSuccess
        if isRenamed, try moved[2].get().isSuccess { return nil }
        let rest = isRenamed ? second : first
        let removed = try session.control.exchange(
            Command("DELE", session.directory.argument(for: rest), path: rest))
        if !removed.isSuccess {
            log.trouble("\(rest.text(on: site)), an empty file of Ferry's own, stays there.")
        }
        return isRenamed ? "the server cannot delete" : "the server cannot rename"
    }

    /// Makes an empty file.
    private func store(
        nothingAs path: Path, for file: Path, on session: Session
    ) throws(FileSystemError) {
        let request = try request(
            Upcoming(path: path, direction: .write), asksSize: false, on: session)
        let (data, _) = try answer(to: request, "written", on: session)
        do throws(FileSystemError) {
            let transfer = try Transfer(
                Command("STOR", session.directory.argument(for: path), path: path), .up, over: data,
                of: path, for: file, on: session)
            if let reply = try transfer.begin() { throw transfer.refusal(reply) }
            transfer.closeData()
            let final = try transfer.finalReply()
            guard final.isSuccess else { throw transfer.refusal(final) }
        } catch {
            data.close()
            throw error
        }
    }
}
