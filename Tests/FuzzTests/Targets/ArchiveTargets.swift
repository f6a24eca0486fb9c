import Archives
import Files
import Glibc
import Local

extension FuzzTarget {
    /// Archives of strangers, entered and read.
    static let archiveTargets = [
        FuzzTarget("archives") { bytes, _ in try enterArchive(bytes) }
    ]
}

private func enterArchive(_ bytes: [UInt8]) throws {
    var template = Array("/dev/shm/ferry-fuzz-XXXXXX\0".utf8CString)
    let file = mkstemp(&template)
    try hold(file >= 0, "no file could be made")
    let path = String(
        decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer {
        close(file)
        unlink(path)
    }
    try hold(write(file, bytes, bytes.count) == bytes.count, "the file could not be written")
    var site = Site.local
    site.archive = Path(path)
    let files = ArchiveFileSystem(
        site, at: Path(path), in: LocalFileSystem(), memory: ArchiveMemory())
    defer { files.close() }
    try look(into: .root, of: files, depth: 0)
}

private func look(into directory: Path, of files: ArchiveFileSystem, depth: Int) throws {
    guard depth < 8 else { return }
    let listing: Directory
    do {
        listing = try files.list(directory)
    } catch {
        try holdVisible(error.message, "an archive's error")
        return
    }
    if let remark = listing.remark { try holdVisible(remark, "an archive's remark") }
    try hold(listing.droppedCount == 0, "a name got as far as the listing and is none")
    for entry in listing.entries {
        let path = directory.appending(entry.name)
        try hold(
            try files.entry(at: path)?.kind == entry.kind, "\(path) is listed and not found")
        switch entry.kind {
        case .directory: try look(into: path, of: files, depth: depth + 1)
        case .file: try read(path, entry.size, of: files)
        case .link: _ = try files.details(of: [path])
        case .other: throw Broken(description: "\(path) is a device")
        }
    }
}

private func read(_ path: Path, _ size: UInt64?, of files: ArchiveFileSystem) throws {
    do {
        let source = try files.open(path, from: 0)
        var (all, count) = (UInt64(0), 0)
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 12, alignment: 16)
        defer { room.deallocate() }
        repeat {
            count = try source.read(into: room)
            all += UInt64(count)
        } while count > 0 && all < 1 << 20
        guard count == 0 else { return }
        try source.finish()
        try hold(size == nil || all == size, "\(path) has \(all) bytes and not what it says")
    } catch let error as FileSystemError {
        try holdVisible(error.message, "an archive's error")
    }
}
