import Files
import Jobs
import Words

/// Makes archives: each is copied like a file, out of what makes it while it is read.
struct Packer: LanePart {
    let ends: LaneEnds
    let copier: Copier

    func pack(_ task: PackTask) {
        let file = task.file
        guard !file.control.isStopped else { return finish(file.id, .stopped) }
        interrupter.begin(file.control)
        do throws(FileSystemError) {
            guard let packing = ends.packing, let target else {
                throw FileSystemError(
                    .unsupported, path: file.target,
                    detail: tr(
                        "\(file.target) was not made, because this process makes no archives; "
                            + "start Ferry's screen."))
            }
            let order = try order(for: task)
            // On a server it would take as many round trips once more.
            if source.site.isLocal {
                tell(.measured(file.id, try packing.measure(order, in: source)))
            }
            try throwAwayBegun(file, target)
            var ends = ends
            ends.source = PackedDirectory(order, packing, in: source)
            ends.verifier = nil
            ends.straight = StraightRoute(isWanted: false)
            FileCopier(ends: ends, copier: copier).copy([file])
        } catch {
            finish(file.id, outcome(of: error, file.control))
        }
    }

    private func order(for task: PackTask) throws(FileSystemError) -> PackOrder {
        let file = task.file
        guard let format = file.target.name.flatMap({ PackFormat($0) }) else {
            throw FileSystemError(
                .badName, path: file.target,
                detail: tr(
                    "The format of \(file.target) is unknown; end its name in "
                        + "\(PackFormat.tarGzip.ending), for example."))
        }
        let names: Directory? =
            switch task.chosen {
            case .known(let listing, _): listing
            case .named(let listing): listing
            }
        let found = try source.list(file.source)
        let (listing, missing) = try ChosenListing.named(names, found, file.source)
        if let first = missing.first.first {
            let name = first.text(on: source.site)
            throw FileSystemError(
                .notFound, path: file.source.appending(first),
                detail: missing.count > 1
                    ? tr(
                        "\(name) and \(missing.count - 1) more in \(file.source) no longer "
                            + "exists; choose again.")
                    : tr("\(name) in \(file.source) no longer exists; choose again."))
        }
        let (control, report, parts) = (file.control, ends.report, file.parts)
        return PackOrder(
            listing, in: file.source, as: format, to: file.target,
            isSkipped: { parts.isForeignPart($0) }, isStopped: { control.isStopped },
            leaveOut: { report.tell(.leftOut(file.id, $0)) })
    }

    /// An archive cannot be gone on with: the next bytes depend on all before them.
    private func throwAwayBegun(
        _ file: FileTask, _ target: any FileSystem
    ) throws(FileSystemError) {
        guard let part = try file.parts.part(of: file, on: target.site, from: source.site),
            !part.part.isInPlace, part.part.aside == nil, part.stage != .named
        else { return }
        PartRecovery(ends: ends).throwAway(part, file, target)
    }
}

/// The directory of which an archive is made, as a file system that has the archive in its place.
private final class PackedDirectory: FileSystem {
    private let order: PackOrder
    private let packing: any Packing
    private let files: any FileSystem

    init(_ order: PackOrder, _ packing: any Packing, in files: any FileSystem) {
        self.order = order
        self.packing = packing
        self.files = files
    }

    var site: Site { files.site }
    // Nobody asks further, then.
    var capabilities: Capabilities { .exactTimes }
    var interrupt: @Sendable () -> Void { files.interrupt }
    var isConnected: Bool { files.isConnected }

    func open(_ file: Path, from offset: UInt64) throws(FileSystemError) -> any FileSource {
        guard offset == 0 else { throw refusal }
        return try packing.pack(order, from: files)
    }

    func details(of files: [Path]) throws(FileSystemError) -> [Entry?] { files.map { _ in nil } }
    func entry(at path: Path) throws(FileSystemError) -> Entry? { nil }
    func home() throws(FileSystemError) -> Path { try files.home() }
    func prepare(_ next: [Upcoming]) {}
    func close() {}

    private var refusal: FileSystemError {
        FileSystemError(
            .unsupported, path: order.archive,
            detail: tr("\(order.archive) cannot be resumed; it is packed again."))
    }

    func list(
        _ directory: Path, progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> Directory {
        throw refusal
    }

    func create(
        _ file: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        throw refusal
    }

    func resume(_ part: Part, _ creation: Creation) throws(FileSystemError) -> any FileSink {
        throw refusal
    }

    func commit(
        _ parts: [PendingCommit], note: (Part) throws(FileSystemError) -> Void
    ) -> CommitResults {
        [:]
    }

    func discard(_ part: Part, root: Path?) throws(FileSystemError) { throw refusal }

    func makeDirectory(
        _ directory: Path, mode: UInt16?, root: Path?
    ) throws(FileSystemError) {
        throw refusal
    }

    func removeFiles(_ files: [Path], root: Path?) -> [Result<Void, FileSystemError>] {
        files.map { _ in .failure(refusal) }
    }

    func removeDirectories(
        _ directories: [Path], root: Path?
    ) -> [Result<Void, FileSystemError>] {
        directories.map { _ in .failure(refusal) }
    }

    func rename(
        _ source: Path, to target: Path, replacement: RenameReplacement?
    ) throws(FileSystemError) {
        throw refusal
    }
}
