import Files
import Words

/// A folder as a .tar, made on the way in blocks of bounded size.
struct TarArchive: BlockSource {
    private struct Open {
        var file: OpenFile
        var path: [UInt8]
        var done: UInt64 = 0
    }

    private var walk: any FolderSteps
    private let name: [UInt8]
    /// In seconds since the epoch.
    private let now: Int64
    private var notes = ArchiveNotes()
    private var open: Open?
    private var hasEnd = false

    /// `name` is what the top folder is called in it, and `now` the time of what Ferry adds.
    init(_ walk: any FolderSteps, name: [UInt8], now: Int64) {
        self.walk = walk
        self.name = name
        self.now = now
    }

    mutating func next() throws(Refusal) -> [UInt8]? {
        if hasEnd { return nil }
        var block: [UInt8] = []
        while block.count < ArchiveBlock.size, !hasEnd {
            if let file = open {
                open = try go(on: file, &block)
            } else if let step = try walk.next() {
                begin(step, &block)
            } else {
                end(&block)
            }
        }
        return block
    }

    private mutating func begin(_ step: FolderWalk.Step, _ block: inout [UInt8]) {
        switch step {
        case .directory(let item):
            block += header(item, size: 0, isDirectory: true)
        case .file(let item, let file):
            block += header(item, size: file.status.size, isDirectory: false)
            open = Open(file: file, path: item.path)
        case .leftOut(let path, let reason):
            notes.add(path, skipped: reason)
        }
    }

    /// The file where there is more of it.
    private mutating func go(on open: Open, _ block: inout [UInt8]) throws(Refusal) -> Open? {
        let size = open.file.status.size
        guard open.done < size else {
            // What came after the header was made has no room.
            if try !open.file.read(at: size, count: 1).isEmpty {
                notes.add(open.path, ArchiveBlock.grown)
            }
            block += TarRecord.padding(after: size)
            return nil
        }
        let piece = try open.file.read(
            at: open.done, count: Int(min(UInt64(ArchiveBlock.size), size - open.done)))
        guard !piece.isEmpty else {
            // The header's promise cannot be kept: zeros would look like the file.
            throw Refusal(
                .serverError,
                tr(
                    "\(VisibleText.make(open.path)) shrank while it was being read; start the "
                        + "download again."))
        }
        block += piece
        var rest = open
        rest.done += UInt64(piece.count)
        return rest
    }

    private mutating func end(_ block: inout [UInt8]) {
        if let text = notes.text {
            block += TarRecord.header(
                path: name + [0x2F] + ArchiveNotes.name, size: UInt64(text.count), modified: now,
                mode: 0o644, isDirectory: false)
            block += text + TarRecord.padding(after: UInt64(text.count))
        }
        block += TarRecord.end
        hasEnd = true
    }

    private func header(_ item: FolderWalk.Item, size: UInt64, isDirectory: Bool) -> [UInt8] {
        TarRecord.header(
            path: item.path, size: size, modified: item.status.modified, mode: item.mode,
            isDirectory: isDirectory)
    }
}
