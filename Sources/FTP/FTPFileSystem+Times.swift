package import Files
import Listing

extension FTPFileSystem {
    /// The commands that set a file's time, best first.
    private enum TimeCommand: CaseIterable {
        /// MFMT (draft-somers-ftp-mfxx).
        case setModified
        /// MDTM with a time before the name: vsftpd's only way.
        case question
        /// SITE UTIME with the time before the name.
        case site

        var ability: ServerMemory.Ability {
            switch self {
            case .setModified: .setModified
            case .question: .setModifiedByQuestion
            case .site: .setModifiedBySite
            }
        }

        func command(
            _ seconds: Int64, _ argument: [UInt8], _ path: Path
        ) throws(FileSystemError) -> Command {
            let time = FactTime.text(seconds)
            return switch self {
            case .setModified:
                try Command("MFMT", Array("\(time) ".utf8) + argument, path: path)
            case .question:
                try Command("MDTM", Array("\(time) ".utf8) + argument, path: path)
            case .site:
                try Command(
                    "SITE", Array("UTIME \(time.dropLast(2)) ".utf8) + argument, path: path)
            }
        }
    }

    package func setModified(
        _ times: [(path: Path, time: Timestamp)]
    ) -> [Result<Void, FileSystemError>] {
        var results: [Result<Void, FileSystemError>] = times.map { time in
            .failure(
                FileSystemError(
                    .unsupported, path: time.path,
                    detail: "\(time.path.text) keeps its time: the server has no command to set it."
                ))
        }
        var open = Array(times.indices)
        for way in TimeCommand.allCases where memory.knows(way.ability) {
            guard !open.isEmpty else { break }
            let seconds = Dictionary(
                open.map { (times[$0].path, times[$0].time.seconds) }, uniquingKeysWith: { $1 })
            // One file tells whether the server knows the command; then come the others.
            var rest = open[...]
            while !rest.isEmpty {
                let isKnown = rest.count < open.count
                let part = isKnown ? rest : rest.prefix(1)
                let found = setModified(part.map { times[$0].path }, seconds, by: way)
                for (index, result) in zip(part, found) { results[index] = result }
                rest = rest.dropFirst(part.count)
                if !memory.knows(way.ability) { break }
            }
            if memory.knows(way.ability) { return results }
            open = Array(rest) + open.prefix(1)
            open.sort()
        }
        return results
    }

    private func setModified(
        _ paths: [Path], _ seconds: [Path: Int64], by way: TimeCommand
    ) -> [Result<Void, FileSystemError>] {
        applyToEach(paths) { session, path throws(FileSystemError) in
            try way.command(seconds[path] ?? 0, session.argument(for: path), path)
        } judge: { reply, index, session, _ in
            if reply.isSuccess { return .success(()) }
            // A server without the form takes the time for a part of the name: 550.
            let isMisread = way == .question && reply.code == 550
            if reply.isUnknownCommand || isMisread { self.memory.refuse(way.ability) }
            return .failure(self.refusal(reply, "given its time", paths[index], session))
        }
    }
}
