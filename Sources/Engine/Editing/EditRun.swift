import Disk
import Files
import UI
import Words

/// One edit on its worker: what is done with it one thing after the other, and what is told of it.
final class EditRun {
    /// What it may be waiting for.
    private enum Phase {
        /// The editor works on the copy, or may do so in a window of its own.
        case editing
        /// The copy is being merged: nothing is sent before that is done.
        case merging(byCommand: Bool)
        /// The editor has ended: once the copy has arrived, all is over.
        case ending
    }

    let id: EditID
    private let transfer: EditTransfer
    private let makeFiles: () -> any FileSystem
    private let post: (EditNews) -> Void
    private var phase = Phase.editing
    /// Whether anything has been sent.
    private var hasSaved = false
    /// False where nobody knows how its editor has ended: that was another process's.
    private var isSettled = true
    /// What was told last.
    private var state = EditState.open

    /// `makeFiles` gives a connection to the file's server; `post` tells the screen.
    init(
        _ id: EditID, _ transfer: EditTransfer, makeFiles: @escaping () -> any FileSystem,
        post: @escaping (EditNews) -> Void
    ) {
        self.id = id
        self.transfer = transfer
        self.makeFiles = makeFiles
        self.post = post
    }

    /// What is to be watched; nil where nothing is to be sent by itself now.
    var copyName: Name? { transfer.copyName }
    var directory: EditDirectory { transfer.directory }

    func edit(_ state: EditState) -> Edit {
        Edit(
            id: id, location: transfer.location, state: state,
            copy: copyName.map { directory.path(ofCopy: $0) })
    }

    private func tell(_ state: EditState) {
        self.state = state
        post(.changed(edit(state)))
    }

    /// The editor may have the terminal, or the program of this command line.
    func open(_ program: String? = nil) {
        guard let name = copyName else { return }
        phase = .editing
        post(
            .ready(
                EditorOrder(
                    id: id, copy: directory.path(ofCopy: name),
                    work: program.map { .open(command: $0) } ?? .edit, title: title)))
    }

    /// It was left by another process, with changes that are to be sent once the user says so.
    func beginAsLeftover() {
        phase = .ending
        isSettled = false
        state = .unsent
    }

    private var title: String {
        tr("\(transfer.shownName) on \(VisibleText.make(transfer.location.site.host))")
    }

    // MARK: - Sending

    /// What came of it.
    enum Sent: Equatable {
        case unchanged, saved, conflicted
        /// Whether it may work later.
        case failed(isTransient: Bool)
    }

    /// Sends what has changed, unless a merge has to end first.
    @discardableResult
    func send(isWanted: Bool) -> Sent {
        if case .merging = phase, !isWanted { return .unchanged }
        let sent = sendNow()
        if case .ending = phase, sent == .saved || sent == .unchanged { close(nil) }
        return sent
    }

    private func sendNow() -> Sent {
        let before = state
        if (try? transfer.isOver(countingOthers: false)) != true { tell(.sending) }
        do throws(FileSystemError) {
            switch try sendTwice() {
            case .unchanged:
                if state != before { tell(before == .unsent ? .open : before) }
                return .unchanged
            case .saved:
                hasSaved = true
                tell(.saved(WallClock.now()))
                return .saved
            case .conflicted(let conflict):
                tell(.conflicted(conflict))
                return .conflicted
            }
        } catch {
            tell(.failed(sentence(error)))
            return .failed(isTransient: error.endsConnection || error.isTransient)
        }
    }

    /// Once more where the line broke.
    private func sendTwice() throws(FileSystemError) -> EditTransfer.Sending {
        let files = makeFiles()
        defer { files.close() }
        do throws(FileSystemError) {
            return try transfer.send(files)
        } catch {
            guard error.endsConnection, error.question == nil, error.kind != .login else {
                throw error
            }
            return try transfer.send(files)
        }
    }

    private func sentence(_ error: FileSystemError) -> String {
        let host = VisibleText.make(transfer.location.site.host)
        if error.question != nil {
            return tr(
                "\(host) must be trusted first: open it in a pane, then send "
                    + "\(transfer.shownName) again.")
        }
        if error.kind == .login {
            return tr(
                "\(transfer.shownName) is not saved: \(host) refused the login. Open it in a "
                    + "pane, then send again.")
        }
        return tr("\(transfer.shownName) is not saved. \(error.message)")
    }

    // MARK: - The editor's end

    /// The editor has ended; one that returned at once may have a window of its own.
    func end(_ end: EditorEnd) -> Sent {
        if end.trouble == nil { isSettled = true }
        if case .merging(let byCommand) = phase {
            return endMerge(isDone: end.trouble == nil, byCommand: byCommand)
        }
        let sent = sendNow()
        switch sent {
        case .unchanged:
            guard end.trouble != nil || hasSaved || end.seconds >= EditRun.atOnce else {
                post(.detached(id))
                return sent
            }
            close(end.trouble)
        case .saved:
            close(end.trouble)
        case .conflicted, .failed:
            phase = .ending
        }
        return sent
    }

