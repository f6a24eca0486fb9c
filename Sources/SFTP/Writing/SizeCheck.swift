import Files
import Words

/// Compares the sizes of written parts with what they must be: as they were said before the parts were
/// closed, and else by asking once more.
struct SizeCheck {
    let session: Session
    /// What was said before they were closed.
    let known: [PartID: WrittenPart]

    private var site: Site { session.site }

    /// What is to be believed of each part.
    func judge(
        _ parts: [PendingCommit]
    ) throws(FileSystemError) -> CommitResults {
        let asked = try ask(parts)
        var results: CommitResults = [:]
        for (index, pending) in parts.enumerated() {
            let written = known[pending.part.id]
            if let size = written?.size {
                results[pending.part.id] = judge(size, pending, written)
            } else {
                results[pending.part.id] = judge(asked[index], pending, written)
            }
        }
        return results
    }

    /// Sizes of those that are not known, and the times and modes of those that were closed before
    /// these could be set.
    private func ask(
        _ parts: [PendingCommit]
    ) throws(FileSystemError) -> [Int: Result<Attributes, FileSystemError>] {
        let site = site
        let late = parts.filter {
            known[$0.part.id] == nil && $0.creation.attributes != Attributes()
        }
        if session.refusals.allows(.setStatus) {
            let paths = late.map(\.part.path)
            // The log shows one that is refused.
            _ = session.apply(to: paths, .setTime) {
                .setStatus(paths[$0], late[$0].creation.lateAttributes)
            }
        }
        return try RequestWindow(channel: session.channel).ask(parts.count) { index in
            known[parts[index].part.id]?.size == nil ? .linkStatus(parts[index].part.path) : nil
        } _: { index, answer throws(FileSystemError) in
            try Answer(answer, .examine, parts[index].part.path, on: site).attributes()
        }
    }

    private func judge(
        _ answer: Result<Attributes, FileSystemError>?, _ pending: PendingCommit,
        _ written: WrittenPart?
    ) -> Result<Committed, FileSystemError> {
        switch answer {
        case .success(let attributes):
            guard let size = attributes.size else {
                return .success(
                    Committed(unknown(tr("the server does not report its size")), written))
            }
            return judge(size, pending, written)
        case .failure(let error):
            if error.kind == .notFound {
                return .failure(
                    FileSystemError(
                        .truncated, path: pending.part.file, reply: error.reply,
                        detail: tr(
                            "The server accepted \(pending.part.file.text(on: site)) but no "
                                + "longer has it; send it again."), isTransient: true))
            }
            if session.channel.loss != nil { return .failure(error) }
            let words = tr("the server does not report its size (\(error.reply ?? error.detail))")
            return .success(Committed(unknown(words), written))
        case nil:
            return .failure(.unanswered(pending.part.file))
        }
    }

    private func unknown(_ words: String) -> Committed.Proof { .none(words) }

    private func judge(
        _ size: UInt64, _ pending: PendingCommit, _ written: WrittenPart?
    ) -> Result<Committed, FileSystemError> {
        guard size == pending.size else {
            return .failure(
                FileSystemError(
                    .truncated, path: pending.part.file,
                    detail: tr(
                        "\(pending.part.file.text(on: site)) has \(size) bytes on the server, "
                            + "not \(pending.size); send it again."), isTransient: true))
        }
        return .success(Committed(.sizeConfirmed, written))
    }
}

extension Committed {
    fileprivate init(_ proof: Proof, _ written: WrittenPart?) {
        self.init(proof, remark: written?.remark)
    }
}
