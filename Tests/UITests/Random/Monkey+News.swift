import Files
import Jobs
import Settings
import Terminal

@testable import UI

// What happens by itself, and answers that are about no pane and no job.
extension Monkey {
    mutating func news() -> Message {
        switch number(0...59) {
        case 0...3:
            return .clock(
                stage.model.instant + Double(number(0...3)),
                date: stage.model.now + Double(number(-3_000_000...3_000_000)))
        case 4...6: return .detached(tab(), reason: text())
        case 7...9: return .attached(tab(), connection: number(0...5))
        case 10...17: return .exchanged((0..<number(1...4)).map { _ in exchange() })
        case 18...20: return .notice(sentence(), isError: chance(50))
        case 21:
            let request = RequestID(rawValue: number(-1...500))
            return chance(50)
                ? .passwordNeeded(request, site(), detail: chance(50) ? sentence() : nil)
                : .trustNeeded(request, site(), question())
        case 22: return .prompted(LoginPromptID(rawValue: number(0...20)), prompt())
        case 23...26: return .promptWithdrawn(LoginPromptID(rawValue: number(0...20)))
        case 27...29: return .edits(someEditNews())
        case 30...33: return .shared(shareStatus())
        case 34...35: return chance(50) ? .resumed : .themed(.standard)
        case 36...37: return .listened(stage.model.instant, isQuiet: chance(50))
        case 38...39: return .drawn(stage.model.instant)
        case 40...41: return siteLists().randomElement(using: &random) ?? .sites([])
        case 42...47: return stray()
        default: return .queue(queueChange())
        }
    }

    /// A tab that is open, was closed, or never was.
    private mutating func tab() -> TabID {
        if chance(70), let tab = stage.model.workspace.panes.allTabs.randomElement(using: &random) {
            return tab
        }
        return TabID(side: chance(50) ? .left : .right, number: number(0...40))
    }

    /// An answer that nobody waits for, or somebody else than was meant.
    private mutating func stray() -> Message {
        let request = RequestID(rawValue: number(0...3_000))
        let messages: [Message] = [
            .listing(request, count: 5), .finished(request, .success(())),
            .listed(request, .failure(error())), .found(request, []),
            .findEnded(request, .success(FindEnd())), .edited(request, .success("a\n")),
            .renamed(request, RenameOutcome(renamed: 1)), .counted(request, Tally(), isFinal: true),
            .previewed(request, .failure(error())), .arranged(request, EntryOrder()),
            .trash(request, trash()), .siteTestEnded(request), .replied(request, .failure(error())),
            .completions(request, .success([])), .raw(request, .ended(.success(()))),
            .attributesChanged(request, AttributeOutcome(failures(), end: nil)),
            .chunk(request, .failure(error())), .siteLists(request, []), .siteSaved(text()),
            .siteRefused(sentence()), .shareRefused(sentence()), .history(request, .found([])),
            .undoList(request, .records([])), .sidesCompared(request, .success(.same)),
            .probed(request, port: 21, .closed),
            .visited([location()]), .used([text()]), .hints(used: [text(), "go.other-pane"]),
            .pairChoices([
                PairChoices(location(), location(), ["kind": "sync", "skip": text()])
            ]), .addresses([]), .demoOpened(site()),
        ]
        return messages.randomElement(using: &random) ?? .resumed
    }

    private mutating func exchange() -> Exchange {
        let directions: [Exchange.Direction] = [.sent, .received, .remark, .trouble]
        return Exchange(
            time: stage.model.now, connection: number(0...5),
            direction: directions.randomElement(using: &random) ?? .sent,
            text: VisibleText.make(text()),
            code: [150, 226, 421, 530, 550].randomElement(using: &random),
            explanation: chance(30) ? sentence() : nil)
    }

    private mutating func prompt() -> LoginPrompt {
        let kinds: [LoginPrompt.Kind] = [
            .password, .passphrase, .pin, .challenge, .confirmation, .touch,
        ]
        return LoginPrompt(
            kinds.randomElement(using: &random) ?? .password, site: "sftp://me@web02",
            line: sentence(), instruction: (0..<number(0...20)).map { _ in sentence() },
            wasRefused: chance(30))
    }

    // MARK: - Files that are edited

    mutating func editNews(after command: EditCommand) -> [Message] {
        switch command {
        case .begin(let location, let isLargeAllowed, let program):
            let isLarge = chance(20) && !isLargeAllowed
            let edit = Edit(
                id: EditID("edit\(number(0...9))"), location: location,
                state: isLarge ? .tooLarge(chance(50) ? 1 << 30 : nil) : .fetching,
                program: program)
            edits = (edits + [edit]).suffix(10)
            return [.edits(.changed(edit)), .edits(.ready(order(edit)))]
        case .finish(let id), .discard(let id):
            return [.edits(.ended(id, chance(50) ? sentence() : nil, isError: chance(50)))]
        case .ended, .reopen, .send, .resolve, .findLeftovers:
            return [.edits(someEditNews())]
        }
    }

    private mutating func someEditNews() -> EditNews {
        var edit = edit()
        switch number(0...9) {
        case 0: return .ready(order(edit))
        case 1: return .detached(edit.id)
        case 2: return .done(edit.id)
        case 3: return .troubled(sentence())
        case 4, 5: return .ended(edit.id, chance(50) ? sentence() : nil, isError: chance(50))
        case 6:
            let left = (0..<number(0...6)).map { _ in self.edit() }
            return .leftovers(left, troubles: chance(30) ? [sentence()] : [])
        default:
            edit.state = editState()
            return .changed(edit)
        }
    }

