import Files

/// What single names are.
struct EntryLookup {
    let session: Session

    /// Of a link, the link itself, with its target; nil where there is nothing of that name.
    func entry(at path: Path) throws(FileSystemError) -> Entry? {
        guard let name = path.name ?? Name("root"), let found = try session.linkStatus(path) else {
            return nil
        }
        var entry = found.entry(name)
        guard entry.kind == .link else { return entry }
        let site = session.site
        do throws(FileSystemError) {
            entry.target = try session.channel.ask(.readLink(path)) {
                answer throws(FileSystemError) in
                try Answer(answer, .read, path, on: site).name()
            }
        } catch {
            if session.channel.loss != nil { throw error }
            entry.target = try place(of: path)
        }
        return entry
    }

    /// Where a link leads that cannot be read; nil where that is not said either.
    private func place(of link: Path) throws(FileSystemError) -> [UInt8]? {
        let site = session.site
        let answers = try RequestWindow(channel: session.channel).ask(1) { _ in
            .realPath(link.bytes)
        } _: { _, answer throws(FileSystemError) in
            LinkPlace.target(in: answer, of: link, on: site)
        }
        if let loss = session.channel.loss { throw loss }
        guard case .success(let target)? = answers[0] else { return nil }
        return target
    }

    /// Of links, what they lead to; nil for each of which nothing could be learnt.
    func details(of files: [Path]) throws(FileSystemError) -> [Entry?] {
        let found = try statuses(of: files) { .fileStatus(files[$0]) }
        return files.indices.map { index in
            guard let name = files[index].name, let attributes = found[index] else { return nil }
            return attributes.entry(name)
        }
    }

    /// Of links, the links themselves.
    func fingerprints(of files: [Path]) throws(FileSystemError) -> [Path: FileFingerprint] {
        let found = try statuses(of: files) { .linkStatus(files[$0]) }
        var fingerprints: [Path: FileFingerprint] = [:]
        for (index, attributes) in found {
            fingerprints[files[index]] = FileFingerprint(
                size: attributes.size, modified: attributes.modified)
        }
        return fingerprints
    }

    /// Those that are there.
    func statuses(
        of files: [Path], _ request: (Int) -> Request?
    ) throws(FileSystemError) -> [Int: Attributes] {
        let site = session.site
        let answers = try RequestWindow(channel: session.channel).ask(files.count, request) {
            index, answer throws(FileSystemError) in
            try Answer(answer, .examine, files[index], on: site).attributes()
        }
        if let loss = session.channel.loss { throw loss }
        return answers.compactMapValues { try? $0.get() }
    }
}
