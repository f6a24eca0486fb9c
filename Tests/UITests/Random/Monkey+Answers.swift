import Files
import Jobs
import Settings
import Sync
import Terminal

@testable import UI

// What comes of what was asked for.
extension Monkey {
    /// Nothing for what is not answered. Every effect has its line here, so that none is forgotten.
    mutating func answers(to effect: Effect) -> [Message] {
        switch effect {
        case .list(let request, let tab, let site, let path, let arrangement):
            return listed(request, tab, site, path, arrangement)
        case .listBelowHome(let request, let tab, let site, _, let arrangement):
            return listed(request, tab, site, path(), arrangement)
        case .arrange(let request, _, let arranged, let arrangement):
            return [.arranged(request, arrangement.entryOrder(of: arranged.directory))]
        case .align(let request, let pair, let arrangement, let found):
            return [.aligned(request, PaneAlignment(pair, arrangement, found: found))]
        case .compareBelow(let request, let pair): return compared(request, pair)
        case .makePlan, .runPlan, .compareTexts: return planAnswers(to: effect)
        case .makeDirectory(let request, _, _), .makeFile(let request, _, _),
            .rename(let request, _, _, _, _), .makeLink(let request, _, _, _):
            return [.finished(request, chance(50) ? .success(()) : .failure(error()))]
        case .renameMany(let request, _, _, let renamings):
            return [.renamed(request, renamed(renamings))]
        case .editText(let request, let text): return [.resumed, .edited(request, edited(text))]
        case .find(let request, _, _): return found(request)
        case .changeAttributes(let request, _, _):
            let end = chance(30) ? error() : nil
            return [.attributesChanged(request, AttributeOutcome(failures(), end: end))]
        case .count(let request, _, _, _), .measure(let request, _): return counted(request)
        case .compareSides(let request, _, _):
            let line = SideComparison.line(
                number(1...9), new: chance(50) ? text() : nil, there: chance(50) ? text() : nil)
            let found: [SideComparison] = [.same, .sameBeginning(.max), .byte(0), line]
            let answer = found.randomElement(using: &random) ?? .same
            return [
                .sidesCompared(request, chance(80) ? .success(answer) : .failure(error()))
            ]
        case .read(let request, _, let offset, let length): return read(request, offset, length)
        case .preview(let request, let wanted): return [.previewed(request, previewed(wanted))]
        case .enqueue(let batch): return [.queue(enqueued(batch))]
        case .control: return [.queue(queueChange())]
        case .loadHistory(let request, _): return [.history(request, history())]
        case .loadTrash(let request), .restoreFromTrash(let request, _),
            .deleteFromTrash(let request, _):
            return [.trash(request, trash())]
        case .loadUndo(let request):
            let answer = chance(10) ? UndoAnswer.unread(sentence()) : .records(undoRecords())
            return [.undoList(request, answer)]
        case .undo(let request, _, let site):
            let report = UndoReport(
                site: site, undone: number(0...9), queued: number(0...3), failures: failures())
            return [.undone(request, report)]
        case .share: return [chance(70) ? .shared(shareStatus()) : .shareRefused(sentence())]
        case .loadAddresses: return [.addresses(["10.0.0.7", "2001:db8::7", sentence()])]
        case .sendRaw(let request, _, _, _):
            return [
                .replied(request, chance(50) ? .success(["211-x", "211 y"]) : .failure(error()))
            ]
        case .exchangeRaw(let request, _, _): return rawReplies().map { .raw(request, $0) }
        case .saveRaw(let request, _, let path): return [.raw(request, .saved(path))]
        case .edit, .shell, .suspend: return [.resumed]
        case .editing(let command): return editNews(after: command)
        case .runEditor(let order):
            let end = EditorEnd(seconds: Double(number(0...3)), trouble: chance(20) ? "No." : nil)
            return [.resumed, .editorEnded(order.id, end)]
        case .saveLog: return [.notice(sentence(), isError: chance(50))]
        case .handOver: return [chance(30) ? .handedOver : .notice(sentence(), isError: true)]
        case .loadSettings, .changeSetting: return [settings(after: effect)]
        case .showTheme: return [.themed(.standard)]
        default: return siteAnswers(to: effect)
        }
    }

    private mutating func compared(_ request: RequestID, _ pair: PanePair) -> [Message] {
        var verdicts: [ComparedName: Verdict] = [:]
        let all: [Verdict] = [.same, .different, .failed, .open, .leftOut, .only]
        let directories = pair.directories
        for (first, second) in NamePairs(directories, pair.rules).both where chance(70) {
            guard let one = directories.first.entry(at: first),
                let two = directories.second.entry(at: second)
            else { continue }
            verdicts[ComparedName(one, two)] = all.randomElement(using: &random)
        }
        var end = ComparisonEnd()
        end.verdicts = verdicts
        end.foldsCase = Pair(chance(10), chance(10))
        end.offset = chance(20) ? 5_400 : nil
        end.failure = chance(20) ? sentence() : nil
        return [
            .compared(request, verdicts),
            .comparisonEnded(request, chance(80) ? .success(end) : .failure(error())),
        ]
    }

