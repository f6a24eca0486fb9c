import Files
import Words

/// Sends files, as a part beside the final name where the server can have that.
struct Uploader {
    let session: Session

    private var site: Site { session.site }

    /// Begins a part under the name of `id`, or in the file itself.
    func create(
        _ file: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> SFTPSink {
        // What begins with the file that is there goes on in it.
        guard creation.placement != .inPlace, creation.offset == 0 else {
            return try createInPlace(file, id, creation)
        }
        guard try PartTrial(session: session).canRename(in: file.parent, id) else {
            if creation.placement == .besideOnly { throw .onlyInPlace(file, on: site) }
            return try createInPlace(
                file, id, creation,
                remark: tr(
                    "Written in place, because \(host) does not allow "
                        + "renaming."))
        }
        let part = Part(id: id, file: file, place: .beside(id.name))
        do throws(FileSystemError) {
            return SFTPSink(try session.writeAhead.opened(part, creation), session)
        } catch {
            guard session.channel.loss == nil, error.kind != .full else { throw error }
            return try createOtherwise(part, creation, error)
        }
    }

    private var host: String { VisibleText.make(site.host) }

    /// After a refusal to make a part.
    private func createOtherwise(
        _ part: Part, _ creation: Creation, _ refusal: FileSystemError
    ) throws(FileSystemError) -> SFTPSink {
        if refusal.kind == .notFound, site.scheme.namesRemote {
            try NameMaker(session: session).makeDirectories(above: part.file)
            return try begin(part, creation, [.write, .create, .exclusive], remark: nil)
        }
        let hadMode = creation.mode != nil && session.refusals.allows(.creationMode)
        // Version 3 has no word for a name that is taken.
        if let there = try session.linkStatus(part.path) {
            guard there.kind ?? .file == .file, there.size == 0 else {
                throw .taken(part.path, on: site, refusal.reply)
            }
            // It was made for this file on a connection that was lost before it said so.
            return try begin(part, creation, [.write, .truncate], remark: nil)
        }
        if hadMode, [.denied, .other, .unsupported].contains(refusal.kind),
            let sink = try createWithoutMode(part, creation)
        {
            return sink
        }
        // Where nothing new may be made, the file that is there may still be written.
        guard refusal.kind == .denied || refusal.kind == .other, creation.replaces,
            try session.linkStatus(part.file)?.kind ?? .other == .file
        else { throw of(part.file, refusal) }
        if creation.placement == .besideOnly { throw .onlyInPlace(part.file, on: site) }
        do throws(FileSystemError) {
            return try createInPlace(
                part.file, part.id, creation,
                remark: tr(
                    "Written in place, because no new file can be created in "
                        + "\(part.file.parent.text(on: site))."), exists: true)
        } catch {
            throw of(part.file, refusal)
        }
    }

    /// Makes a part whose mode the server is not told before it is open; nil where that is refused too.
    private func createWithoutMode(
        _ part: Part, _ creation: Creation
    ) throws(FileSystemError) -> SFTPSink? {
        var bare = creation
        bare.mode = nil
        do throws(FileSystemError) {
            let upload = try opened(part, bare, [.write, .create, .exclusive], nil)
            session.refusals.note(.creationMode)
            upload.adopt(creation)
            return SFTPSink(upload, session)
        } catch {
            if let loss = session.channel.loss { throw loss }
            return nil
        }
    }

    /// The error as one of the file, whose name the user knows.
    private func of(_ file: Path, _ error: FileSystemError) -> FileSystemError {
        var error = error
        if let path = error.path, path != file {
            error.detail = error.detail.replacing(path.text(on: site), with: file.text(on: site))
        }
        error.path = file
        return error
    }

    private func createInPlace(
        _ file: Path, _ id: PartID, _ creation: Creation, remark: String? = nil,
        exists: Bool = false
    ) throws(FileSystemError) -> SFTPSink {
        var mode: OpenMode = [.write]
        if creation.offset == 0 {
            // rclone does not heed that a file must be new.
            if !creation.replaces, site.scheme.namesRemote, try session.linkStatus(file) != nil {
                throw .taken(file, on: site)
            }
            if !exists { mode.insert(.create) }
            mode.insert(creation.replaces ? .truncate : .exclusive)
        }
        let part = Part(id: id, file: file, place: .inPlace)
        do throws(FileSystemError) {
            return try begin(part, creation, mode, remark: remark)
        } catch {
            guard !creation.replaces, creation.offset == 0, error.kind == .other,
                session.channel.loss == nil, try session.linkStatus(file) != nil
            else { throw error }
            throw .taken(file, on: site, error.reply)
        }
    }

    /// Goes on with a part at `creation.offset`.
    func resume(_ part: Part, _ creation: Creation) throws(FileSystemError) -> SFTPSink {
        try begin(part, creation, [.write], remark: nil)
    }

    private func begin(
        _ part: Part, _ creation: Creation, _ mode: OpenMode, remark: String?
    ) throws(FileSystemError) -> SFTPSink {
        if mode.contains(.create) || mode.contains(.truncate) {
            return SFTPSink(try opened(part, creation, mode, remark), session)
        }
        let resumption = Resumption(
            channel: session.channel, refusals: session.refusals, part: part,
            offset: creation.offset)
        let first = try opened(part, creation, mode, remark)
        do throws(FileSystemError) {
            if try first.isContinued(by: resumption) { return SFTPSink(first, session) }
        } catch {
            first.cancel()
            throw error
        }
        first.cancel()
        try resumption.checkClosed()
        // It is as long as it was: what was not taken may be that the write was empty.
        return SFTPSink(try opened(part, creation, mode, remark), session)
    }

    private func opened(
        _ part: Part, _ creation: Creation, _ mode: OpenMode, _ remark: String?
    ) throws(FileSystemError) -> Upload {
        let upload = Upload(
            part, creation, mode, remark: remark, over: session.channel, session.handles,
            session.sides, session.refusals)
        try upload.waitUntilOpen()
        return upload
    }
}
