import Files

/// After the bytes: makes parts final.
struct Committer {
    let connection: Connection

    /// Compares sizes, then gives the names, each in one window. The bytes are safe, so a time or mode
    /// that the server does not take is no failure of theirs.
    func commit(
        _ parts: [PendingCommit], note: (Part) throws(FileSystemError) -> Void
    ) -> CommitResults {
        var results: CommitResults = [:]
        do throws(FileSystemError) {
            try commit(parts, &results, wasTried: false, note)
        } catch {
            guard error.kind == .connection else {
                return fail(parts, error, &results)
            }
            // What was asked and not answered may have been done.
            do throws(FileSystemError) {
                let open = parts.filter { results[$0.part.id] == nil }
                try commit(open, &results, wasTried: true, note)
            } catch {
                return fail(parts, error, &results)
            }
        }
        return results
    }

    private func fail(
        _ parts: [PendingCommit], _ error: FileSystemError, _ results: inout CommitResults
    ) -> CommitResults {
        for pending in parts where results[pending.part.id] == nil {
            results[pending.part.id] = .failure(error)
        }
        return results
    }

    /// Answers all of `parts`, or throws what lost the connection. `wasTried`: the names may have been
    /// given already.
    private func commit(
        _ parts: [PendingCommit], _ results: inout CommitResults, wasTried: Bool,
        _ note: (Part) throws(FileSystemError) -> Void
    ) throws(FileSystemError) {
        let session = try connection.ready()
        let known = session.written
        for pending in parts { session.written[pending.part.id] = nil }
        let check = try SizeCheck(session: session, known: known).judge(parts)
        var whole: [PendingCommit] = []
        for pending in parts {
            switch check[pending.part.id] {
            case .success(let committed):
                if pending.part.isInPlace {
                    results[pending.part.id] = .success(committed)
                } else {
                    whole.append(pending)
                }
            case .failure(let error):
                let isNamed = wasTried ? try hasName(pending, session) : false
                results[pending.part.id] =
                    isNamed ? .success(Committed(.sizeConfirmed)) : .failure(error)
            case nil:
                results[pending.part.id] = .failure(.unanswered(pending.part.file))
            }
        }
        let failures = try PartNamer(session: session).give(whole, note: note)
        for pending in whole {
            let id = pending.part.id
            results[id] = failures[id].map { .failure($0) } ?? check[id]
        }
        guard wasTried else { return }
        for pending in parts where !pending.part.isInPlace && pending.creation.replaces {
            guard case .success = results[pending.part.id] else { continue }
            try Renamer(session: session).removeAside(of: pending.part)
        }
    }

    /// Whether the part has become its file before the connection was lost.
    private func hasName(
        _ pending: PendingCommit, _ session: Session
    ) throws(FileSystemError) -> Bool {
        guard try session.linkStatus(pending.part.path) == nil else { return false }
        return try session.linkStatus(pending.part.file)?.size == pending.size
    }
}
