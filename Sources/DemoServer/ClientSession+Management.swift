import CLinux
import Glibc

extension ClientSession {
    /// Commands about files and folders that need no data connection.
    func manage(_ verb: Verb, _ argument: [UInt8]) throws(Departure) {
        switch verb {
        case .pwd:
            try control.reply(
                257, ClientSession.quoted(current) + Array(" is the current directory.".utf8))
            return
        case .cdup:
            try change(to: current.dropLast())
            return
        case .mlst where argument.isEmpty:
            try showFacts(of: current)
            return
        default:
            break
        }
        guard !argument.isEmpty else {
            try control.reply(501, "\(verb.rawValue) needs a name.")
            return
        }
        let path = resolve(argument)
        switch verb {
        case .cwd: try change(to: path)
        case .mlst: try showFacts(of: path)
        case .size: try showSize(of: path)
        case .mdtm: try showTime(of: path)
        case .mfmt: try setTime(argument)
        case .mkd: try makeFolder(path)
        case .rmd: try remove(path, flags: CInt(AT_REMOVEDIR))
        case .dele: try remove(path, flags: 0)
        case .rnfr: try beginRename(path)
        default: try finishRename(path)
        }
    }

    private func change(to path: Folder.Components) throws(Departure) {
        do throws(Folder.Failure) {
            _ = try folder.openDirectory(path)
        } catch {
            try refuse(path, error)
            return
        }
        current = path
        try control.reply(250, "The directory was changed.")
    }

    private func showFacts(of path: Folder.Components) throws(Departure) {
        let line: [UInt8]
        do throws(Folder.Failure) {
            let status = try folder.status(of: path)
            let entry = entry(ClientSession.text(of: path), status)
            line = Listing.factLine(entry, facts, falseSize: faults.size)
        } catch {
            try refuse(path, error)
            return
        }
        try control.reply(250, "Facts:", lines: [line], "End")
    }

    /// RFC 3659, 4.
    private func showSize(of path: Folder.Components) throws(Departure) {
        guard isBinary else {
            try control.reply(550, "SIZE is only available in TYPE I.")
            return
        }
        let size: UInt64
        do throws(Folder.Failure) {
            let status = try folder.status(of: path)
            guard status.kind == .file else { throw Folder.Failure(number: EISDIR) }
            size = faults.size ?? status.size
        } catch {
            try refuse(path, error)
            return
        }
        try control.reply(213, "\(size)")
    }

    /// RFC 3659, 3.
    private func showTime(of path: Folder.Components) throws(Departure) {
        let time: String
        do throws(Folder.Failure) {
            time = Listing.time(try folder.status(of: path).modified)
        } catch {
            try refuse(path, error)
            return
        }
        try control.reply(213, time)
    }

    /// draft-somers-ftp-mfxx, 3: `MFMT YYYYMMDDHHMMSS name`.
    private func setTime(_ argument: [UInt8]) throws(Departure) {
        let parts = argument.split(separator: 0x20, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty, let seconds = Listing.seconds(parts[0]) else {
            try control.reply(501, "MFMT needs a time, YYYYMMDDHHMMSS, and a name.")
            return
        }
        let path = resolve(Array(parts[1]))
        do throws(Folder.Failure) {
            let place = try folder.place(of: path, followsLast: true)
            let time = timespec(tv_sec: seconds, tv_nsec: 0)
            let times = [time, time]
            guard
                utimensat(
                    place.directory.number, place.name, times, CInt(AT_SYMLINK_NOFOLLOW)) == 0
            else { throw .last }
        } catch {
            try refuse(path, error)
            return
        }
        let stamp = Array("Modify=\(Listing.time(seconds)); ".utf8)
        try control.reply(213, stamp + Array(parts[1]))
    }

    private func makeFolder(_ path: Folder.Components) throws(Departure) {
        do throws(Folder.Failure) {
            let place = try folder.place(of: path, followsLast: false)
            guard mkdirat(place.directory.number, place.name, 0o755) == 0 else { throw .last }
        } catch {
            try refuse(path, error)
            return
        }
        try control.reply(257, ClientSession.quoted(path) + Array(" was created.".utf8))
    }

    private func remove(_ path: Folder.Components, flags: CInt) throws(Departure) {
        do throws(Folder.Failure) {
            guard !path.isEmpty else { throw Folder.Failure(number: EBUSY) }
            let place = try folder.place(of: path, followsLast: false)
            guard unlinkat(place.directory.number, place.name, flags) == 0 else { throw .last }
        } catch {
            try refuse(path, error)
            return
        }
        try control.reply(250, "It was removed.")
    }

    private func beginRename(_ path: Folder.Components) throws(Departure) {
        do throws(Folder.Failure) {
            guard !path.isEmpty else { throw Folder.Failure(number: EBUSY) }
            _ = try folder.status(of: path, followsLast: false)
        } catch {
            try refuse(path, error)
            return
        }
        renameSource = path
        try control.reply(350, "Send RNTO with the new name.")
    }

    private func finishRename(_ path: Folder.Components) throws(Departure) {
        guard let source = renameSource else {
            try control.reply(503, "Send RNFR first.")
            return
        }
        renameSource = nil
        do throws(Folder.Failure) {
            guard !path.isEmpty else { throw Folder.Failure(number: EBUSY) }
            let from = try folder.place(of: source, followsLast: false)
            let to = try folder.place(of: path, followsLast: false)
            guard renameat(from.directory.number, from.name, to.directory.number, to.name) == 0
            else { throw .last }
        } catch {
            try refuse(path, error)
            return
        }
        try control.reply(250, "It was renamed.")
    }
}
