package import Files
import Synchronization

extension MemoryFileSystem {
    package func rename(
        _ source: Path, to wanted: Path, replacement: RenameReplacement?
    ) throws(FileSystemError) {
        let fault = takeRenaming(of: source)
        var shortened: Name?
        if case .shorten(let length) = fault {
            shortened = Name(wanted.name?.bytes.prefix(length) ?? [])
        }
        let target = shortened.map { wanted.parent.appending($0) } ?? wanted
        try begin(.rename, source, note: target.text)
        let problem = try change { state -> FileSystemError? in
            guard let node = state.node(source) else { return missing(source) }
            if replacement == nil, state.node(target) != nil {
                return FileSystemError(.exists, path: target, detail: "\(target) exists.")
            }
            if fault == .halve {
                guard let first = state.directories[source]?.min(by: { $0.key < $1.key }) else {
                    return nil
                }
                state.makeDirectories(target)
                state.move(source.appending(first.key), first.value, to: target, as: first.key)
            } else {
                state.move(source, node, to: target.parent, as: target.name)
            }
            return nil
        }
        if let problem { throw problem }
        volume.state.withLock(\.renamed)?(source, target)
        volume.noteChange()
        guard fault == nil else {
            close()
            throw FileSystemError(
                .connection, detail: "The server closed the connection.", isTransient: true)
        }
    }

    /// What else becomes of a renaming, where a fault says so.
    private func takeRenaming(of source: Path) -> MemoryFault.Action? {
        volume.state.withLock { state in
            for (index, fault) in state.faults.enumerated()
            where fault.operation == .rename && fault.path == source && fault.times > 0 {
                switch fault.action {
                case .shorten, .halve: break
                default: continue
                }
                state.faults[index].times -= 1
                return fault.action
            }
            return nil
        }
    }
}

extension MemoryFileSystem: LeavingOutNames {
    package var unlistedNames: UnlistedNames? { volume.state.withLock(\.unlisted) }
}

extension MemoryVolume {
    /// From now on listings leave something out.
    package func leaveOut(_ names: UnlistedNames?) {
        state.withLock { $0.unlisted = names }
    }

    /// Whoever is connected ends, as if it was killed, once so many more files and directories were renamed or
    /// removed.
    package func kill(after changes: Int) {
        state.withLock { $0.changesLeft = changes }
    }

    /// From now on connections live again.
    package func revive() {
        state.withLock { ($0.changesLeft, $0.deadProcesses) = (nil, []) }
    }

    /// Something was renamed or removed.
    func noteChange() {
        let isOver = state.withLock { state in
            guard let left = state.changesLeft else { return false }
            state.changesLeft = left > 1 ? left - 1 : nil
            return left <= 1
        }
        if isOver { end(0) }
    }

    /// Has something done after each renaming, as by somebody else.
    package func afterRenaming(_ body: (@Sendable (_ old: Path, _ new: Path) -> Void)?) {
        state.withLock { $0.renamed = body }
    }
}

extension MemoryVolume.State {
    /// Whether a listing shows something.
    func lists(_ name: Name, _ node: MemoryVolume.Node) -> Bool {
        switch (unlisted, node) {
        case (.links, .link): false
        case (.hidden, _): !name.isHidden
        default: true
        }
    }

    /// How a listing shows something.
    func shown(_ node: MemoryVolume.Node, at path: Path) -> MemoryVolume.Node {
        guard unlisted == .linkNature, case .link = node else { return node }
        return self.node(followed(path)) ?? node
    }

    /// Gives something, with all that is in it, another name in a directory.
    fileprivate mutating func move(
        _ source: Path, _ node: MemoryVolume.Node, to directory: Path, as name: Name?
    ) {
        guard let name else { return }
        let target = directory.appending(name)
        let moved = directories.filter { $0.key.isInside(source) }
        remove(source)
        for (path, nodes) in moved {
            directories[path] = nil
            let below = path.components(below: source) ?? []
            directories[Path(components: target.components + below)] = nodes
        }
        put(target, node)
    }
}
