import Files
import Sync
import Words

// Who may see what is new.
extension SwapRun {
    /// For nobody else.
    private static let closed: UInt16 = 0o700

    /// Keeps others out of the new directory until it is whole: what is private in it may become so only
    /// with the last of its permissions. Gives those that it is to have in the end; nil for those that it
    /// has.
    func shut(on files: any FileSystem) throws(FileSystemError) -> UInt16? {
        guard let setter = files as? any SettingModes, setter.setsModes,
            // Servers that have no modes list entries without any right.
            let made = try files.entry(at: names.new)?.mode, made & 0o777 != 0
        else { return swap.old?.mode }
        do throws(FileSystemError) {
            try setter.setMode(SwapRun.closed, of: names.new)
        } catch {
            // It is as open as any directory that is made there.
            if error.endsConnection || error.question != nil { throw error }
        }
        return swap.old?.mode ?? made & 0o7777
    }

    /// Gives the new directory the permissions that it has from now on.
    func permit(_ mode: UInt16?, on files: any FileSystem) throws(FileSystemError) {
        guard let mode, let setter = files as? any SettingModes, setter.setsModes,
            let present = try files.entry(at: names.new)?.mode, present & 0o7777 != mode
        else { return }
        try setter.setMode(mode, of: names.new)
    }

    /// Gives what was copied the permissions that the same had before, where its source's do not count:
    /// and directories their set-ID and sticky bits, which no source gives. `found`: what there is of it.
    func carryModes(
        _ found: [[Name]: Directory], on files: any FileSystem
    ) throws(FileSystemError) {
        guard swap.old != nil, let setter = files as? any SettingModes, setter.setsModes else {
            return
        }
        var sources: [[Name]: UInt16] = [:]
        if swap.rules.comparesModes {
            for row in contents.copies {
                sources[row.difference.names.second] = row.difference.entries.first?.mode
            }
        }
        var wanted: [(path: Path, mode: UInt16)] = []
        for (below, listing) in found {
            for entry in listing.entries {
                let names = below + [entry.name]
                guard let before = contents.seen[below]?[entry.name], before.kind == entry.kind,
                    let old = before.mode, entry.kind == .file || entry.kind == .directory
                else { continue }
                var mode = old & 0o7777
                if sources[names] != nil {
                    guard entry.kind == .directory, let present = entry.mode else { continue }
                    mode = present & 0o777 | old & 0o7000
                }
                if mode != entry.mode.map({ $0 & 0o7777 }) {
                    wanted.append((self.names.new.below(names), mode))
                }
            }
        }
        guard !wanted.isEmpty else { return }
        let answers = setter.setModes(wanted, root: names.new)
        for (path, _) in wanted {
            guard let answer = answers[path] else { throw .unanswered(path) }
            do throws(FileSystemError) {
                try answer.get()
            } catch {
                if error.kind == .unsupported { return }
                throw error
            }
        }
    }

    /// Tells where the new directory belongs to somebody else than the old one did.
    func tellOwner(on files: any FileSystem) throws(FileSystemError) {
        guard let old = swap.old,
            let new = try MirrorSwap.entry(of: names.target, on: files)
        else { return }
        func isOther(_ one: String?, _ other: String?) -> Bool {
            guard let one, let other else { return false }
            return one != other
        }
        guard isOther(old.owner, new.owner) || isOther(old.group, new.group) else { return }
        func belongs(_ owner: String?, _ group: String?) -> String {
            [owner, group].compactMap(\.self).joined(separator: ":")
        }
        host.warn(
            tr(
                "\(text(names.target)) belongs to \(belongs(new.owner, new.group)) now, not to "
                    + "\(belongs(old.owner, old.group)); check who must have access to it."))
    }
}

extension Entry {
    /// For the user alone, who may do everything.
    static let openMode: UInt16 = 0o700

    /// Whether not even the user may change what is in a directory.
    var isClosed: Bool {
        guard kind == .directory, let mode else { return false }
        // Servers that have no modes list entries without any right.
        return mode & 0o777 != 0 && mode & Entry.openMode != Entry.openMode
    }
}