    private mutating func order(_ edit: Edit) -> EditorOrder {
        let copy = Path("/tmp/copy")
        let merge = EditorOrder.Work.merge(command: nil, base: copy, theirs: copy, before: copy)
        return EditorOrder(
            id: edit.id, copy: copy, work: chance(80) ? .edit : merge, title: edit.name)
    }

    private mutating func editState() -> EditState {
        let versions = (0..<3).map { _ in
            EditConflict.Version(
                size: chance(50) ? .max : nil, modified: Timestamp(seconds: Int64(number(0...9))),
                line: chance(50) ? VisibleText.make(text()) : nil)
        }
        let conflict = EditConflict(
            mine: versions[0], theirs: chance(80) ? versions[1] : nil, base: versions[2],
            lineNumber: chance(50) ? number(1...9) : nil, isMergeable: chance(50))
        let states: [EditState] = [
            .fetching, .tooLarge(nil), .open, .unsent, .sending, .saved(stage.model.now),
            .conflicted(conflict), .conflicted(conflict), .failed(sentence()),
        ]
        return states.randomElement(using: &random) ?? .open
    }

    // MARK: - Lists

    mutating func trash() -> TrashListing {
        var listing = TrashListing()
        for _ in 0..<number(0...30) {
            guard let name = name() else { continue }
            listing.entries.append(
                TrashEntry(
                    id: TrashID(directory: Path("/home/me/.local/share/Trash"), name: name),
                    origin: chance(80) ? .path(path()) : .unusable(sentence()),
                    deleted: chance(70) ? CivilTime(year: 2026, month: 11, day: 3) : nil,
                    kind: chance(80) ? .file : nil, size: chance(50) ? .max : nil))
        }
        listing.isCut = chance(10)
        if chance(20) { listing.failures = [error()] }
        return listing
    }

    mutating func undoRecords() -> [UndoRecord] {
        let actions: [UndoRecord.Action] = [
            .makeDirectory, .makeFile, .makeLink, .rename, .changeAttributes, .copy, .move, .trash,
            .pack,
        ]
        return (0..<number(0...12)).map { index in
            let steps = (0..<number(0...4)).map { _ in UndoStep(path(), what()) }
            return UndoRecord(
                number: Int64(index), actions.randomElement(using: &random) ?? .copy, on: site(),
                from: chance(30) ? site() : nil, time: Int64(number(0...2_000_000_000)),
                steps: steps, count: chance(20) ? number(0...1_000_000) : nil,
                lost: chance(20) ? number(1...9) : 0, failure: chance(20) ? sentence() : nil,
                isRunning: chance(10))
        }
    }

    private mutating func what() -> UndoStep.What {
        let kinds: [UndoStep.What] = [
            .madeDirectory, .madeFile(size: .max, modified: nil), .madeLink(to: [0x2E, 0xFF]),
            .renamed(from: path()), .moved(from: path()), .changed(mode: 0o644, modified: nil),
            .trashed(TrashID(directory: path(), name: Path("/x").components[0])),
        ]
        return kinds.randomElement(using: &random) ?? .madeDirectory
    }

    mutating func rawReplies() -> [RawReply] {
        (0..<number(0...5)).map { _ in
            switch number(0...5) {
            case 0: .remark(text())
            case 1: .head([text(), text()], code: chance(50) ? number(100...999) : nil)
            case 2: .progress(chance(50) ? .max : 5)
            case 3: .trailer(text())
            case 4:
                .body(
                    RawBody(
                        number: number(0...3), name: Path("/x.txt").components[0],
                        size: chance(50) ? .max : 3, mediaType: chance(50) ? text() : nil,
                        text: chance(50) ? Array(text().utf8) + [0x0D, 0x0A, 0xFF] : nil))
            default: .ended(chance(50) ? .success(()) : .failure(error()))
            }
        }
    }

    mutating func shareStatus() -> ShareStatus {
        if chance(50) {
            let id = (visits.last?.id.rawValue ?? 0) + 1
            visits.append(ShareSample.visit(id, text(), chance(50) ? .download : .upload))
            visits = visits.suffix(30)
        }
        for index in visits.indices where chance(20) {
            let states: [Visit.State] = [.running, .done, .failed(sentence()), .kicked]
            visits[index].state = states.randomElement(using: &random) ?? .done
        }
        let states: [ShareStatus.State] = [.serving, .serving, .ending, .ended]
        var status = ShareSample.status(
            visits, state: states.randomElement(using: &random) ?? .serving,
            code: chance(80) ? ShareSample.code(width: chance(50) ? 25 : 177) : nil)
        // From the visits alone, so that every other choice stays as it was.
        status.locks = visits.prefix(visits.count % 6).map { visit in
            ShareSample.lock(
                visit.id.rawValue, visit.path.text, isDirectory: visit.direction == .upload,
                by: visit.path.text)
        }
        if chance(20) { status.urls = [] }
        if chance(20) { status.fingerprint = Array(repeating: 7, count: 32) }
        if chance(20) { status.pin = "1234" }
        return status
    }

    mutating func choices() -> [SiteChoice] { (0..<number(0...20)).map { _ in choice() } }

    mutating func siteLists() -> [Message] {
        [
            .sites(choices()), .visited((0..<number(0...30)).map { _ in location() }),
            .used((0..<number(0...60)).map { _ in text() }), .remotes(choices()),
        ]
    }

    mutating func settings(after effect: Effect) -> Message {
        var change: SettingChange?
        if case .changeSetting(let wanted) = effect { change = wanted }
        guard chance(80) else {
            let error = SettingsError(file: "/home/me/config.toml", line: 3, sentence())
            return .settings(.failure(error), change)
        }
        return .settings(.success(SettingsReport(.none, settings: [])), change)
    }
}