    /// The same of what is about sites and places.
    private mutating func siteAnswers(to effect: Effect) -> [Message] {
        switch effect {
        case .loadSites: return siteLists()
        case .loadRemotes: return [.remotes([choice()])]
        case .complete(let request, _):
            let names = (0..<number(0...9)).compactMap { _ in name() }
            return [.completions(request, chance(80) ? .success(names) : .failure(error()))]
        case .saveSite(let change):
            let saved: [Message] = [.sites(choices()), .siteSaved(change.site.name)]
            return chance(70) ? saved : [.siteRefused(sentence())]
        case .removeSite, .forgetSite: return [.sites(choices())]
        case .testSite(let request, _, _, _):
            let kinds = SiteTestStep.Kind.allCases
            let steps = kinds.prefix(number(0...kinds.count)).map { kind in
                Message.siteTested(
                    request,
                    SiteTestStep(
                        kind, chance(80) ? .passed(sentence()) : .failed(sentence()), seconds: 0.1))
            }
            return steps + [.siteTestEnded(request)]
        case .probe(let request, _, let ports):
            return ports.map { port in
                let answers: [ProbeAnswer] = [
                    .open(greeting: sentence()), .open(greeting: nil), .closed, .silent,
                    .unknownHost,
                ]
                let answer = answers.randomElement(using: &random) ?? .closed
                return .probed(request, port: port, answer)
            }
        case .openDemo: return [.demoOpened(Site(scheme: .ftp, host: "127.0.0.1", port: 2_121))]
        case .findSiteLists(let request):
            let offers = (0..<number(0...3)).map { index in
                SiteListOffer(path: [0x2F, UInt8(0x30 + index)], text: "/\(index)")
            }
            return [.siteLists(request, offers)]
        case .importSites(let request, _, _):
            let line = SiteImportReport.Line(
                isTaken: chance(70), name: "x", detail: sentence(), notes: [sentence()])
            return [
                .sitesImported(
                    request,
                    SiteImportReport(
                        lines: Array(repeating: line, count: number(0...40)),
                        failures: chance(30) ? [sentence()] : [], summary: sentence()))
            ]
        case .password(let request?, let site, _):
            return chance(10) ? [.passwordNeeded(request, site, detail: sentence())] : []
        case .trust(let request?, let site, _, _):
            return chance(10) ? [.trustNeeded(request, site, question())] : []
        case .password, .trust, .answerLogin, .keepPassword, .keepCharset, .keepLinks, .keepModes,
            .keepTheme, .draw, .keepUsed, .keepHints, .keepPairChoices, .noteVisited, .use, .copy,
            .announce,
            .redraw, .quit,
            .cancel, .showTab, .closeTab, .keepTabs, .stop, .dropPlan:
            return []
        default:
            preconditionFailure("nobody knows what comes of \(effect)")
        }
    }

    // MARK: - Panes

    private mutating func listed(
        _ request: RequestID, _ tab: TabID, _ site: Site, _ path: Path?, _ arrangement: Arrangement
    ) -> [Message] {
        if chance(15) { return [.listed(request, .failure(error()))] }
        var builder = DirectoryBuilder()
        for entry in entries() { builder.append(entry) }
        var listing = Listing(
            location: Location(site: site, path: path ?? Path("/login")),
            directory: builder.directory, order: arrangement.order(of: builder.directory),
            free: chance(50) ? 1 << 40 : nil, capabilities: chance(85) ? [.write] : [])
        listing.setsModes = chance(70)
        listing.setsTimes = chance(70)
        listing.foreignCount = chance(10) ? number(0...9) : 0
        if chance(10) { listing.charsetGuess = Charset(named: "GB18030") }
        if !site.isLocal { listing.security = chance(50) ? .clear : .ssh }
        return [
            .attached(tab, connection: number(0...5)),
            .listing(request, count: number(-1...1_000_000)), .listed(request, .success(listing)),
        ]
    }

    private mutating func renamed(_ renamings: [Renaming]) -> RenameOutcome {
        guard chance(40), let left = renamings.randomElement(using: &random) else {
            return RenameOutcome(renamed: renamings.count)
        }
        return RenameOutcome(
            renamed: number(0...renamings.count), failure: error(),
            leftBehind: chance(50) ? left : nil)
    }

