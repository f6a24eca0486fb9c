import Files
import Words

/// Gives files times and modes, many in one window.
struct AttributeSetter {
    let session: Session

    func setModified(
        _ times: [(path: Path, time: Timestamp)]
    ) -> [Result<Void, FileSystemError>] {
        guard session.refusals.allows(.setStatus) else {
            return times.map { .failure(refusal($0.path)) }
        }
        let paths = times.map(\.path)
        let results = session.apply(to: paths, .setTime) { index in
            Attributes.times(times[index].time).map {
                .setStatus(paths[index], Attributes(times: $0))
            }
        }
        return results.enumerated().map { index, result in
            guard Attributes.times(times[index].time) != nil else {
                return .failure(
                    FileSystemError(
                        .unsupported, path: paths[index],
                        detail: tr(
                            "The time of \(paths[index].text(on: session.site)) is unchanged: "
                                + "SFTP cannot store a date so early or so late.")))
            }
            learn(result)
            return result
        }
    }

    /// Gives a link its own time. SETSTAT would change what it leads to.
    func setModified(_ time: Timestamp, ofLink link: Path) throws(FileSystemError) {
        guard session.refusals.allows(.setLinkStatus), session.has(.setLinkStatus),
            let times = Attributes.times(time)
        else {
            throw FileSystemError(
                .unsupported, path: link,
                detail: tr(
                    "The time of the link \(link.text(on: session.site)) is unchanged: the "
                        + "server does not set times on links."))
        }
        do throws(FileSystemError) {
            try session.apply(
                .extended(.setLinkStatus, [.path(link), .attributes(Attributes(times: times))]),
                .setTime, link)
        } catch {
            if error.kind == .unsupported { session.refusals.note(.setLinkStatus) }
            throw error
        }
    }

    func setModes(
        _ modes: [(path: Path, mode: UInt16)]
    ) -> [Result<Void, FileSystemError>] {
        guard session.refusals.allows(.setStatus) else {
            return modes.map { .failure(refusal($0.path)) }
        }
        let results = session.apply(to: modes.map(\.path), .setPermissions) { index in
            let (path, mode) = modes[index]
            return .setStatus(path, Attributes(permissions: UInt32(mode) & 0o7777))
        }
        for result in results { learn(result) }
        return results
    }

    private func learn(_ result: Result<Void, FileSystemError>) {
        if case .failure(let error) = result, error.kind == .unsupported {
            session.refusals.note(.setStatus)
        }
    }

    private func refusal(_ path: Path) -> FileSystemError {
        FileSystemError(
            .unsupported, path: path,
            detail: tr(
                "\(VisibleText.make(session.site.host)) does not allow setting times and "
                    + "permissions, so \(path.text(on: session.site)) keeps its own."))
    }
}
