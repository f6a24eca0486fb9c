import Disk
import Files
import Glibc
import Words

/// Copies a folder: below a hidden name first, which becomes the right one when all is there.
struct FolderCopy {
    private let hiddenName = HiddenName.ofItem()
    private let target: Destination
    /// The folders that are written to just now, the innermost last, and what they are copies of.
    private var levels: [(path: [UInt8], directory: DirectoryHandle)] = []

    /// Replaces what is at the destination. What a share hides is not copied, nor links and
    /// devices; where anything else cannot be read, nothing is changed: 403.
    static func make(
        of path: Path, withContents: Bool, to target: Destination, in folder: SharedFolder
    ) throws(Refusal) {
        var copy = FolderCopy(target)
        do throws(Refusal) {
            var walk = try FolderWalk(
                try folder.directory(path), name: Array("top".utf8),
                shows: folder.shows)
            while let step = try walk.next() {
                try copy.take(step)
                if !withContents { break }
            }
            try copy.commit(in: folder)
        } catch {
            copy.discard()
            throw error
        }
    }

    private init(_ target: Destination) {
        self.target = target
    }

    private mutating func take(_ step: FolderWalk.Step) throws(Refusal) {
        switch step {
        case .leftOut(_, because: .link), .leftOut(_, because: .noFile): break
        case .leftOut:
            throw Refusal(
                .forbidden, tr("Some of that directory cannot be read; nothing was copied."))
        case .directory(let item):
            guard let (parent, name) = parent(of: item.path) else { return }
            let directory = try FolderCopy.makeDirectory(name, in: parent, item.mode)
            levels.append((item.path, directory))
        case .file(let item, let file):
            guard let (parent, name) = parent(of: item.path) else { return }
            let incoming = try IncomingFile(in: parent)
            try incoming.copy(file)
            _ = try incoming.commit(as: name, .refuse, syncs: false)
        }
    }

    /// Where the copy of `path` belongs, and its name there.
    private mutating func parent(of path: [UInt8]) -> (DirectoryHandle, Name)? {
        guard let slash = path.lastIndex(of: 0x2F) else { return (target.directory, hiddenName) }
        while let last = levels.last, levels.count > 1, !last.path.elementsEqual(path[..<slash]) {
            levels.removeLast()
        }
        guard let name = Name(path[(slash + 1)...]) else { return nil }
        return (levels.last?.directory ?? target.directory, name)
    }

    private mutating func commit(in folder: SharedFolder) throws(Refusal) {
        levels = []
        try SharedFolder.refusing { () throws(DiskError) in
            let proof = try Durability.syncWhole(target.directory.descriptor)
            if proof == .unknown { try TreeSync.sync(hiddenName, in: target.directory) }
        }
        guard target.status == nil else {
            return try Overwrite.make(
                of: target.path.parent.appending(hiddenName), in: target.directory, isCopy: true,
                at: target, in: folder)
        }
        try SharedFolder.refusing { () throws(DiskError) in
            try Naming.giveFree(
                target.name, in: target.directory, to: hiddenName, in: target.directory)
        }
        try NewPlace.sync(target.directory)
    }

    /// What cannot be removed is hidden, and goes with the folder that it is in.
    private mutating func discard() {
        levels = []
        try? Removal.removeOwn(hiddenName, in: target.directory)
    }

    /// The owner may write in any case: it has to be filled, and perhaps removed.
    private static func makeDirectory(
        _ name: Name, in parent: DirectoryHandle, _ mode: UInt16
    ) throws(Refusal) -> DirectoryHandle {
        let directory = try SharedFolder.refusing { () throws(DiskError) in
            try parent.makeDirectory(name, mode: 0o700)
            return try parent.directory(name)
        }
        // Another disk may have no permissions.
        _ = Permissions.give(mode_t(mode) | 0o700, to: directory.descriptor.number)
        return directory
    }
}
