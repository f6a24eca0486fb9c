package import Files
import Listing

extension FTPFileSystem {
    /// The commands that set a file's time, best first.
    enum TimeCommand: CaseIterable {
        /// MFMT (draft-somers-ftp-mfxx).
        case setModified
        /// MFF with the modify fact, where FEAT lists it.
        case fact
        /// MDTM with a time before the name: vsftpd's only way.
        case question
        /// SITE UTIME with the time before the name.
        case site
        /// SITE UTIME with three times after the name.
        case siteOfThree

        var ability: ServerMemory.Ability {
            switch self {
            case .setModified: .setModified
            case .fact: .setModifiedByFact
            case .question: .setModifiedByQuestion
            case .site: .setModifiedBySite
            case .siteOfThree: .setModifiedByThree
            }
        }

        func command(
            _ seconds: Int64, of path: Path, on session: Session
        ) throws(FileSystemError) -> Command {
            let time = FactTime.text(seconds)
            let name = session.directory.argument(for: path)
            return switch self {
            case .setModified: try Command("MFMT", Array("\(time) ".utf8) + name, path: path)
            case .fact: try Command("MFF", Array("modify=\(time); ".utf8) + name, path: path)
            case .question: try Command("MDTM", Array("\(time) ".utf8) + name, path: path)
            case .site:
                try Command("SITE", Array("UTIME \(time.dropLast(2)) ".utf8) + name, path: path)
            case .siteOfThree:
                try Command(
                    "SITE",
                    Array("UTIME ".utf8) + name + Array(" \(time) \(time) \(time) UTC".utf8),
                    path: path)
            }
        }

        /// Whether the reply means that the server does not know the command: without its form
        /// of MDTM it takes the time for a part of the name.
        func isUnknown(_ reply: Reply) -> Bool {
            // With the other form of UTIME the time is taken for a name.
            reply.isUnknownCommand || ((self == .question || self == .site) && reply.code == 550)
        }
    }

    /// The command that the server is known to take.
    var certainTimeCommand: TimeCommand? {
        TimeCommand.allCases.first { memory.knows($0.ability) }.flatMap { way in
            memory.isCertain(of: way.ability) ? way : nil
        }
    }

    package func setModified(
        _ times: [(path: Path, time: Timestamp)]
    ) -> [Result<Void, FileSystemError>] {
        var results: [Result<Void, FileSystemError>] = times.map { time in
            .failure(
                FileSystemError(
                    .unsupported, path: time.path,
                    detail:
                        "\(time.path.text(on: site)) keeps its time: the server has no command to set it."
                ))
        }
        var open = times.indices[...]
        for way in TimeCommand.allCases {
            // One file tells whether the server knows the command; then come the others.
            while !open.isEmpty, memory.knows(way.ability) {
                let part = memory.isCertain(of: way.ability) ? open : open.prefix(1)
                let found = setModified(part.map { times[$0] }, by: way)
                if !memory.knows(way.ability) { break }
                for (index, result) in zip(part, found) { results[index] = result }
                open = open.dropFirst(part.count)
                if case .failure(let error) = found.last, session == nil || isInterrupted {
                    // Without a connection the others need not be tried one by one.
                    for index in open { results[index] = .failure(error) }
                    return results
                }
            }
        }
        return results
    }

    private func setModified(
        _ times: [(path: Path, time: Timestamp)], by way: TimeCommand
    ) -> [Result<Void, FileSystemError>] {
        applyToEach(times.map(\.path)) { session, index throws(FileSystemError) in
            [try way.command(times[index].time.seconds, of: times[index].path, on: session)]
        } judge: { replies, index, session, _ in
            let reply = replies[0]
            if reply.isSuccess {
                self.memory.confirm(way.ability)
                return .success(())
            }
            if way.isUnknown(reply), !self.memory.isCertain(of: way.ability) {
                self.memory.refuse(way.ability)
            }
            return .failure(self.refusal(reply, "given its time", times[index].path, session))
        }
    }
}