    /// Seconds in which nobody edits anything.
    private static let atOnce = 1.0

    /// The user says that it is finished.
    func finish() -> Sent {
        phase = .ending
        isSettled = true
        return send(isWanted: true)
    }

    /// Removes the copy, where the server has it. What an editor that failed or was killed has left beside
    /// it may be all that there is of some changes.
    private func close(_ trouble: String?) {
        do throws(DiskError) {
            guard try transfer.isOver(countingOthers: trouble != nil || !isSettled) else {
                phase = .editing
                return keep(trouble)
            }
            try directory.discard()
        } catch {
            // What is left of it is removed at the next start.
        }
        let sentence = trouble ?? (hasSaved ? nil : tr("\(transfer.shownName) was not changed."))
        post(.ended(id, sentence, isError: trouble != nil))
        isClosed = true
    }

    /// Whether nothing is left of it.
    private(set) var isClosed = false

    private func keep(_ trouble: String?) {
        let (name, place) = (transfer.shownName, directory.path.text)
        func sentences(_ kept: String) -> String {
            [trouble, kept].compactMap(\.self).joined(separator: " ")
        }
        guard (try? transfer.isOver(countingOthers: false)) == true else {
            return tell(.failed(sentences(tr("\(name) is kept in \(place)."))))
        }
        tell(.kept(sentences(tr("Other files of the editor of \(name) are kept in \(place)."))))
    }

    /// Throws the copy away.
    func discard() {
        var sentences = [tr("The copy of \(transfer.shownName) was discarded.")]
        if transfer.record.sent != nil {
            let files = makeFiles()
            defer { files.close() }
            do throws(FileSystemError) {
                try transfer.tidy(files)
            } catch {
                // Only its record knows under which name the server's own file waits.
                guard transfer.record.sent?.aside == nil else {
                    return tell(.failed(sentence(error)))
                }
                if let name = transfer.record.sent?.name {
                    sentences.append(
                        tr("A temporary file may be left on the server: \(VisibleText.make(name)).")
                    )
                }
            }
        }
        do throws(DiskError) {
            try directory.discard()
        } catch {
            sentences.append(tr("\(directory.path.text) could not be removed (\(error.words))."))
        }
        post(.ended(id, sentences.joined(separator: " "), isError: false))
        isClosed = true
    }

    // MARK: - Conflicts

    func resolve(_ resolution: EditResolution, stamp: String) -> Sent {
        do throws(FileSystemError) {
            switch resolution {
            case .overwrite:
                try transfer.acceptTheirs()
            case .keepBoth:
                let host = transfer.location.site.host
                let own = Array(".\(host)-\(stamp)".utf8)
                let old = transfer.location.path.name?.bytes ?? []
                guard let name = Name(old + own.filter { $0 > 0x20 && $0 != 0x2F && $0 < 0x7F })
                else { return .failed(isTransient: false) }
                try transfer.sendAs(name)
            case .merge(let command):
                try merge(command)
                return .unchanged
            }
        } catch {
            tell(.failed(sentence(error)))
            return .failed(isTransient: false)
        }
        return send(isWanted: true)
    }

    private func merge(_ command: String?) throws(FileSystemError) {
        guard let name = copyName else { return }
        let copy = directory.path(ofCopy: name)
        let isFresh = try transfer.beginMerge()
        // A command would begin anew with the marks as a part of the text.
        let work: EditorOrder.Work =
            isFresh
            ? .merge(
                command: command, base: directory.path(of: .base),
                theirs: directory.path(of: .merging), before: directory.path(of: .before))
            : .edit
        phase = .merging(byCommand: isFresh && command != nil)
        post(.ready(EditorOrder(id: id, copy: copy, work: work, title: title)))
    }

    private func endMerge(isDone: Bool, byCommand: Bool) -> Sent {
        phase = .ending
        do throws(FileSystemError) {
            let isMarked = try transfer.hasConflictMarks()
            // A command that was quit, or that has a window of its own, has merged nothing so far.
            let isUntouched = byCommand ? try !transfer.hasMerged() : false
            guard isDone, !isMarked, !isUntouched else {
                let sent = sendNow()
                if isMarked {
                    post(
                        .troubled(
                            tr(
                                "\(transfer.shownName) still has conflict markers, so it was not sent."
                            )
                        ))
                } else if isDone {
                    post(
                        .troubled(
                            tr(
                                "The merge command did not change \(transfer.shownName), so nothing "
                                    + "was sent.")))
                }
                return sent
            }
            try transfer.takeMerged()
        } catch {
            tell(.failed(sentence(error)))
            return .failed(isTransient: false)
        }
        return send(isWanted: true)
    }
}
