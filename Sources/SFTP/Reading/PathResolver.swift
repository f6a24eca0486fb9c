import Files

/// Which paths without links lead to the same as others: REALPATH, many in one window.
struct PathResolver {
    let session: Session

    /// Nil for each of which nothing could be learnt.
    func resolved(_ paths: [Path]) throws(FileSystemError) -> [Path?] {
        let site = session.site
        let answers = try RequestWindow(channel: session.channel).ask(paths.count) {
            .realPath(paths[$0].bytes)
        } _: { index, answer throws(FileSystemError) in
            try Answer(answer, .find, paths[index], on: site).name()
        }
        if let loss = session.channel.loss { throw loss }
        return paths.indices.map { index in
            guard case .success(let name) = answers[index], name.first == 0x2F else { return nil }
            return Path(name)
        }
    }
}
