import CLinux
import Files
import Glibc

/// Copies a folder: below a hidden name first, which becomes the right one when all is there.
struct FolderCopy {
    private let hiddenName: [UInt8]
    private let target: Destination
    /// The folders that are written to just now, the innermost last, and what they are copies of.
    private var levels: [(path: [UInt8], directory: Descriptor)] = []

    /// Replaces what is at the destination. What a share hides is not copied, nor links and
    /// devices; where anything else cannot be read, nothing is changed: 403.
    static func make(
        of path: Path, withContents: Bool, to target: Destination, in folder: SharedFolder
    ) throws(Refusal) {
        var copy = FolderCopy(target)
        do throws(Refusal) {
            var walk = try FolderWalk(
                try folder.directory(path), name: Array("top".utf8),
                showsHidden: folder.showsHidden)
            while let step = try walk.next() {
                try copy.take(step)
                if !withContents { break }
            }
            try copy.settle(showsHidden: folder.showsHidden)
        } catch {
            copy.discard()
            throw error
        }
    }

    private init(_ target: Destination) {
        self.target = target
        hiddenName = IncomingFile.newHiddenName()
    }

    private mutating func take(_ step: FolderWalk.Step) throws(Refusal) {
        switch step {
        case .leftOut(_, FolderWalk.isLink), .leftOut(_, FolderWalk.isNoFile): break
        case .leftOut:
            throw Refusal(
                .forbidden, "Not all of that folder can be read; nothing was copied.")
        case .directory(let item):
            let (parent, name) = parent(of: item.path)
            let directory = try FolderCopy.makeDirectory(name, in: parent, item.mode)
            levels.append((item.path, directory))
        case .file(let item, let file):
            let (parent, bytes) = parent(of: item.path)
            guard let name = Name(bytes) else { return }
            let incoming = try IncomingFile(in: parent)
            try incoming.copy(file)
            _ = try incoming.settle(as: name, .refuse, syncs: false)
        }
    }

    /// Where the copy of `path` belongs, and its name there.
    private mutating func parent(of path: [UInt8]) -> (Descriptor, [UInt8]) {
        guard let slash = path.lastIndex(of: 0x2F) else { return (target.directory, hiddenName) }
        while let last = levels.last, levels.count > 1, !last.path.elementsEqual(path[..<slash]) {
            levels.removeLast()
        }
        return (levels.last?.directory ?? target.directory, Array(path[(slash + 1)...]))
    }

    private mutating func settle(showsHidden: Bool) throws(Refusal) {
        ferry_syncfs(target.directory.number)
        let displaced = try DisplacedItem(target, showsHidden: showsHidden)
        let code = NewPlace.give(
            hiddenName, in: target.directory, to: target.name.bytes, in: target.directory)
        guard code == 0 else {
            displaced?.restore()
            throw SharedFolder.refusal(code)
        }
        displaced?.remove()
    }

    private mutating func discard() {
        levels = []
        Removal.removeOwn(hiddenName, in: target.directory)
    }

    /// The owner may write in any case: it has to be filled, and perhaps removed.
    private static func makeDirectory(
        _ name: [UInt8], in parent: Descriptor, _ mode: UInt16
    ) throws(Refusal) -> Descriptor {
        let number = SharedFolder.withCString(name) { name in
            mkdirat(parent.number, name, 0o700) == 0
                ? ferry_openat(parent.number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0) : -1
        }
        guard number >= 0 else { throw SharedFolder.refusal(errno) }
        let directory = Descriptor(number)
        // Another disk may have no permissions.
        _ = Permissions.give(mode_t(mode) | 0o700, to: number)
        return directory
    }
}
