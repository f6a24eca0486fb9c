import Files
import Words

/// Lists a tree by one script. What the shell says of the directory's own entries is compared with what
/// SFTP has said of them, before anything else of it is believed.
struct TreeLister {
    let session: Session

    /// As `ListingTrees.listTree`.
    func listTree(
        below directory: Path, known: Directory, isStopped: () -> Bool,
        _ take: (TreeFinding) -> Void
    ) throws(FileSystemError) -> Bool {
        guard session.shell.mayHelp, !known.isEmpty, known.isWhole else { return false }
        var reading = Reading(proof: Proof(known))
        let ending = try session.shell.run(
            TreeLister.script(directory),
            tr(
                "list everything below "
                    + "\(directory.text(on: session.site))"),
            isStopped: isStopped
        ) { output in
            reading.take(output, take)
            return !reading.isRefuted
        }
        if reading.isRefuted || ending == .status(ShellScript.Status.elsewhere) {
            session.shell.noteElsewhere()
            return false
        }
        guard reading.isProven else { return false }
        let path = directory.text(on: session.site)
        switch ending {
        case .status(0): break
        // Those that could not be read are told.
        case .status where reading.hasUnreadable: break
        case .status:
            throw FileSystemError(
                .other, path: directory,
                detail: tr(
                    "Some directories below \(path) could not be listed; see the log for the "
                        + "messages of the server's find."))
        case .broken, .missing:
            throw FileSystemError(
                .connection, path: directory,
                detail: tr("The listing of everything below \(path) was interrupted; retry."),
                isTransient: true)
        }
        return true
    }

    /// What both sides say of the directory's own entries.
    private struct Proof {
        private var awaited: [Name: Entry] = [:]

        init(_ known: Directory) {
            for entry in known.entries { awaited[entry.name] = entry }
        }

        var isComplete: Bool { awaited.isEmpty }

        /// Whether SFTP has said the same.
        mutating func take(_ entry: Entry) -> Bool {
            guard let said = awaited.removeValue(forKey: entry.name), said.kind == entry.kind,
                said.size == nil || said.size == entry.size
            else { return false }
            // The shell knows the seconds, and so does SFTP where it tells any.
            return said.modified == nil || said.modified?.seconds == entry.modified?.seconds
        }
    }

    /// What was read of the output.
    private struct Reading {
        private var records = TreeRecords()
        private var proof: Proof
        private(set) var isProven = false
        private(set) var isRefuted = false
        private(set) var hasUnreadable = false
        /// Directories of the first list that may not be read: told once that is proven.
        private var early: [TreeFinding] = []

        init(proof: Proof) {
            self.proof = proof
        }

        mutating func take(_ output: [UInt8], _ take: (TreeFinding) -> Void) {
            for record in records.feed(output) where !isRefuted {
                switch record {
                case .separator:
                    guard proof.isComplete else {
                        isRefuted = true
                        continue
                    }
                    isProven = true
                    for finding in early { take(finding) }
                case .finding(let finding):
                    note(finding)
                    if isProven { take(finding) }
                }
            }
            if records.isForeign { isRefuted = true }
        }

        private mutating func note(_ finding: TreeFinding) {
            switch finding {
            case .unreadable:
                hasUnreadable = true
                if !isProven { early.append(finding) }
            case .entry(let entry, let names):
                if !isProven, names.count != 1 || !proof.take(entry) { isRefuted = true }
            }
        }
    }

    /// Only GNU's find tells all of it; with any other, the walk goes on.
    private static func script(_ directory: Path) -> ShellScript {
        var script = ShellScript()
        script.add("find /dev/null -printf '' 2>/dev/null || exit \(ShellScript.Status.toolless)\n")
        script.add("cd -P -- ")
        script.add(word: directory.bytes)
        script.add(" || exit \(ShellScript.Status.elsewhere)\n")
        let record =
            "-printf '%y %m %s %T@\\0%P\\0%l\\0' -type d ! \\( -readable -executable \\) "
            + "-printf 'x\\0%P\\0\\0'"
        script.add("find . ! -name . -prune \(record)\n")
        script.add("printf -- '-\\000\\000\\000'\n")
        script.add("exec find . -mindepth 2 \(record)")
        return script
    }
}