    /// The lines as an editor may leave them.
    private mutating func edited(_ text: String) -> Result<String, EditFailure> {
        switch number(0...4) {
        case 0: .failure(EditFailure(sentence()))
        case 1: .success(text)
        case 2: .success(text.replacing("\n", with: chance(50) ? "x\n" : "x\r\n"))
        case 3: .success(self.text() + "\n" + text)
        default: .success(String(repeating: "same\n", count: text.count { $0 == "\n" }))
        }
    }

    private mutating func found(_ request: RequestID) -> [Message] {
        var messages: [Message] = (0..<number(0...4)).map { _ in
            let entries = (0..<number(0...30)).map { index in
                let entry = entry(text(), index)
                let above = (0..<number(0...3)).compactMap { _ in name() }
                return FoundEntry(entry, names: above + [entry.name])
            }
            return .found(request, entries)
        }
        var end = FindEnd()
        if chance(30) { end.note(error()) }
        messages.append(.findEnded(request, chance(80) ? .success(end) : .failure(error())))
        return messages
    }

    private mutating func counted(_ request: RequestID) -> [Message] {
        var tally = Tally()
        tally.files = number(0...1_000_000)
        tally.unreadable = chance(20) ? 3 : 0
        tally.bytes = .max
        return [
            .counted(request, tally, isFinal: false), .counted(request, tally, isFinal: chance(80)),
        ]
    }

    private mutating func read(
        _ request: RequestID, _ offset: UInt64, _ length: Int
    ) -> [Message] {
        if chance(20) { return [.chunk(request, .failure(error()))] }
        let isText = chance(60)
        let bytes = (0..<min(length, 400)).map { _ in
            isText ? UInt8(number(0x0A...0x7E)) : UInt8(number(0...255))
        }
        let size = chance(50) ? nil : UInt64(number(0...1_000_000))
        let chunk = Chunk(offset: offset, bytes: bytes, isLast: chance(50), size: size)
        return [.chunk(request, .success(chunk))]
    }

    private mutating func previewed(
        _ wanted: PreviewRequest
    ) -> Result<PreviewContent, FileSystemError> {
        switch number(0...6) {
        case 0: return .failure(error())
        case 6:
            let nested = entries().map { NestedEntry($0, depth: number(0...130)) }
            return .success(.archive(nested, count: number(0...200_000)))
        case 1: return .success(.entries(entries(), count: number(0...1_000_000)))
        case 2:
            let rows = Array(repeating: "##########", count: 4)
            let picture = Picture(
                number: number(0...9), form: .characters(rows), size: Size(width: 10, height: 4))
            return .success(.picture(picture))
        default:
            let bytes = (0..<number(0...900)).map { _ in UInt8(number(0...255)) }
            return .success(
                .bytes(
                    bytes, isWhole: chance(50), size: wanted.size,
                    note: chance(20) ? sentence() : nil))
        }
    }

    // MARK: - The queue

    private mutating func enqueued(_ batch: JobBatch) -> QueueChange {
        var change = QueueChange()
        for request in batch.requests.prefix(5) {
            lastJob = min(lastJob + 1, 300)
            change.changed.append(
                Job(
                    id: JobID(rawValue: lastJob), batch: BatchID(rawValue: Int64(number(0...9))),
                    operation: request.operation, kind: chance(20) ? .directory : .file,
                    source: request.source, target: request.target, state: state(),
                    size: request.entry.size, policy: request.policy))
        }
        return change
    }

    mutating func queueChange() -> QueueChange {
        if let id = stage.model.workspace.plan?.job, chance(10) { return planChange(id) }
        var change = QueueChange()
        change.changed = (0..<number(0...3)).map { _ in job() }
        if chance(20) { change.removed = [JobID(rawValue: Int64(number(0...Int(lastJob))))] }
        if chance(10) { change.isPaused = chance(50) }
        if chance(5) {
            change.worker = [.this, .another, .nobody].randomElement(using: &random)
            change.takesLogins = chance(50)
        }
        if chance(5) {
            change.order = (0...Int64(lastJob)).map { JobID(rawValue: $0) }.shuffled(using: &random)
        }
        if chance(5) {
            change.connections = [SiteConnections(Stage.web, count: number(0...16), reason: .said)]
        }
        if chance(5) {
            change.answers = (0..<number(0...3)).map { _ in
                SiteAnswer(
                    site(), chance(50) ? .to : .from,
                    ConflictPolicy.allCases.randomElement(using: &random) ?? .skip)
            }
        }
        return change
    }

    private mutating func history() -> HistoryAnswer {
        if chance(10) { return .unread(sentence()) }
        return .found(
            (0..<number(0...30)).compactMap { _ in
                var job = job()
                job.parent = nil
                job.state = chance(80) ? .done : .skipped
                return FinishedJob(job, ended: Int64(number(0...2_000_000_000)))
            })
    }
}
