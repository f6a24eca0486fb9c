package import Files
import Words

/// What is in an archive, as a file system that can only be read. The archive is a file of
/// `container`, of which it is read by ranges.
package final class ArchiveFileSystem: FileSystem {
    package let site: Site
    package let interrupt: @Sendable () -> Void
    package let capabilities: Capabilities = [.exactTimes]

    private let container: any FileSystem
    let archive: Path
    private let memory: ArchiveMemory
    let limits: ArchiveLimits
    private let stop: StopSign
    private var opened: (state: FileFingerprint, size: UInt64, tree: ArchiveTree)?
    /// What stands at an entry, for whoever wants that one or a later one.
    private var reader: ArchiveReader?
    /// Where the archive is a .zip file, and the number of the header that `reader` belongs to.
    private var zip: ZipArchive?
    private var zipNumber = 0

    /// `site` is the container's, with the path of the archive there. Between two reads `isUnwanted`
    /// may end what runs.
    package init(
        _ site: Site, at archive: Path, in container: any FileSystem, memory: ArchiveMemory,
        limits: ArchiveLimits = ArchiveLimits(),
        isUnwanted: @escaping @Sendable () -> Bool = { false }
    ) {
        self.site = site
        self.archive = archive
        self.container = container
        self.memory = memory
        self.limits = limits
        let stop = StopSign(isUnwanted)
        self.stop = stop
        let wake = container.interrupt
        interrupt = {
            stop.set()
            wake()
        }
    }

    package var isConnected: Bool { container.isConnected }
    package var security: ConnectionSecurity? { container.security }

    package func close() {
        forget()
        container.close()
    }

    private func forget() {
        reader = nil
        zip?.release()
        zip = nil
    }

    /// Ends what is being read of the archive's file; the connection stays.
    package func release() {
        reader?.release()
        zip?.release()
    }

    package func prepare(_ next: [Upcoming]) {}

    /// Connects to where the archive is, if need be; its root.
    package func home() throws(FileSystemError) -> Path {
        release()
        _ = try container.home()
        return .root
    }

    // MARK: Looking

    package func list(
        _ directory: Path, progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> Directory {
        let tree = try tree(isFresh: true, progress: progress)
        guard let number = try tree.find(directory, follows: true, in: archive, limits) else {
            throw ArchiveError.missing(directory, archive)
        }
        guard case .directory(let children) = tree.nodes[number].kind else {
            throw ArchiveError.noDirectory(directory, archive)
        }
        var builder = DirectoryBuilder()
        // In the archive's own order: so are they copied, and read on their way through it.
        for (name, child) in children.sorted(by: { $0.value < $1.value }) {
            builder.append(tree.entry(Int(child), named: name))
        }
        var listing = builder.directory
        if directory.isRoot {
            listing.remark = tree.remark
        }
        return listing
    }

    package func entry(at path: Path) throws(FileSystemError) -> Entry? {
        try entry(at: path, follows: false)
    }

    /// Of a link, what it leads to.
    package func details(of files: [Path]) throws(FileSystemError) -> [Entry?] {
        var found: [Entry?] = []
        for file in files {
            do throws(FileSystemError) {
                found.append(try entry(at: file, follows: true))
            } catch {
                guard error.path == file else { throw error }
                found.append(nil)
            }
        }
        return found
    }

    private func entry(at path: Path, follows: Bool) throws(FileSystemError) -> Entry? {
        let tree = try tree(isFresh: false) { _ in }
        guard let name = path.name ?? Name("root"),
            let number = try tree.find(path, follows: follows, in: archive, limits)
        else { return nil }
        return tree.entry(number, named: name)
    }

    /// What the archive holds. `isFresh` asks whether it is still the same file.
    func tree(
        isFresh: Bool, progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> ArchiveTree {
        stop.clear()
        if !isFresh, let opened { return opened.tree }
        release()
        guard let entry = try container.details(of: [archive]).first ?? nil else {
            throw ArchiveError.noFile(archive)
        }
        guard entry.kind != .directory, entry.kind != .other else {
            throw ArchiveError.unreadable(archive, tr("no regular file"))
        }
        guard let size = entry.size else { throw ArchiveError.noSize(archive) }
        let state = FileFingerprint(size: size, modified: entry.modified)
        if let opened, opened.state == state { return opened.tree }
        forget()
        opened = nil
        if let known = memory.tree(of: site, in: state) {
            opened = (state, size, known)
            return known
        }
        let tree = try read(size: size, progress: progress)
        memory.keep(tree, of: site, in: state)
        opened = (state, size, tree)
        return tree
    }

    private func read(
        size: UInt64, progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> ArchiveTree {
        let bytes = try newBytes(size: size)
        if try ZipArchive.isZip(bytes, archive) { return try readZip(bytes, progress) }
        let reader = try newReader(bytes)
        var builder = ArchiveTreeBuilder(archive, size: size, limits)
        while let member = try reader.next() {
            try builder.add(member, header: reader.number)
            progress(reader.number + 1)
            // Through a compression all is unpacked on the way: by pieces, so that it can be ended.
            if reader.filters > 0 { try reader.pass(.max, of: archive) }
        }
        return builder.tree
    }

    private func readZip(
        _ bytes: ContainerBytes, _ progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> ArchiveTree {
        let zip = ZipArchive(bytes, archive, stop, limits)
        var builder = ArchiveTreeBuilder(archive, size: bytes.size, limits)
        var places: [ZipPlace] = []
        try zip.forEach { (member, place) throws(FileSystemError) in
            var member = member
            if case .link = member.kind { member.kind = .link(try zip.text(place, archive)) }
            try builder.add(member, header: places.count)
            places.append(place)
            progress(places.count)
        }
        zip.release()
        self.zip = zip
        var tree = builder.tree
        tree.places = places
        return tree
    }

    private func newBytes(size: UInt64) throws(FileSystemError) -> ContainerBytes {
        if site.scheme.isHTTP, size > 1 { try checkRanges() }
        return ContainerBytes(container, archive, size: size, stop)
    }

    private func newReader(_ bytes: ContainerBytes) throws(FileSystemError) -> ArchiveReader {
        let isSevenZip = try SevenZipCheck(archive, limits).isSevenZip(bytes)
        return try ArchiveReader(
            ArchiveStream(bytes, archive), archive, stop, limits, isSevenZip: isSevenZip)
    }

    /// A server that sends whole files only would send the archive once more for every jump in it.
    private func checkRanges() throws(FileSystemError) {
        let source = try container.open(archive, from: 1)
        let isWhole = (source as? any SkippingStart)?.hasSkippedStart ?? false
        source.cancel()
        if isWhole { throw ArchiveError.noRanges(archive) }
    }

    // MARK: Contents

    package func open(
        _ file: Path, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource {
        let tree = try tree(isFresh: false) { _ in }
        guard let number = try tree.find(file, follows: true, in: archive, limits) else {
            throw ArchiveError.missing(file, archive)
        }
        guard case .file(let header, let size, let isEncrypted) = tree.nodes[number].kind else {
            throw ArchiveError.isDirectory(file, archive)
        }
        guard !isEncrypted else { throw ArchiveError.encrypted(file, archive) }
        let reader =
            if let places = tree.places {
                try zipReader(places, Int(header), file, from: offset)
            } else {
                try reader(at: Int(header), file, from: offset)
            }
        return ArchiveSource(
            reader, file, in: archive, size: size, mode: tree.nodes[number].mode)
    }

    /// What stands at `offset` bytes of the contents behind that header.
    private func reader(
        at header: Int, _ file: Path, from offset: UInt64
    ) throws(FileSystemError) -> ArchiveReader {
        let kept = reader
        // One that failed cannot be read on.
        reader = nil
        let found: ArchiveReader
        if let kept, kept.number < header || kept.number == header && kept.position <= offset,
            kept.isUsable
        {
            found = kept
        } else {
            kept?.release()
            _ = try tree(isFresh: true) { _ in }
            guard let size = opened?.size else { throw ArchiveError.noFile(archive) }
            found = try newReader(try newBytes(size: size))
        }
        while found.number < header {
            guard try found.next() != nil else { throw ArchiveError.missing(file, archive) }
        }
        try found.pass(offset - found.position, of: file)
        guard found.position == offset else { throw ArchiveError.wrongSize(file, archive) }
        reader = found
        return found
    }

    /// As `reader(at:)`, of a .zip file: there each file is gone to directly.
    private func zipReader(
        _ places: [ZipPlace], _ number: Int, _ file: Path, from offset: UInt64
    ) throws(FileSystemError) -> ArchiveReader {
        guard places.indices.contains(number) else { throw ArchiveError.missing(file, archive) }
        let kept = reader
        reader = nil
        let found: ArchiveReader
        if let kept, zipNumber == number, kept.position <= offset, kept.isUsable {
            found = kept
        } else {
            if zip == nil {
                _ = try tree(isFresh: true) { _ in }
                guard let size = opened?.size else { throw ArchiveError.noFile(archive) }
                if zip == nil { zip = ZipArchive(try newBytes(size: size), archive, stop, limits) }
            }
            guard let zip else { throw ArchiveError.noFile(archive) }
            found = try zip.reader(places[number], file)
        }
        try found.pass(offset - found.position, of: file)
        guard found.position == offset else { throw ArchiveError.wrongSize(file, archive) }
        (reader, zipNumber) = (found, number)
        return found
    }
}
