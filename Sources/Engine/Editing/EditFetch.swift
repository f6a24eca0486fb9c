import Disk
import Files
import UI
import Words

/// Makes the edit of a server's file: looks whether it is one that can be edited, and fetches it.
struct EditFetch {
    enum Outcome {
        case fetched(EditTransfer)
        /// More bytes than are fetched without asking; nil where the server does not say how many.
        case tooLarge(UInt64?)
    }

    /// Bytes of a file that is fetched without a question.
    static let usualLimit: UInt64 = 64 << 20
    /// Bytes that are moved at once.
    private static let block = 256 << 10

    let location: Location
    let token: String
    let isLargeAllowed: Bool
    let store: EditStore

    private var shownName: String {
        location.path.name?.text(on: location.site) ?? location.path.text
    }

    /// Fetches it over this connection. What cannot be edited is left where it is.
    func run(_ files: any FileSystem) throws(FileSystemError) -> Outcome {
        let path = location.path
        guard let entry = try files.entry(at: path) else {
            throw FileSystemError(
                .notFound, path: path,
                detail: tr("\(location.text) does not exist; check its name."))
        }
        try check(entry, files)
        let limit = isLargeAllowed ? UInt64.max : EditFetch.usualLimit
        if let size = entry.size, size > limit { return .tooLarge(size) }
        let directory = try store.make(token)
        do throws(FileSystemError) {
            guard let transfer = try fetch(entry, atMost: limit, directory, files) else {
                try? directory.discard()
                return .tooLarge(entry.size)
            }
            return .fetched(transfer)
        } catch {
            try? directory.discard()
            throw error
        }
    }

    private func check(_ entry: Entry, _ files: any FileSystem) throws(FileSystemError) {
        let sentence: String
        switch entry.kind {
        case .file:
            guard !files.capabilities.contains(.write) else { return }
            sentence =
                tr(
                    "\(VisibleText.make(location.site.host)) takes no files over "
                        + "\(location.site.scheme.rawValue)://, so \(shownName) can only be viewed."
                )
        case .directory: sentence = tr("\(shownName) is a directory; only files can be edited.")
        case .link:
            sentence = tr("\(shownName) is a link; go to the file that it leads to, and edit that.")
        case .other:
            sentence = tr("\(shownName) is a device, a socket or a pipe; only files can be edited.")
        }
        throw FileSystemError(.unsupported, path: location.path, detail: sentence)
    }

    /// Nil where it is too large. Nothing is written down before all of it is there.
    private func fetch(
        _ entry: Entry, atMost limit: UInt64, _ directory: EditDirectory, _ files: any FileSystem
    ) throws(FileSystemError) -> EditTransfer? {
        let path = location.path
        let disk = EditDisk(file: shownName, directory: directory.path)
        let seen =
            try files.fingerprints(of: [path])[path]
            ?? FileFingerprint(size: entry.size, modified: entry.modified)
        var mode = entry.mode
        if mode == nil, let teller = files as? any TellingModes {
            mode = try teller.modes(of: [path])[path]
        }
        let base = try disk.run { () throws(DiskError) in try directory.make(.base) }
        guard let count = try EditFetch.receive(path, from: files, into: base, atMost: limit, disk)
        else { return nil }
        let name = EditName.make(location)
        // What came is what counts: some servers give sizes that are no such thing.
        let version = EditRecord.Version(FileFingerprint(size: count, modified: seen.modified))
        let record = EditRecord(
            site: location.site, path: path.bytes, name: name.bytes, version: version,
            mode: mode.map { $0 & 0o777 })
        try disk.run { () throws(DiskError) in
            for answer in Durability.sync([base]) { _ = try answer.get() }
            try directory.makeCopy(name)
            try directory.write(record)
        }
        return EditTransfer(directory, record)
    }

    /// How many bytes of a file came; nil where there are more than `limit`.
    static func receive(
        _ path: Path, from files: any FileSystem, into target: Descriptor, atMost limit: UInt64,
        _ disk: EditDisk
    ) throws(FileSystemError) -> UInt64? {
        let source = try files.open(path, from: 0)
        let block = UnsafeMutableRawBufferPointer.allocate(
            byteCount: EditFetch.block, alignment: 16)
        defer { block.deallocate() }
        var total: UInt64 = 0
        do throws(FileSystemError) {
            while true {
                let count = try source.read(into: block)
                if count == 0 { break }
                total += UInt64(count)
                guard total <= limit else {
                    source.cancel()
                    return nil
                }
                try disk.run { () throws(DiskError) in
                    try target.write(UnsafeRawBufferPointer(rebasing: block[..<count]))
                }
            }
            try source.finish()
        } catch {
            source.cancel()
            throw error
        }
        return total
    }
}
